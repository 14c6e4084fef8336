import assert from "node:assert/strict";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { emptyJournal, isWatched, type ProjectJournal } from "../../../../shared/journal/schema";
import { createTimeBudget } from "../../../../tasks/PipelineMonitor/issue/context";
import { lastHour, sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { filledJournal } from "../../../../tasks/PipelineMonitor/journal/fill";
import { testClock } from "../../../test-clock";
import { failedRun, type RunChanges } from "../failed-run";
import { now } from "../monitor-stage";
import { hanging, memoryContext, projectReport } from "../report-stage";

const second = now / 1000;
const hour = 3600;
const fourWeeks = 28 * 24 * hour;
const finished = (hoursAgo: number, changes: RunChanges = {}): RunRecord => {
  const finishTime = second - hour * hoursAgo;
  return { run: failedRun({ id: 1000 - hoursAgo, queueTime: finishTime - 60, finishTime, ...changes }) };
};
/** What the reports of an hour know: the runs since an hour ago. */
const ofHour: ProjectJournal = { ...emptyJournal, since: second - hour };
const report = projectReport({ window: sinceLast(now, undefined), journal: ofHour });
const hoursAgo = ({ pipelines, since = 0 }: ProjectJournal) => ({
  runs: [...pipelines.values()].flatMap(({ branches }) =>
    branches.flatMap(({ runs }) => runs.map(({ finishTime }) => (second - finishTime) / hour)),
  ),
  since: (second - since) / hour,
});

/** Fills from pages of a list, the newest first. */
async function filled(
  pages: () => AsyncGenerator<RunRecord[]>,
  changes: Parameters<typeof memoryContext>[0] = {},
  journal = ofHour,
) {
  let asked = 0;
  const runsSince = (since: Date) => {
    asked = second - since.getTime() / 1000;
    return pages();
  };
  const context = memoryContext({ ...changes, service: { runsSince } });
  const { journal: after } = await filledJournal.run({ ...report, journal }, context);
  const { warnings } = context.agent;
  return { ...hoursAgo(after), asked, isFilled: after.isFilled, journal: after, warnings };
}

describe("a journal that does not have the runs before its first report", () => {
  it("has those of four weeks from the list, the newest first, but for those that it has already", async () => {
    const { journal, ...rest } = await filled(async function* () {
      yield [finished(0.5), finished(2), finished(3)];
      yield [finished(4), { unreadable: { id: 1, buildNumber: "", pipeline: { name: "a" }, problem: "x" } }];
      yield [finished(5, { finishTime: undefined }), finished(600)];
    });
    const isFilled = { since: fourWeeks / hour, asked: fourWeeks, isFilled: true };
    assert.deepEqual(rest, { ...isFilled, runs: [600, 4, 3, 2], warnings: [] });
    assert.ok(isWatched(journal, second - fourWeeks, second));
  });

  it("has those of at most 30 pages, which all projects share", async () => {
    async function* endless() {
      for (let page = 2; ; page++) yield [finished(page)];
    }
    for (const [projects, pages] of [
      [1, 30],
      [4, 7],
      [100, 1],
    ] as const) {
      const time = createTimeBudget(testClock(), { share: 1 / projects, projects });
      const { runs, since, journal, isFilled } = await filled(endless, { time });
      assert.deepEqual([runs.length, since, isFilled], [pages, 1 + pages, true]);
      assert.ok(!isWatched(journal, second - (2 + pages) * hour, second), "what was not read is not watched");
    }
  });

  it("has those that could be read in a third of the time", async () => {
    for (const [share, seconds] of [
      [1, 80],
      [0.5, 40],
    ] as const) {
      const clock = testClock();
      const time = createTimeBudget(clock, { share, projects: 1 });
      const service = {
        async *runsSince(_: Date, signal: AbortSignal) {
          yield [finished(2)];
          clock.advance((seconds - 1) * 1000);
          yield [finished(3)];
          setImmediate(() => clock.advance(1000));
          await hanging(signal);
        },
      };
      const context = memoryContext({ clock, time, service });
      const { journal } = await filledJournal.run(report, context);
      assert.deepEqual(hoursAgo(journal), { runs: [3, 2], since: 3 });
      const warning = `Could not read all earlier runs: timed out after ${seconds} s`;
      assert.deepEqual(context.agent.warnings, [warning]);
      assert.equal(clock.pending(), 0);
    }
  });

  it("has a part of them if the list breaks off, and does not read it again", async () => {
    const { journal, ...rest } = await filled(async function* () {
      yield [finished(2)];
      throw new Error("503");
    });
    const warnings = ["Could not read all earlier runs: 503"];
    assert.deepEqual(rest, { runs: [2], since: 2, asked: fourWeeks, isFilled: true, warnings });
    const again = await filled(() => assert.fail("it is filled"), {}, journal);
    assert.equal(again.journal, journal);
  });

  it("is filled by a later report if the list cannot be read at all, or the step is cancelled", async () => {
    const broken = (...before: RunRecord[][]) =>
      async function* () {
        yield* before;
        throw new Error("503");
      };
    await assert.rejects(filled(broken()), { message: "503" });
    const cancelled = AbortSignal.abort(new Error("cancelled"));
    await assert.rejects(filled(broken([finished(2)]), { cancelled }), { message: "cancelled" });
  });

  it("is filled only where something depends on it, and once", () => {
    const isEnabled = [
      report,
      { ...report, window: lastHour(now) },
      { ...report, journal: { ...ofHour, isFilled: true } },
    ].map((one) => filledJournal.isEnabled?.(one, memoryContext()));
    assert.deepEqual(isEnabled, [true, false, false]);
  });
});
