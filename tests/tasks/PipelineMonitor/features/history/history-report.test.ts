import assert from "node:assert/strict";
import { attemptOf, parseRun, type RunRecord } from "../../../../../shared/azure-devops/records";
import type { ProjectJournal } from "../../../../../shared/journal/schema";
import { comparison } from "../../../../../tasks/PipelineMonitor/features/history/history";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { noteReport } from "../../../../../tasks/PipelineMonitor/journal/note";
import { readRuns } from "../../../../../tasks/PipelineMonitor/rules/run-list";
import { failedRun, type RunChanges } from "../../failed-run";
import { configWith, now } from "../../monitor-stage";
import { memoryContext } from "../../report-stage";

describe("history", () => {
  const second = now / 1000;
  /** A run that finished so many minutes ago. */
  const ended = (id: number, minutes: number, result = "succeeded", changes: RunChanges = {}): RunRecord => {
    const finishTime = second - 60 * minutes;
    const times = { queueTime: finishTime - 65, startTime: finishTime - 60, finishTime };
    return { run: failedRun({ id, result, ...times, ...changes }) };
  };

  /** History adds to the rules' report on runs of the last two hours, and asks for runs before, newest first. */
  async function historyOn(
    listed: RunRecord[],
    runsOf: (definitionId: number) => RunRecord[],
    { history = 20, ...keys }: { history?: number } & Readonly<Record<string, unknown>> = {},
    { seen = [], journal }: { seen?: string[]; journal?: ProjectJournal } = {},
  ) {
    const asked: string[] = [];
    const lastRuns = async (definitionId: number, until: number, count: number) => {
      asked.push(`${count} of ${definitionId} until ${(second - until) / 60}`);
      return runsOf(definitionId).slice(0, count);
    };
    const context = memoryContext({ service: { lastRuns } });
    const window = sinceLast(now, { until: second - 7200, seen });
    async function* pages() {
      yield listed;
    }
    const config = configWith({ history, run_ct_min: -1, ...keys });
    const before = { times: undefined, entries: [], journal };
    const rules = await readRuns(
      config,
      { window, since: new Date(0), pages: pages(), clockNote: "" },
      context,
      before,
    );
    const report = await comparison(history).run({ ...rules, journal: noteReport(rules) }, context);
    return { asked, report, context };
  }

  async function compared(...of: Parameters<typeof historyOn>) {
    const { asked, report, context } = await historyOn(...of);
    return {
      asked,
      news: report.issues.map(({ news, failuresInRow }) => [news?.kind, failuresInRow]),
      notes: report.notes.map(({ failuresBefore, run, replacesEnd }) => [
        failuresBefore,
        run?.id,
        replacesEnd,
      ]),
      skipped: report.skipped,
      warnings: context.agent.warnings,
    };
  }
  const nothing = { asked: [], news: [], notes: [], skipped: [], warnings: [] };

  it("compares each failure, and notes each branch that works again, by the run that was first", async () => {
    const of = (branch: string, id: number, minutes: number, result?: string) =>
      ended(id, minutes, result, { branch });
    const runs = [
      ...[of("a", 9, 5, "failed"), of("b", 8, 6), of("b", 7, 7), of("c", 6, 8, "failed")],
      ...[of("b", 5, 9, "failed"), of("a", 4, 130, "failed"), of("c", 3, 131)],
    ];
    const unreadable = { id: 1, buildNumber: "", pipeline: undefined, problem: "x" };
    const { news, notes, asked, ...rest } = await compared([...runs.slice(0, 5), { unreadable }], () => runs);
    assert.deepEqual(asked, ["25 of 7 until 5"]);
    assert.deepEqual(news, [
      ["streak", 2],
      ["first", 1],
      [undefined, 1],
      [undefined, undefined],
    ]);
    assert.deepEqual(notes, [[1, 8, true]]);
    assert.deepEqual(rest, { skipped: [], warnings: [] });
  });

  it("notes nothing that a report has told, and after how many failures, unless there may have been more", async () => {
    const good = ended(2, 5);
    const runs = [good, ended(1, 130, "failed")];
    const noted = async (seen: string[] = [], all = runs) =>
      (await historyOn([good], () => all, {}, { seen })).report.notes.map((note) => note.failuresBefore);
    assert.deepEqual(await noted(["run" in good ? attemptOf(good.run) : ""]), []);
    assert.deepEqual([await noted(), await noted([], [...runs, parseRun(0)])], [[1], [undefined]]);
  });

  it("reads nothing of pipelines that are not checked, or whose runs are all hidden or of before", async () => {
    const off = { pipelines: { default: { check_flag: false } } };
    const fail = () => assert.fail();
    assert.deepEqual(await compared([ended(1, 5)], fail, off), nothing);
    const pull = ended(1, 5, "failed", { reason: "pullRequest" });
    assert.deepEqual(await compared([pull], fail, { runs: "notPullRequests" }), nothing);
    assert.deepEqual(await compared([ended(1, 121)], fail), nothing);
    // The success of a run that a person started ends a failure of the schedule's.
    const manual = ended(2, 5, "succeeded", { reason: "manual" });
    const scheduled = ended(1, 130, "failed", { reason: "schedule" });
    const again = await compared([manual], () => [manual, scheduled], { runs: "scheduled" });
    assert.equal(again.notes.map(([, id]) => id).join(), "2");
    const unnumbered = await compared([ended(1, 5, "failed", { definitionId: undefined })], fail);
    assert.deepEqual([unnumbered.asked, unnumbered.skipped], [[], []]);
    // A run that was listed late is older than the window, and its pipeline's others are of before it.
    const late = ended(1, 125, "failed");
    assert.deepEqual((await compared([late], () => [late, ended(3, 200)])).news, [["first", 1]]);
  });

  it("is skipped for a pipeline that cannot be read, and goes on with the others", async () => {
    const listed = [ended(1, 5, "failed"), ended(2, 6, "failed", { definitionId: 8 })];
    const others = [...listed.slice(1), ended(3, 200, "succeeded", { definitionId: 8 })];
    const failing = async (reason?: Error) =>
      compared(listed, (definitionId) => {
        if (definitionId === 7) throw reason;
        return others;
      });
    const news = [
      [undefined, undefined],
      ["first", 1],
    ];
    const rest = { skipped: ["history"], news, notes: [] };
    const asked = ["21 of 8 until 6", "21 of 7 until 5"];
    const warned = (why: string) => [`Could not check history: ${why}`];
    assert.deepEqual(await failing(new Error("down")), { asked, ...rest, warnings: warned("down") });
    assert.deepEqual((await failing()).warnings, warned("no reason given"));
  });

  it("asks for one run before the others where none failed, and for more only if that one failed, or is hidden", async () => {
    const listed = [ended(3, 5), ended(2, 6)];
    const withEarlier = (...runs: RunRecord[]) =>
      compared(listed, () => [...listed, ...runs], { runs: "scheduled" });
    assert.deepEqual((await withEarlier(ended(1, 130))).asked, ["3 of 7 until 5"]);
    const [first, more] = ["3 of 7 until 5", "22 of 7 until 5"];
    const recovered = await withEarlier(ended(1, 130, "failed"), ended(0, 131));
    assert.deepEqual([recovered.asked, recovered.notes.length], [[first, more], 1]);
    const hidden = await withEarlier(ended(1, 130, "failed", { reason: "manual" }), ended(0, 131, "failed"));
    assert.deepEqual([hidden.asked, hidden.notes.length], [[first, more], 1]);
  });

  it("knows that there may be more runs if it got all that it asked for, or one that it cannot understand", async () => {
    const newsAfter = async (before: RunRecord[]) => {
      const listed = [ended(100, 5, "failed")];
      return (await historyOn(listed, () => [...listed, ...before])).report.issues[0]?.news;
    };
    const good = (count: number) =>
      Array.from({ length: count }, (_, index) => ended(99 - index, 130 + index));
    const first = { kind: "first", orMore: false } as const;
    assert.deepEqual(await newsAfter(good(19)), { ...first, successes: 19 });
    assert.deepEqual(await newsAfter(good(20)), { ...first, successes: 20, orMore: true });
    const broken = [...good(2), parseRun(0), ended(1, 150)];
    assert.deepEqual(await newsAfter(broken), { ...first, successes: 2, orMore: true });
  });

  it("asks for nothing about a pipeline of which the journal knows enough", async () => {
    const fail = () => assert.fail("the journal knows enough");
    const good = Array.from({ length: 30 }, (_, index) => ended(100 - index, 130 + index));
    const [failed, works] = [ended(200, 5, "failed"), ended(200, 5)];
    for (const [first, before, result, news] of [
      [failed, good, "failed", ["streak", 2]],
      [works, good, "succeeded", undefined],
      [works, [], "failed", ["first", 1]],
      // It was read once, and nobody knows more.
      [failed, [ended(100, 130, "failed"), parseRun(0)], "failed", ["streak", undefined]],
    ] as const) {
      const { report } = await historyOn([first], () => [first, ...before]);
      const next = await compared([ended(201, 3, result)], fail, {}, { journal: report.journal });
      assert.deepEqual([next.asked, next.news[0]], [[], news]);
    }
    const { report } = await historyOn([works], () => [works, ...good]);
    const ofNewBranch = ended(201, 3, "succeeded", { branch: "new" });
    assert.deepEqual((await compared([ofNewBranch], fail, {}, { journal: report.journal })).asked, []);
  });
});
