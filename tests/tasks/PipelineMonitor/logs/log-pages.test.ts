import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { StepCancelled } from "../../../../shared/agent/task";
import { emptyTimeline, type Timeline } from "../../../../shared/azure-devops/timeline";
import { type Issue, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Links } from "../../../../tasks/PipelineMonitor/issue/links";
import { runOptional } from "../../../../tasks/PipelineMonitor/issue/stage";
import { lastErrorReader } from "../../../../tasks/PipelineMonitor/logs/last-error";
import { logPages } from "../../../../tasks/PipelineMonitor/logs/log-pages";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { testClock } from "../../../test-clock";
import { timelineRecord } from "../../../timeline-record";
import { failedRun } from "../failed-run";
import { hanging, memoryContext, projectReport } from "../report-stage";

const choice = { logId: 7, holdsError: true, logs: 7, considered: 3, lineCount: 50, unreadableLogs: 0 };
const links: Links = {
  ...{ runPage: new URL("https://h/o/p/_build/results?buildId=1"), log: new URL("https://h/7"), note: "" },
  ...{ choice, lineNumber: 40 },
};
const failed = (id: number, changes: Partial<Links> = {}): Issue => ({
  ...issueOfResult(failedRun({ id })),
  links: { ...links, ...changes },
});
const job = timelineRecord({ id: "j-1", type: "Job", logId: 9, parentId: undefined });
const step = timelineRecord({ id: "t-1", logId: 7, parentId: "j-1" });
const named: Timeline = { ...emptyTimeline, records: [job, step] };

const everyIssue = logPages(() => true);

/** Completes issues over the timelines of their runs; one that is missing cannot be read. */
async function paged(issues: Issue[], timelines: Record<number, Timeline>, isTold = (_: Issue) => true) {
  const asked: number[] = [];
  const timeline = async (id: number) => {
    asked.push(id);
    return timelines[id] ?? assert.fail("down");
  };
  const context = memoryContext({ service: { timeline } });
  const report = await runOptional(logPages(isTold), projectReport({ issues }), context);
  const pages = report.issues.map(({ links: { logPage } }) => logPage?.href);
  return { pages, asked, printed: context.agent.printed, skipped: report.skipped };
}

const page = "https://h/o/p/_build/results?buildId=1&view=logs&j=j-1";

describe("logPages", () => {
  it("opens the log at its line, which its run's timeline places", async () => {
    const issues = [failed(1), failed(2, { lineNumber: undefined })];
    const { pages, asked } = await paged(issues, { 1: named, 2: named });
    assert.deepEqual(
      [pages, asked],
      [
        [`${page}&t=t-1&l=40`, `${page}&t=t-1`],
        [1, 2],
      ],
    );
  });

  it("reads no timeline again that the causes have read", async () => {
    const { pages, asked } = await paged(
      [failed(1, { place: { job: "j-2" } }), failed(2, { place: "unknown" })],
      {},
    );
    assert.deepEqual([pages, asked], [[page.replace("j-1", "j-2"), undefined], []]);
  });

  it("opens the step of a failed run that failed, at its first error, whatever log the rules have found", async () => {
    const green = { ...step, id: "t-2", result: "succeeded" };
    const failure = { ...step, logId: 5, errors: [{ message: "x", agent: "", line: 12 }] };
    const { pages } = await paged([failed(1)], { 1: { ...emptyTimeline, records: [job, green, failure] } });
    assert.deepEqual(pages, [`${page}&t=t-1&l=12`]);
    const succeeded = { ...failed(2), about: { run: failedRun({ id: 2, result: "succeeded" }) } };
    const other = await paged([succeeded], { 2: { ...emptyTimeline, records: [job, failure, green] } });
    assert.deepEqual(other.pages, [`${page}&t=t-2&l=40`]);
  });

  it("requests nothing for issues that no product is told of, and for runs without a log", async () => {
    const isTold = (issue: Issue) => runOf(issue)?.id !== 1;
    const unlogged = failed(2, { choice: { ...choice, logId: undefined } });
    const { asked, pages } = await paged([failed(1, { place: { job: "j-1" } }), unlogged], {}, isTold);
    assert.deepEqual([asked, pages], [[], [undefined, undefined]]);
    const some = await paged([failed(1), failed(2)], { 1: named, 2: named }, isTold);
    assert.deepEqual([some.asked, some.pages], [[2], [undefined, `${page}&t=t-1&l=40`]]);
  });

  it("is not enabled if no product is told of anything", () => {
    const isEnabled = [() => true, () => false].map((isTold) =>
      logPages(isTold).isEnabled?.(projectReport({ issues: [failed(1)] }), memoryContext()),
    );
    assert.deepEqual(isEnabled, [true, false]);
  });

  it("keeps the specification's URL if the timeline cannot be read or does not name the log, and says which", async () => {
    const timelines = { 2: { ...named, records: [job] } };
    const { pages, printed, skipped } = await paged([failed(1), failed(2)], timelines);
    assert.deepEqual([pages, skipped], [[undefined, undefined], []]);
    assert.deepEqual(printed, ["The timeline of run 1 could not be read: down"]);
  });
});

describe("the timelines that a stage reads", () => {
  const report = projectReport({ issues: [failed(1), failed(2)] });

  it("are left out, which is printed once, when the time for optional checks is up", async () => {
    const clock = testClock({ passes: () => true });
    const context = memoryContext({ clock, service: { timeline: hanging } });
    assert.deepEqual(await runOptional(everyIssue, report, context), report);
    assert.deepEqual(context.agent.printed, [
      "The time for optional checks is up; the remaining timelines were not read.",
    ]);
    assert.deepEqual([clock.timers, clock.pending()], [[240_000], 0]);
  });

  it("end with a cancelled step, which prints nothing", async () => {
    const step = new AbortController();
    const service = { timeline: hanging };
    const context = memoryContext({ cancelled: step.signal, service });
    const reading = runOptional(everyIssue, report, context);
    step.abort(new StepCancelled());
    await assert.rejects(reading, new StepCancelled());
    assert.deepEqual(context.agent.printed, []);
  });
});

describe("lastErrorReader", () => {
  const reading = (chunks: Buffer[]) => {
    const read = lastErrorReader(memoryContext());
    return read(Readable.from(chunks));
  };

  it("says whether a log holds `error`, and the number of the last line that does, however it is cut", async () => {
    const line = fc.constantFrom("", "fine", "an error", "error", "err", "or", "x".repeat(2000), "ERROR");
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(9000)), async (lines, cuts) => {
        const bytes = Buffer.from(lines.join("\n"));
        const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        const last = lines.findLastIndex((text) => text.includes("error"));
        assert.deepEqual(await reading(chunks.filter(({ length }) => length > 0)), {
          holdsError: last !== -1,
          lineNumber: last === -1 ? undefined : last + 1,
        });
      }),
    );
  });
});
