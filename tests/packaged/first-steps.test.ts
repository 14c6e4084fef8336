import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseDocument } from "yaml";
import { memberAt } from "../../shared/json/path";
import { root } from "../root";
import { temporaryFolder } from "../temporary-folder";

interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

describe("packaged tasks at a command line", () => {
  const folder = temporaryFolder();

  /** A packaged task started by a person in an empty folder. */
  const start = (task: string, ...commandLine: string[]) =>
    new Promise<Ended>((ended) =>
      execFile(
        process.execPath,
        [join(root, "dist", "tasks", task, "index.js"), ...commandLine],
        { cwd: folder(), env: { PATH: process.env["PATH"] ?? "" } },
        (error, stdout, stderr) => ended({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
      ),
    );
  const init = (task: string, ...answers: string[]) => start(task, "--init", ...answers);
  const needed = ["--organization", "a", "--project", "b"];
  const written = (name: string) => [`${name}.json`, `${name}.schema.json`, `pipeline-${name}.yml`];
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder(), name), "utf8"));

  for (const task of ["PipelineMonitor", "DomainRegister"]) {
    it(`${task} --help: explains each input, environment variable and answer, but connections, which only pipelines have`, async () => {
      const { exitCode, stdout } = await start(task, "--help");
      assert.equal(exitCode, 0);
      const manifest: { inputs: { name: string; type: string }[] } = JSON.parse(
        readFileSync(join(root, "tasks", task, "task.json"), "utf8"),
      );
      for (const { name, type } of manifest.inputs)
        assert.equal(stdout.includes(`\n  --${name}`), !type.startsWith("connectedService:"), name);
      assert.match(stdout, new RegExp(`^${task} \\d+\\.\\d+\\.\\d+: `));
      assert.match(stdout, /\nEnvironment variables:\n {2}[A-Z_]+: /);
      assert.ok(!/\]\(https:/.test(stdout), "a link that a terminal does not show");
    });

    it(`${task} --version: prints the version of package.json; help needs no dashes; a mistyped option names the right one`, async () => {
      const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      assert.deepEqual(await start(task, "--version"), {
        exitCode: 0,
        stdout: `${task} ${version}\n`,
        stderr: "",
      });
      const help = await start(task, "--help");
      assert.deepEqual(await start(task, "help"), help);
      assert.deepEqual(await start(task, "-h"), help);
      const { exitCode, stderr } = await start(task, "--inti");
      assert.equal(exitCode, 2);
      assert.match(stderr, /Unknown option '--inti'\. Did you mean `--init`\? --help lists the options\n$/);
    });
  }

  it("PipelineMonitor --plan: names the pipelines that a job every six minutes takes, with a YAML file to begin each", async () => {
    const { exitCode, stdout, stderr } = await start("PipelineMonitor", "--plan", "--every", "6m");
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const [said = "", ...files] = stdout.split(/^# azure-pipelines-\d+\.yml$/m);
    assert.match(said, /^To run every 6 minutes takes 2 pipelines, .* Set them for each new pipeline/s);
    const pipelines = files.map((text) => {
      const document = parseDocument(text, { strict: true, uniqueKeys: true });
      assert.deepEqual([...document.errors, ...document.warnings], [], text);
      const value: { trigger: string; schedules: { cron: string; always: boolean }[] } = document.toJS();
      return [value.trigger, value.schedules.map(({ cron, always }) => [cron, always])];
    });
    assert.deepEqual(pipelines, [
      ["none", [["0,12,24,36,48 * * * *", true]]],
      ["none", [["6,18,30,42,54 * * * *", true]]],
    ]);
    const refused = await start("PipelineMonitor", "--plan", "--every", "6");
    assert.equal(refused.exitCode, 2);
    assert.match(refused.stderr, /--every: expected a time from 1m to 1d/);
    assert.deepEqual(readdirSync(folder()), []);
  });

  it("PipelineMonitor --init: writes a configuration that the task takes as it is, and posts nothing yet", async () => {
    const answers = ["--organization", "contoso", "--project", "Night Shift", "--max_proc_time", "1800"];
    const { exitCode, stdout } = await init(
      "PipelineMonitor",
      ...answers,
      "--url_base",
      "http://127.0.0.1:9/",
    );
    assert.deepEqual([exitCode, readdirSync(folder()).sort()], [0, written("monitor")]);
    assert.match(
      stdout,
      /\nNext, set AZURE_DEVOPS_EXT_PAT and WEBHOOK_URL in the environment .*:\n {2}node \S*index\.js --explain monitor\.json +#.*\n.* --suggest monitor\.json +#.*\n.* --test-message +#.*\n$/,
    );
    assert.deepEqual(read("monitor.json"), {
      $schema: "./monitor.schema.json",
      organization: "contoso",
      project: "Night Shift",
      url_base: "http://127.0.0.1:9/",
      url_params: "&api-version=7.1",
      test_flag: true,
      run_ct_min: -1,
      queue_time_max: 300,
      explain_failures: true,
      group_causes: true,
      check_unfinished: true,
      history: 50,
      window: "since_last_report",
      notify: "changes",
      runs: "notPullRequests",
      greeting: true,
      pipelines: {
        comment: "To post, change test_flag to false. Run times are in seconds.",
        default: { max_proc_time: 1800, min_proc_time: 0, schedule: "auto" },
      },
    });
    assert.match(stdout, /\nrun_ct_min is -1, so too few runs are never reported\. Set it once/);
    const run = await start("PipelineMonitor", "monitor.json");
    assert.doesNotMatch(run.stdout, /Warning/);
    assert.match(
      run.stderr,
      /^Error: 1 problem found; nothing was checked or posted\.\n- BUILD_AUTH: missing;/,
    );
    assert.ok(!run.stderr.includes("things to mend"), "the configuration is at fault");
  });

  it("PipelineMonitor --init: names every wrong or missing answer, and writes nothing", async () => {
    const { exitCode, stderr } = await init("PipelineMonitor", "other.json", "--run_ct_min", "many");
    assert.deepEqual([exitCode, readdirSync(folder())], [2, []]);
    assert.match(
      stderr,
      /^Error: Nothing was written\. 3 problems found:\n- organization: missing;.*\n- project: missing;.*\n- run_ct_min: expected a whole number/,
    );
  });

  it("--init: never writes over a file that exists", async () => {
    writeFileSync(join(folder(), "monitor.json"), "mine");
    const { exitCode, stderr } = await init("PipelineMonitor", ...needed);
    assert.equal(exitCode, 2);
    assert.match(
      stderr,
      /^Error: Nothing was written\. monitor\.json exists already\. Name another file: --init NAME\.json\n$/,
    );
    assert.equal(readFileSync(join(folder(), "monitor.json"), "utf8"), "mine");
  });

  it("--init: writes a JSON file only, into a folder that is there, beside no schema of another's", async () => {
    const initIn = (...names: string[]) => init("PipelineMonitor", ...names, ...needed);
    assert.match(
      (await initIn("Shift")).stderr,
      /^Error: Nothing was written\. .*Shift is no name of a JSON file/,
    );
    assert.match(
      (await initIn("no/x.json")).stderr,
      /^Error: Nothing was written\. The folder .*no does not exist/,
    );
    assert.deepEqual(readdirSync(folder()), []);
    writeFileSync(join(folder(), "monitor.schema.json"), "mine");
    assert.match(
      (await initIn()).stderr,
      /^Error: Nothing was written\. .*monitor\.schema\.json exists already/,
    );
    assert.equal(readFileSync(join(folder(), "monitor.schema.json"), "utf8"), "mine");
    assert.deepEqual(readdirSync(folder()), ["monitor.schema.json"]);
    assert.equal((await initIn("first.json")).exitCode, 0);
    assert.equal(statSync(join(folder(), "first.json")).mode & 0o077, 0, "others can read it");
    rmSync(join(folder(), "first.json"));
    rmSync(join(folder(), "pipeline-first.yml"));
    assert.equal((await initIn("first.json")).exitCode, 0, "its own schema is in the way");
  });

  it("DomainRegister --init: writes a request that cannot be sent before a person has filled it in", async () => {
    const { exitCode, stdout } = await init("DomainRegister", "--nameFirst", "Erika", "--country", "DE");
    assert.deepEqual([exitCode, readdirSync(folder()).sort()], [0, written("domain")]);
    assert.match(
      stdout,
      /\nLeft to fill in: domain, agreedBy, nameLast, email, phone, address1, city, state, postalCode\.\n/,
    );
    const validating = ["--action", "validate", "--requestFile", "domain.json"];
    const { stderr } = await start("DomainRegister", "example.org", ...validating);
    assert.match(
      stderr,
      /^Error: \d+ problems found; nothing was sent\.\n(- .*\n)*- consent\.agreedBy: expected an IP address/,
    );
  });

  it("DomainRegister --init: with every answer, leaves nothing to fix but the credential", async () => {
    const answers: Record<string, string> = {
      domain: "example.net",
      period: "2",
      agreedBy: "203.0.113.7",
      nameFirst: "Erika",
      nameLast: "Mustermann",
      email: "erika@example.org",
      phone: "+49.301234567",
      address1: "Musterweg 1",
      city: "Berlin",
      state: "Berlin",
      postalCode: "10115",
      country: "DE",
    };
    const given = Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value]);
    const { stdout } = await init("DomainRegister", "mine.json", ...given);
    assert.doesNotMatch(stdout, /fill in/);
    const pipeline: unknown = parse(readFileSync(join(folder(), "pipeline-mine.yml"), "utf8"));
    assert.deepEqual(memberAt(pipeline, ["steps", "0"]), {
      task: "DomainRegister@1",
      inputs: { action: "validate", domain: "example.net", requestFile: "mine.json", registrar: "godaddy" },
      env: { REGISTRAR_API_KEY: "$(REGISTRAR_API_KEY)", REGISTRAR_API_SECRET: "$(REGISTRAR_API_SECRET)" },
    });
    assert.match(stdout, /\.js example\.net --action validate --requestFile mine\.json +# /);
    const { stderr } = await start("DomainRegister", "example.org", "--dryRun", "--requestFile", "mine.json");
    assert.match(
      stderr,
      /^Error: 2 problems found; nothing was sent\.\n- REGISTRAR_API_KEY: missing from.*\n- REGISTRAR_API_SECRET: missing from.*\n$/,
    );
  });

  it("DomainRegister --init: names a wrong answer once, though it stands in four contacts", async () => {
    const { stderr } = await init("DomainRegister", "--country", "Germany", "--period", "many");
    assert.match(
      stderr,
      /^Error: Nothing was written\. 2 problems found:\n- period: .*\n- contactAdmin\.addressMailing\.country: .*\n$/,
    );
    assert.deepEqual(readdirSync(folder()), []);
  });
});
