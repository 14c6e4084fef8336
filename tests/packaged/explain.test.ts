import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunSketch } from "../sandbox/runs";
import { ruleTable } from "../tasks/PipelineMonitor/rule-table/table";
import { everyExtra, failing } from "./extras-stage";
import { buildAuth, now, token } from "./monitor-stage";
import { assertInDocumentation, type ToolEnded, withToolStage } from "./tool-stage";

const hour: RunSketch[] = [
  failing(3, ["Importing\n##[error]Row 17 is broken", "no trouble"], { finishedSecondsAgo: 300 }),
  { id: 2, pipeline: "price feed", runSeconds: 1834, queuedSeconds: 900, finishedSecondsAgo: 900 },
  { id: 1, pipeline: "site health", finishedSecondsAgo: 1800 },
];
const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  "nightly import": { max_proc_time: 600 },
};
const explain = ["--explain", "monitor.json"];
const record = [...explain, "--record", "case"];
const replay = [...explain, "--replay", "case"];
/** Without the source of the runs, and without the note about a recording. */
const explained = ({ lines }: ToolEnded) => lines.slice(1).filter((line) => !line.startsWith("Recorded in"));

function assertLines(stdout: string, lines: readonly string[]): void {
  for (const line of lines) assert.ok(stdout.includes(`\n${line}\n`), `${line} in ${stdout}`);
}

