import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, under } from "../pages";
import { root } from "../root";
import { runProcess } from "../sandbox/agent-process";
import { type SandboxBuildService, startBuildService } from "../sandbox/build-service";
import { startChat } from "../sandbox/chat";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { scheduledRuns } from "../sandbox/schedule";
import { twoWeeks } from "../tasks/PipelineMonitor/digest/digest-weeks";
import { usualConfig } from "../tasks/PipelineMonitor/usual-config";
import { temporaryFolder } from "../temporary-folder";
import { everyExtra, failing } from "./extras-stage";
import { buildAuth, now, token } from "./monitor-stage";

const packaged = join(root, "dist", "tasks", "PipelineMonitor", "index.js");
const credential = { BUILD_AUTH: buildAuth };
const hour: RunSketch[] = [
  failing(3, ["Importing\n##[error]Row 17 is broken", "no trouble"], { finishedSecondsAgo: 300 }),
  { id: 2, pipeline: "price feed", runSeconds: 1834, queuedSeconds: 900, finishedSecondsAgo: 900 },
  { id: 1, pipeline: "site health", finishedSecondsAgo: 1800 },
];

describe("packaged PipelineMonitor, its tools", () => {
  const folder = temporaryFolder();

  /** A tool started by a person in a folder with a configuration. With `closeOutputWhen`, its output is closed. */
  async function start(
    commandLine: string[],
    environment: Record<string, string> = credential,
    closeOutputWhen = () => false,
  ) {
    const env = { PATH: process.env["PATH"] ?? "", SANDBOX_CLOCK_STARTS_AT: String(now), ...environment };
    const at = { cwd: folder(), env };
    const ended = await runProcess(["fake-clock"], [packaged, ...commandLine], at, { closeOutputWhen });
    for (const secret of [token, buildAuth, "canary"])
      assert.ok(!(ended.stdout + ended.stderr).includes(secret), "a credential is shown");
    return ended;
  }
  async function withService(
    runs: readonly RunSketch[],
    act: (service: SandboxBuildService) => Promise<void>,
    config: object = {},
  ): Promise<void> {
    const service = await startBuildService({
      runs: runs.map((sketch) => sketchRun(now, sketch)),
      authorizations: [`Basic ${buildAuth}`],
    });
    const { organization, project, address } = service;
    const keys = { ...usualConfig, organization, project, url_base: address.href, ...config };
    writeFileSync(join(folder(), "monitor.json"), JSON.stringify(keys));
    try {
      await act(service);
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  }

  /** Asserts that a tool prints what the page of the command line shows. */
  async function assertShown(commandLine: string[], heading: string): Promise<string> {
    const { stdout, stderr, exitCode } = await start(commandLine);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const section = under(heading, readPage("docs", "monitor", "command-line.md"));
    const [, shown = ""] = /^```\n([\s\S]*?)^```$/m.exec(section) ?? [];
    assert.ok(shown !== "" && stdout.includes(shown), `the page shows something else than\n${stdout}`);
    return stdout;
  }

  it("--explain shows what its page does; a replay shows the same without the service, and holds no secret", async () => {
    const ofPerson = { requestedFor: { displayName: "A Person", uniqueName: "person@example.org" } };
    const secrets = `##[error]git push https://ci:${token}@host refused\nBasic ${buildAuth}`;
    const runs: RunSketch[] = [
      ...hour,
      { id: 4, unfinished: "running", runSeconds: 5700, logs: [..."1234", "on"] },
      failing(5, ["no word of it"], { timelineErrors: ["disk: No space left on device"] }),
      failing(6, [secrets], { record: ofPerson, pipeline: "push" }),
    ];
    /** Without the source of the runs, and without the note about the recording. */
    const inside = (stdout: string) =>
      stdout.split("\n").filter((line) => !/^(Re(ad|play)ing|Recorded in) /.test(line));
    const act = async (service: SandboxBuildService) => {
      const live = await assertShown(["--explain", "monitor.json", "--record", "case"], "Explain");
      for (const told of [/Why: "Row 17 is broken"/, /Why: no space left/, /is still running after 5700 s/])
        assert.match(live, told);
      await service.close();
      const replayed = await start(["--explain", "monitor.json", "--replay", "case"], {});
      assert.deepEqual(inside(replayed.stdout), inside(live));
      const files = readdirSync(join(folder(), "case")).map((name) =>
        readFileSync(join(folder(), "case", name), "utf8"),
      );
      assert.ok(files.some((text) => text.includes("##[error]git push https://***@host refused")));
      for (const text of files) assert.doesNotMatch(text, new RegExp(`${token}|${buildAuth}|[Pp]erson`));
    };
    await withService(runs, act, everyExtra);
  });

  it("--explain does not say that somebody canceled it when nobody reads its output", () =>
    withService(hour, async () => {
      const { stderr, exitCode } = await start(["--explain", "monitor.json"], credential, () => true);
      const error = /^Error: The output could not be written \(write EPIPE\), so the task stopped\.$/m;
      assert.match(stderr, error);
      assert.equal(exitCode, 2);
    }));

  it("--suggest prints a section `pipelines`, as its page shows it", async () => {
    const feed = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: 500 + index, pipeline: "price feed", finishedSecondsAgo: 3600 * index },
      ...{ runSeconds: 280 + index, queuedSeconds: index },
    }));
    const nightly = scheduledRuns(now, { everyMinutes: 24 * 60, days: 20, run: { id: 100 } });
    await withService([...nightly, ...feed], async () => {
      await assertShown(["--suggest", "monitor.json"], "Suggest");
    });
  });

  it("--digest prints the digest of as many days as it is told", () =>
    withService(twoWeeks(), async () => {
      const { stdout, stderr, exitCode } = await start(["--digest", "monitor.json", "--days", "1"]);
      assert.deepEqual([exitCode, stderr], [0, ""]);
      assert.match(
        stdout,
        /\nNight Shift: 7 runs in 1 day, 2 failed \(1 the day before\)\n\*\*Pipeline digest\*\*\n/,
      );
    }));

  it("--test-message needs only the webhook of the environment, and exits with 2 if the channel refuses", async () => {
    const chat = await startChat(undefined, "slack");
    try {
      const send = () => start(["--test-message", "slack"], { WEBHOOK_URL: chat.webhook.href });
      const { exitCode, stdout, stderr } = await send();
      assert.deepEqual([exitCode, stderr, chat.texts.length], [0, "", 1]);
      assert.match(stdout, /^The channel accepted the test message, written as Slack\. /);
      chat.faults.push({ when: () => true, reply: { status: 404 } });
      const refused = await send();
      assert.deepEqual([refused.exitCode, refused.stdout], [2, ""]);
      assert.match(refused.stderr, /^Error: The channel did not accept the test message\. .*\nHelp: .*\n$/s);
    } finally {
      await chat.close();
    }
  });
});
