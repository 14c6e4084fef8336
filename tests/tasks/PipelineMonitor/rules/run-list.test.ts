import assert from "node:assert/strict";
import { attemptOf, idOf, type RunRecord } from "../../../../shared/azure-devops/records";
import { runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { lastHour, sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { openList, readRuns } from "../../../../tasks/PipelineMonitor/rules/run-list";
import { failedRun } from "../failed-run";
import { missedEntry } from "../known-entry";
import { memoryContext, projectReport } from "../report-stage";

const now = Date.UTC(2026, 10, 20, 3, 19, 40);
const second = now / 1000;

describe("openList", () => {
  /** On an agent whose clock is fast by so many seconds; undefined if the service tells no time. */
  async function open(fastSeconds: number | undefined, pages: RunRecord[][] = []) {
    const asked: string[] = [];
    const service = {
      async *runsSince(since: Date) {
        asked.push(since.toISOString().slice(11, 19));
        yield* pages;
      },
      clockDifference: () => fastSeconds && -1000 * fastSeconds,
    };
    const context = memoryContext({ service });
    const list = await openList(lastHour, now, context);
    const listed: RunRecord[][] = [];
    for await (const page of list.pages) listed.push(page);
    return { asked, listed, window: list.window, note: list.clockNote, warnings: context.agent.warnings };
  }

  it("goes by the agent's clock if the service tells no time, or one within a minute of it", async () => {
    const usual = { window: lastHour(now), note: "", warnings: [] };
    for (const seconds of [undefined, 0, 60, -60])
      assert.deepEqual(await open(seconds), { asked: ["02:19:10"], listed: [], ...usual }, `${seconds}`);
    const pages = [[{ run: failedRun({ id: 1 }) }], [{ run: failedRun({ id: 2 }) }]];
    assert.deepEqual((await open(0, pages)).listed, pages);
  });

  it("goes by the service's clock otherwise, asks again, and says by how much the agent's is wrong", async () => {
    const pages = [[{ run: failedRun({ id: 1 }) }]];
    const year = 366 * 24 * 3600;
    for (const [seconds, again, difference, times] of [
      [61, "02:18:09", "1 min 1 s fast", "2026-11-20 03:18:39"],
      [-61, "02:20:11", "1 min 1 s slow", "2026-11-20 03:20:41"],
      [year, "02:19:10", "8784 h fast", "2025-11-19 03:19:40"],
    ] as const) {
      const note =
        `The agent's clock is ${difference}: it says 2026-11-20 03:19:40 UTC, ` +
        `the build service's says ${times} UTC.`;
      assert.deepEqual(await open(seconds, pages), {
        ...{ asked: ["02:19:10", again], listed: pages, window: lastHour(now - 1000 * seconds), note },
        warnings: [`${note} The monitor uses the service's time. Set the agent's clock.`],
      });
    }
  });

  it("fails if the clocks differ by years, because nobody knows which runs to check (invariant 2)", async () => {
    for (const seconds of [1, -1].map((sign) => sign * (366 * 24 * 3600 + 1)))
      await assert.rejects(open(seconds), {
        message:
          /^The agent's clock is .* UTC\. One of the two clocks is wrong, so the runs to check are unknown\. Set it\.$/,
      });
  });
});

describe("readRuns", () => {
  const config = { ...projectReport().config, runCountMin: -1 };
  const finishedAgo = (id: number, seconds: number): RunRecord => {
    const startTime = second - seconds - 60;
    return { run: failedRun({ id, queueTime: startTime, startTime, finishTime: second - seconds }) };
  };
  const read = (pages: RunRecord[][], runCountMin = -1) => {
    const window = sinceLast(now, { until: second - 7200 });
    async function* inPages() {
      yield* pages;
    }
    return readRuns(
      { ...config, runCountMin },
      { window, since: new Date(0), pages: inPages(), clockNote: "" },
      memoryContext(),
    );
  };

  it("keeps every record of all pages in their order, and counts those of the window and of the last hour", async () => {
    const unreadable = { id: 4, buildNumber: "", pipeline: undefined, problem: "status: expected a text" };
    const pages = [
      [finishedAgo(1, 60), finishedAgo(2, 7100)],
      [finishedAgo(3, 7300), { unreadable }],
    ];
    const { records, runCount, issues } = await read(pages, 2);
    assert.deepEqual([records.map(idOf).join(), runCount], ["1,2,3,4", 3]);
    // The third finished before the last report, which did not see it.
    assert.deepEqual(issues.map((issue) => runOf(issue)?.id).join(), ",1,2,3,");
    assert.deepEqual(issues[0], issueOfRunCount(2, 2));
  });

  it("keeps only the beginning of a commit, which tells it from others", async () => {
    const run = failedRun({ finishTime: second - 60, branch: "refs/heads/main", reason: "schedule" });
    const bare = failedRun({ result: "succeeded", startTime: 0, finishTime: 60 });
    const { records } = await read([[{ run: { ...run, commit: "0123abcd".repeat(5) } }, { run: bare }]]);
    const shortened = { ...run, commit: "0123abcd0123", verdict: "failed" };
    assert.deepEqual(records, [{ run: shortened }, { run: bare }]);
  });

  it("finds nothing that a report has read, and hands on what earlier reports know", async () => {
    const [seen, listed] = [60, 0].map((ago, id) => failedRun({ id, finishTime: second - ago }));
    const times = { until: second - 7200, dueUntil: 0, seen: [attemptOf(seen ?? assert.fail())] };
    const entries = [missedEntry("a", second - 9000)];
    async function* pages() {
      yield [seen, listed].map((run = assert.fail()) => ({ run }));
    }
    const list = { window: sinceLast(now, times), since: new Date(0), pages: pages(), clockNote: "" };
    const before = { times, entries, journal: undefined };
    const report = await readRuns(config, list, memoryContext(), before);
    assert.deepEqual([report.issues.map((issue) => runOf(issue)?.id), report.runCount], [[1], 2]);
    assert.deepEqual(report.records.map(idOf), [0, 1]);
    assert.deepEqual([report.times, report.entries], [times, entries]);
  });
});