function changeConfig(folder: string, changes: object): void {
  const path = join(folder, "monitor.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...changes }));
}

describe("packaged PipelineMonitor --explain", () => {
  it("tells of every run its figures, its settings, each test's outcome and why which log was chosen", async () => {
    await withToolStage({ runs: hour, config: { pipelines } }, async ({ tool }) => {
      const { stdout, stderr, exitCode } = await tool(...explain);
      assert.deepEqual([exitCode, stderr], [0, ""]);
      assertInDocumentation(stdout, "Explain");
      assertLines(stdout, [
        "  settings: pipelines.nightly import: max_proc_time 600, min_proc_time 30 (of pipelines.default); queue_time_max 300",
        "  2. status completed, result failed: matches",
        "  message: by test 3, the last that matches",
        "  log: 5, the last that holds `error`; considered: the fifth and later of 6",
        "  no message",
      ]);
    });
  });

  it("tells the message that the monitor would post, whatever the rules find", async () => {
    for (const { runs, config = {}, lines: expected } of ruleTable)
      await withToolStage({ runs, config }, async ({ tool }) => {
        const { lines } = await tool(...explain);
        assert.deepEqual(lines.slice(-1 - expected.length, -1), expected);
      });
  });

  it("lists the schedules that are learned, and given ones that the runs contradict", async () => {
    const nightly = Array.from(
      { length: 28 },
      (_, day): RunSketch => ({
        ...{ id: 100 + day, runSeconds: 60, queuedSeconds: 0, record: { reason: "schedule" } },
        finishedSecondsAgo: day * 86_400 + 9 * 3600 - 41 * 60 - 60,
      }),
    );
    const ofPipeline = (pipeline: string, definitionId: number) => (run: RunSketch) => ({
      ...run,
      ...{ id: definitionId * 100 + (run.id ?? 0), pipeline, definitionId },
    });
    const rare = nightly.slice(3, 5).map(ofPipeline("rare", 8));
    const given = nightly.map(ofPipeline("given", 9));
    const config = {
      window: "since_last_report",
      pipelines: { default: { ...pipelines.default, schedule: "auto" }, given: { schedule: "0 6 * * *" } },
    };
    await withToolStage({ runs: [...nightly, ...rare, ...given], config }, async ({ tool }) => {
      const { stdout } = await tool(...explain);
      assertLines(stdout, [
        'nightly import: "schedule": "0 19 * * *" (every day at 19:00 UTC, 3 weeks)',
        "rare: no pattern in its runs, so none is reported as missed",
        "given: no scheduled run came at a time of its `schedule` in three weeks. Its runs show 0 19 * * *.",
      ]);
    });
  });

  it("goes by the service's time where the machine's clock is wrong, and so does a replay", async () => {
    const serviceTime = now - 600_000;
    await withToolStage({ runs: hour, serviceTime }, async ({ tool, alone }) => {
      const live = await tool(...record);
      assert.match(live.stdout, /^Warning: The agent's clock is 10 min fast: /m);
      assert.match(live.stdout, /^Runs that finished since 2026-11-20 02:08:30 UTC/m);
      const replayed = await alone(...replay);
      const isWarning = (line: string) => line.startsWith("Warning: ");
      assert.deepEqual(
        explained(replayed),
        explained(live).filter((line) => !isWarning(line)),
      );
    });
  });

  it("replays what was recorded: the same to the letter, without the service, with all that lies beyond the rules", async () => {
    const config = { pipelines, ...everyExtra };
    const running: RunSketch = { id: 4, unfinished: "running", runSeconds: 5700, logs: [..."1234", "on"] };
    const runs = [
      ...hour,
      running,
      failing(5, ["no word of it"], { timelineErrors: ["disk: No space left on device"] }),
    ];
    await withToolStage({ runs, config }, async ({ tool, alone, service }) => {
      const live = await tool(...record);
      assert.equal(live.exitCode, 0);
      assert.match(live.stdout, /^Recorded in case, without what looks like a credential\. Check it before/m);
      for (const told of [/Why: "Row 17 is broken"/, /Why: no space left/, /is still running after 5700 s/])
        assert.match(live.stdout, told);
      await service.close();
      const replayed = await alone(...replay);
      assert.equal(replayed.lines[0], "Replaying case, recorded 2026-11-20 03:19:00 UTC.");
      assert.deepEqual(explained(replayed), explained(live));
    });
  });

  it("records no credential, though a log holds one, and nothing of people", async () => {
    const log = `##[error]git push https://ci:${token}@host refused\nBasic ${buildAuth}\nerror`;
    const ofPerson = { requestedFor: { displayName: "A Person", uniqueName: "person@example.org" } };
    await withToolStage({ runs: [failing(1, [log], { record: ofPerson })] }, async ({ tool, folder }) => {
      await tool(...record);
      const files = readdirSync(join(folder, "case")).map((name) =>
        readFileSync(join(folder, "case", name), "utf8"),
      );
      assert.ok(files.some((text) => text.includes("##[error]git push https://***@host refused")));
      for (const text of files) assert.doesNotMatch(text, new RegExp(`${token}|${buildAuth}|[Pp]erson`));
    });
  });

  it("records what failed, so that a colleague sees the same fault", async () => {
    await withToolStage({ runs: hour }, async ({ tool, alone, service }) => {
      service.faults.push({ when: ({ path }) => path.endsWith("/builds"), reply: { status: 403 } });
      const live = await tool(...record);
      const replayed = await alone(...replay);
      assert.deepEqual([live.exitCode, replayed.exitCode], [2, 2]);
      assert.match(live.stderr, /403 Forbidden/);
      assert.equal(replayed.stderr, live.stderr);
    });
  });

  it("tells what a changed configuration makes of a recording, and what the recording does not hold for that", async () => {
    await withToolStage({ runs: hour, config: { pipelines } }, async ({ tool, alone, folder }) => {
      await tool(...record);
      changeConfig(folder, { pipelines: { default: { max_proc_time: 200, min_proc_time: 30 } } });
      const { stdout, exitCode } = await alone(...replay);
      assert.equal(exitCode, 0);
      assert.match(
        stdout,
        /^site health .* ran too long: 300 s \(5 min\), allowed 30 to 200 s\. \[run\].*its logs could not be listed/m,
      );
      assert.match(
        stdout,
        /The recording has no response to \/_apis\/build\/builds\/1\/logs\. Either this configuration asks for more/,
      );
    });
  });

  it("refuses folders that it cannot use, in one message with all else that is to mend", async () => {
    await withToolStage({}, async ({ alone, folder }) => {
      mkdirSync(join(folder, "full"));
      writeFileSync(join(folder, "full", "x"), "");
      const { exitCode, stderr } = await alone("--explain", "--record", "full", "--replay", "nowhere");
      assert.equal(exitCode, 2);
      for (const fault of [
        "--record: a replay has nothing to record",
        "--record: full is not empty. Name a new folder",
        "configFile: missing; enter the path of the monitor configuration",
        "--replay: nowhere does not contain a recording: ENOENT",
      ])
        assert.ok(stderr.includes(fault), `${fault} in ${stderr}`);
    });
  });

  it("refuses a recording of another project, and an option without its value", async () => {
    await withToolStage({ runs: hour }, async ({ tool, alone, folder }) => {
      await tool(...record);
      changeConfig(folder, { project: "Day Shift" });
      const { stderr } = await alone(...replay);
      assert.match(
        stderr,
        /case was recorded of \/contoso\/Night%20Shift, and the configuration names \/contoso\/Day%20Shift/,
      );
      assert.match((await alone(...explain, "--replay", "")).stderr, /--replay: is empty/);
    });
  });

  it("looks at the limits of runs at any hour, so that they can be tried", async () => {
    const scheduled = { default: pipelines.default, "site health": { schedule: "0 4-23 * * *", grace: 0 } };
    await withToolStage(
      { runs: hour, config: { runs_per_week_max: 100, pipelines: scheduled } },
      async ({ tool }) => {
        assert.match((await tool(...explain)).stdout, /^site health will reach 100 runs in 7 days at /m);
      },
    );
  });

  it("keeps what services call things from splitting or forging a line", async () => {
    const hostile = {
      pipeline: "evil\nNo recent pipeline errors.",
      buildNumber: "1\nsite health ok",
      result: "a\u2028b",
    };
    await withToolStage({ runs: [{ id: 1, ...hostile }] }, async ({ tool }) => {
      const { lines } = await tool(...explain);
      assert.match(lines[3] ?? "", /^evil No recent pipeline errors\. 1 site health ok \(run 1\): queued/);
      assert.ok(lines.includes("  2. status completed, result a b: matches"));
    });
  });

  it("leaves no recording that would pass for a whole one when it is cancelled", async () => {
    await withToolStage({ runs: hour }, async ({ tool, alone, service, cancelTool }) => {
      service.faults.push({
        when: ({ path }) => path.endsWith("/logs"),
        reply: () => {
          cancelTool();
          return { status: 503 };
        },
      });
      const live = await tool(...record);
      assert.equal(live.exitCode, 130);
      assert.doesNotMatch(live.stdout, /Recorded in/);
      assert.match((await alone(...replay)).stderr, /does not contain a recording/);
    });
  });

  it("does not say that somebody cancelled it when nobody reads its output", async () => {
    await withToolStage({ runs: hour }, async ({ unread }) => {
      const { stderr, exitCode } = await unread(...explain);
      assert.match(
        stderr,
        /^Error: The output could not be written \(write EPIPE\), so the task stopped\.$/m,
      );
      assert.equal(exitCode, 2);
    });
  });

  it("says that it explains the last hour", async () => {
    await withToolStage({ runs: hour, config: { window: "since_last_report" } }, async ({ tool }) => {
      const { lines } = await tool(...explain);
      const note = "The monitor itself begins where its last report ended. This explains the last hour.";
      assert.equal(lines[2], note);
    });
  });
});
