import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

    it(`${task} --version: prints the version of package.json; a mistyped option names the right one`, async () => {
      const { version }: { version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
      const shown = { exitCode: 0, stdout: `${task} ${version}\n`, stderr: "" };
      assert.deepEqual(await start(task, "--version"), shown);
      const { exitCode, stderr } = await start(task, "--inti");
      assert.equal(exitCode, 2);
      assert.match(stderr, /Unknown option '--inti'\. Did you mean `--init`\? --help lists the options\n$/);
    });
  }

  it("PipelineMonitor --plan: names the pipelines that a job every six minutes takes, and writes nothing", async () => {
    const { exitCode, stdout, stderr } = await start("PipelineMonitor", "--plan", "--every", "6m");
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.match(stdout, /^To run every 6 minutes takes 2 pipelines, .* Set them for each new pipeline/s);
    assert.deepEqual(readdirSync(folder()), []);
  });

  it("PipelineMonitor --init: writes a configuration that the task takes as it is, and posts nothing yet", async () => {
    const answers = ["--organization", "contoso", "--project", "Night Shift", "--max_proc_time", "1800"];
    const { exitCode, stdout } = await start("PipelineMonitor", "--init", ...answers);
    const written = ["monitor.json", "monitor.schema.json", "pipeline-monitor.yml"];
    assert.deepEqual([exitCode, readdirSync(folder()).sort()], [0, written]);
    assert.match(
      stdout,
      /\nNext, set AZURE_DEVOPS_EXT_PAT and WEBHOOK_URL in the environment .*:\n {2}node \S*index\.js --explain monitor\.json +#.*\n.* --suggest monitor\.json +#.*\n.* --test-message +#.*\n$/,
    );
    const run = await start("PipelineMonitor", "monitor.json");
    assert.doesNotMatch(run.stdout, /Warning/);
    assert.match(
      run.stderr,
      /^Error: 1 problem found; nothing was checked or posted\.\n- BUILD_AUTH: missing;/,
    );
    const again = await start("PipelineMonitor", "--init", ...answers);
    assert.equal(again.exitCode, 2);
    assert.match(
      again.stderr,
      /^Error: Nothing was written\. monitor\.json and \S+ exist already\. Name another file: /,
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
    const { stdout } = await start("DomainRegister", "--init", "mine.json", ...given);
    assert.doesNotMatch(stdout, /fill in/);
    assert.match(stdout, /\.js example\.net --action validate --requestFile mine\.json +# /);
    const { stderr } = await start("DomainRegister", "example.org", "--dryRun", "--requestFile", "mine.json");
    assert.match(
      stderr,
      /^Error: 2 problems found; nothing was sent\.\n- REGISTRAR_API_KEY: missing from.*\n- REGISTRAR_API_SECRET: missing from.*\n$/,
    );
  });
});
