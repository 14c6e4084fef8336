import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../root";
import { startBuildService } from "../sandbox/build-service";
import { productNames } from "../sandbox/chat";
import { startServer } from "../sandbox/loopback";
import { sketchRun } from "../sandbox/runs";
import { temporaryFolder } from "../temporary-folder";
// Both write to reports/, so they take turns.
import "./start-simulated";
import { start } from "./start-stage";

const wrapper = join(root, "tests", "demo", "start.mjs");
const reports = join(root, "reports");
const token = "canary-personal-access-token";

describe("npm start", () => {
  it("lists its options when asked, without a build, and all problems when they are wrong", async () => {
    const help = await start(["--help"]);
    for (const option of [
      "--organization URL",
      "--project NAME",
      "--action ACTION",
      "--config FILE",
      "--help",
    ])
      assert.match(help, new RegExp(`^  ${option} `, "m"));
    const { stdout } = await promisify(execFile)(process.execPath, [wrapper, "--help"]);
    assert.equal(stdout, help);
    await assert.rejects(start(["--colour", "7"]), ({ stderr }: { stderr: string }) =>
      /^2 problems found:\n- --colour: unknown option\n- 7: .*\nnpm start -- --help lists the options\.\n$/.test(
        stderr,
      ),
    );
    // The wrapper checks them before it builds.
    await assert.rejects(
      promisify(execFile)(process.execPath, [wrapper, "--organization", "contoso", "--colour", "7"]),
      ({ stderr, stdout }: { stderr: string; stdout: string }) =>
        /^4 problems found:\n- --colour: unknown option\n- 7: .*\n- --project: missing.*\n- AZURE_DEV/.test(
          stderr,
        ) && stdout === "",
    );
    const env = { ...process.env, npm_config_organization: "https://dev.azure.com/contoso" };
    await assert.rejects(
      promisify(execFile)(process.execPath, [wrapper], { env }),
      /Options come after two dashes: npm start -- --organization …/,
    );
  });
});

describe("npm start over a real project", () => {
  const folder = temporaryFolder();

  /** Runs it over a service that only takes the token. Asserts that it only reads, and never shows the token. */
  async function showProject(options: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
    const now = Date.now();
    const service = await startBuildService({
      project: "Shop",
      moreProjects: {},
      runs: [
        sketchRun(now, {
          id: 1,
          result: "failed",
          logs: ["1", "2", "3", "4", "##[error]No space left on device"],
        }),
      ],
      authorizations: [`Basic ${Buffer.from(`:${token}`).toString("base64")}`],
    });
    try {
      const place = ["--organization", `${service.address.href}contoso`, "--project", "Shop"];
      const shown = await start([...place, ...options], { AZURE_DEVOPS_EXT_PAT: token, ...environment });
      assert.deepEqual(service.violations, []);
      assert.deepEqual([...new Set(service.requests.map(({ method }) => method))], ["GET"]);
      assert.ok(!shown.includes("canary"), "the token is shown");
      return { shown, requests: service.requests };
    } finally {
      await service.close();
    }
  }

  it("says what it reads and that it posts nothing, and shows log, summary, tab, and message in each chat, and leaves no page of the last time", async () => {
    mkdirSync(reports, { recursive: true });
    writeFileSync(join(reports, "hub-bad-night.html"), "simulated");
    const { shown, requests } = await showProject();
    assert.deepEqual(
      readdirSync(reports)
        .filter((name) => name.endsWith(".html"))
        .sort(),
      ["chats.html", "hub.html", "pipeline-monitor-report.html"],
    );
    assert.match(
      shown,
      /^Reads runs, logs and pipelines of Shop at http:\/\/SERVICE\/contoso\/, with the token from AZURE_DEVOPS_EXT_PAT\.\nPosts nothing: /,
    );
    assert.match(shown, /^nightly import \[.* failed\. .*Why: no space left/m);
    assert.match(shown, /^Watching 1 pipeline in Shop \(1 ran in the last day\)\.$/m);
    assert.match(shown, /^1 problem in 1 run; not posted, because test_flag is true\.$/m);
    assert.match(shown, /^ {2}- \*\*nightly import\*\* failed/m);
    assert.match(shown, /^ {2}\/.*pipeline-monitor-report\.html$/m);
    const [, hub = ""] = /^The hub in Pipelines of Shop, after this first run:\n {2}(.*)$/m.exec(shown) ?? [];
    const inHub = readFileSync(hub, "utf8");
    for (const part of [
      '"projectName":"Shop"',
      '"pipeline-keeper.journal"',
      '"pipeline-keeper.report"',
      "monitor-reported-0-",
    ])
      assert.ok(inHub.includes(part), part);
    const [, page = ""] = /^The message as each chat shows it:\n {2}(.*)$/m.exec(shown) ?? [];
    assert.doesNotMatch(inHub + readFileSync(page, "utf8"), />Simulated</);
    const chats = readFileSync(page, "utf8").match(/<h2>\w+<\/h2>.*?nightly import/gs) ?? [];
    assert.equal(chats.length, productNames.length);
    assert.ok(
      shown.endsWith(
        `${requests.length} read-only requests went to http://SERVICE/contoso/. Nothing was changed or posted.\n`,
      ),
    );
    const targets = requests.map(({ target }) => target);
    assert.equal(new Set(targets).size, targets.length, "reads something twice");
  });

  it("explains a refused token for a person at a terminal", async () => {
    const refused = showProject([], { AZURE_DEVOPS_EXT_PAT: "canary-other" });
    await assert.rejects(refused, ({ stderr }: { stderr: string }) => {
      assert.match(stderr, /does not accept the token from AZURE_DEVOPS_EXT_PAT \(401\)\./);
      assert.match(stderr, /_usersSettings\/tokens\nThen: /);
      assert.doesNotMatch(stderr, /canary|service connection|printf/);
      return true;
    });
  });

  it("sends nothing to any target that a configuration or the environment names", async () => {
    const outside = await startServer(() => ({ status: 200, body: "ok" }));
    const { href } = outside.address;
    const file = join(folder(), "monitor.json");
    const config = {
      ...{ organization: "fabrikam", project: "Other", url_base: href, url_params: "&api-version=7.1" },
      ...{
        test_flag: false,
        run_ct_min: -1,
        queue_time_max: 300,
        notify: "changes",
        window: "since_last_report",
      },
      routes: [{ webhook: "TEAM_A" }],
      paging: { kind: "pagerduty", key: "PAGING_KEY", severities: ["normal", "high"] },
      ...{ metrics: true, digest: "Mon 00:00" },
      pipelines: { default: { max_proc_time: 900, min_proc_time: 0 } },
    };
    writeFileSync(file, JSON.stringify(config));
    try {
      const { shown } = await showProject(["--config", file], {
        ...{ WEBHOOK_URL: `${href}hook`, TEAM_A: `${href}team`, HEARTBEAT_URL: `${href}ping` },
        ...{ PAGING_KEY: "0123456789abcdef0123456789abcdef", OTEL_EXPORTER_OTLP_ENDPOINT: href },
        ...{ HTTP_PROXY: href, NO_PROXY: "127.0.0.1" },
      });
      assert.match(shown, /^1 problem in 1 run; not posted/m);
      assert.deepEqual(outside.requests, []);
    } finally {
      await outside.close();
    }
  });
});
