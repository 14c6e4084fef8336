import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../../shared/azure-devops/records";
import { countedFrom, countMetrics } from "../../../../../tasks/PipelineMonitor/features/metrics/count";
import type { FoundProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { requestedSince, sinceLast, type Window } from "../../../../../tasks/PipelineMonitor/issue/window";
import { noteFound, noteReport } from "../../../../../tasks/PipelineMonitor/journal/note";
import { issueOfResult } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../../sanitize";
import { failedRun, type RunChanges } from "../../failed-run";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";
import { projectReport } from "../../report-stage";
import { activeOf, errorsOf, figuresOf, window } from "./windows";

const configOf = (keys: object) => parseConfig({ ...goodConfig, ...keys }).config ?? assert.fail();
const now = 1_800_000_000;
const begin = now - 4200;
const finished = (changes: RunChanges = {}) =>
  failedRun({ finishTime: now - 700, startTime: now - 760, queueTime: now - 800, ...changes });
const listed = (runs: readonly Run[], changes: Partial<FoundProject> = {}) =>
  projectReport({ window: window(now), records: runs.map((run) => ({ run })), ...changes });
const counted = (runs: readonly Run[], changes: Partial<FoundProject> = {}) =>
  countMetrics([listed(runs, changes)], begin, sanitize);

/** The journal of a failed run, with the kind of its cause. */
const journalOf = (run: Run, kind: string) => {
  const explanation = { sentence: [], line: "", name: [], group: undefined, cause: "", kind };
  const [issues, records] = [[{ ...issueOfResult(run), explanation }], [{ run }]];
  const report = projectReport({ window: window(now), issues, records });
  return noteFound({ ...report, journal: noteReport(report) });
};

/** The attributes of series without those of their pipeline and project, each with its figures. */
const rowOf = (attributes: Readonly<Record<string, string>>, ...figures: number[]) =>
  [
    ...["cicd.pipeline.run.state", "cicd.pipeline.result", "error.type"].flatMap(
      (name) => attributes[name] ?? [],
    ),
    ...figures,
  ].join(" ");
const rowsOf = (runs: readonly Run[], changes: Partial<FoundProject> = {}) =>
  counted(runs, changes).durations.map(({ attributes, count, sum }) => rowOf(attributes, count, sum));
/** How a run of a minute ended. */
const endingOf = (run: Run, changes: Partial<FoundProject> = {}) => {
  const [, row = ""] = rowsOf([run], changes);
  assert.match(row, /^executing .* 1 60$/);
  return row.slice("executing ".length, -" 1 60".length);
};

describe("the figures of metrics", () => {
  it("have the wait of each run, and its time by result", () => {
    assert.deepEqual(rowsOf([finished(), finished({ id: 2, result: "succeeded" })]), [
      ...["pending 2 80", "executing failure failed 1 60", "executing success 1 60"],
    ]);
  });

  it("name results and errors as the conventions do", () => {
    for (const [result, ending] of [
      ["succeeded", "success"],
      ["partiallySucceeded", "failure partiallySucceeded"],
      ["failed", "failure failed"],
      ["canceled", "cancellation"],
      ["none", "error _OTHER"],
      ["constructor", "error _OTHER"],
    ] as const)
      assert.equal(endingOf(finished({ result })), ending);
  });

  it("count what failed as an error, and what was canceled not", () => {
    const results = ["failed", "failed", "partiallySucceeded", "canceled", "succeeded"];
    const errors = errorsOf(counted(results.map((result, id) => finished({ id, result }))));
    const rows = errors.map(({ attributes, value }) => rowOf(attributes, value));
    assert.deepEqual(rows, ["failed 2", "partiallySucceeded 1"]);
  });

  it("name the cause of a failure, by which a lost agent is an error and a time-out a timeout", () => {
    for (const [kind, result, ending] of [
      ["lostAgent", "canceled", "error lostAgent"],
      ["timeOut", "canceled", "timeout timeOut"],
      ["noSpace", "failed", "failure noSpace"],
      ["quota", "failed", "failure quota"],
      ["knownIssue", "failed", "failure knownIssue"],
      ["noSpace", "canceled", "cancellation"],
      ["cancelled", "canceled", "cancellation"],
      ["lostAgent", "succeeded", "success"],
      ["something else", "failed", "failure failed"],
    ] as const) {
      const run = finished({ result });
      assert.equal(endingOf(run, { journal: journalOf(run, kind) }), ending);
    }
  });

  it("have only the wait of a run that was canceled in the queue, with its result", () => {
    const run = finished({ result: "canceled", startTime: undefined });
    assert.deepEqual(rowsOf([run]), ["pending cancellation 1 100"]);
  });

  it("leave out a time that is not known or negative", () =>
    assert.deepEqual(rowsOf([finished({ queueTime: undefined, startTime: now - 699 })]), []));

  it("count runs that are not checked, and none that a filter hides", () => {
    const counts = (settings: object) => {
      const pipelines = { default: { check_flag: false, ...settings } };
      return rowsOf([finished({ reason: "manual" })], { config: configOf({ pipelines }) }).length;
    };
    assert.deepEqual([counts({}), counts({ runs: "scheduled" })], [2, 0]);
  });

  it("end ten minutes ago, because a run may reach the list late", () => {
    const at = (finishTime: number) => rowsOf([finished({ finishTime })]).length > 0;
    assert.deepEqual([begin - 1, begin, now - 601, now - 600].map(at), [false, true, true, false]);
    assert.equal(counted([]).until, now - 600);
  });

  it("begin with the report if no metrics were sent, and never earlier than a day ago", () => {
    const from = (hour: Window, before?: number) =>
      countMetrics([listed([], { window: hour })], before, sanitize).from;
    assert.equal(from(window(now)), now - 3600);
    assert.equal(from(sinceLast(now * 1000, undefined)), now - 86_400);
    assert.equal(from(window(now), now - 200_000), now - 86_400);
  });

  it("count what other features count in the window", () => {
    const figure = { name: "others", unit: "{one}", description: "Others.", pipeline: "nightly import" };
    const asked: number[] = [];
    const metrics = countMetrics([listed([])], begin, sanitize, (_, from, until) => {
      asked.push(from, until);
      const figures = ["a", "a", "b"].map((kind) => ({ ...figure, attributes: { kind } }));
      return [{ title: "", rows: [], sentences: [], figures }];
    });
    assert.deepEqual(asked, [begin, now - 600]);
    const rows = figuresOf(metrics, "others").map(({ attributes, value }) => [attributes["kind"], value]);
    assert.deepEqual([metrics.sums.length, ...rows], [1, ["a", 2], ["b", 1]]);
  });

  it("are empty if the clock was set back", () => {
    const { from, until, durations } = countMetrics([listed([finished()])], now, sanitize);
    assert.deepEqual([from, until, durations], [now, now, []]);
  });

  it("have the active runs by state, and zero for a pipeline that has run and is idle", () => {
    const active = [
      failedRun({ status: "inProgress", finishTime: undefined, startTime: now - 5 }),
      failedRun({ status: "notStarted", finishTime: undefined, startTime: undefined }),
      failedRun({ status: "completed" }),
    ];
    const project = listed([finished({ pipeline: "idle" })]);
    const looked = countMetrics([project], begin, sanitize, undefined, new Map([[project.config, active]]));
    const rows = activeOf(looked).map(
      ({ attributes, value }) => `${attributes["cicd.pipeline.name"]} ${rowOf(attributes, value)}`,
    );
    assert.deepEqual(rows, [
      ...["idle pending 0", "idle executing 0", "nightly import pending 1", "nightly import executing 1"],
    ]);
    assert.deepEqual(activeOf(counted([finished()])), [], "nobody looked");
  });

  it("tell projects apart, and give the pipelines beyond a thousand one name", () => {
    const run = (id: number) => finished({ id, pipeline: `p${id}` });
    const many = errorsOf(counted(Array.from({ length: 1200 }, (_, id) => run(id))));
    assert.deepEqual([many.length, many.at(-1)?.value], [1001, 200]);
    assert.equal(many.at(-1)?.attributes["cicd.pipeline.name"], "(other)");
    const other = configOf({ project: "Shop" });
    const both = countMetrics([listed([run(1)]), listed([run(1)], { config: other })], begin, sanitize);
    assert.equal(errorsOf(both).length, 2);
  });

  it("count every run once, whenever it finishes, reaches the list and is counted", () => {
    const script = fc.record({
      pauses: fc.array(fc.integer({ min: 1, max: 5 * 3600 }), { minLength: 3, maxLength: 12 }),
      runs: fc.array(fc.record({ at: fc.nat(60 * 3600), late: fc.nat(600) }), { maxLength: 40 }),
      isAhead: fc.boolean(),
    });
    fc.assert(
      fc.property(script, ({ pauses, runs, isAhead }) => {
        const first = now + 3600;
        let [at, until, total] = [first, first - 3600, 0];
        let before: number | undefined;
        for (const pause of [0, ...pauses, 700]) {
          at += pause;
          const hour = window(at, { until });
          const since =
            requestedSince(hour, before === undefined ? [] : [countedFrom(hour, before)]).getTime() / 1000;
          const list = runs
            .map(({ at: seconds, late }, id) => ({ id, finishTime: now + seconds, late }))
            .filter(({ finishTime, late }) => finishTime >= since && finishTime + late <= at);
          const records = list.map(({ id, finishTime }) => ({ run: failedRun({ id, finishTime }) }));
          const metrics = countMetrics([projectReport({ window: hour, records })], before, sanitize);
          total += errorsOf(metrics).reduce((sum, { value }) => sum + value, 0);
          before = metrics.until;
          // Runs that finish while a report is made move the next window.
          until = at + (isAhead ? 119 : 0);
        }
        const expected = runs.filter(
          ({ at: seconds }) => now + seconds >= first - 3600 && now + seconds < (before ?? 0),
        );
        assert.equal(total, expected.length);
      }),
    );
  });
});
