import assert from "node:assert/strict";
import { worksAgain } from "../../../works-again";
import { judgeReasons, judgeStuck } from "./judge-ends";
import { firstStuckId, type Run, type StuckRun, type Week } from "./script";
import type { PlayedReport } from "./world";

const quietWeek: Week = {
  ...{ runs: [], absences: [], reports: [], mutes: [], routes: [], editedAt: [], stuck: [] },
  ...{ outages: { own: [], FIRST_WEBHOOK: [], SECOND_WEBHOOK: [], pager: [] }, gone: undefined },
  ...{
    maintenanceHour: undefined,
    businessHours: undefined,
    afterFailures: 1,
    hasHistory: false,
    remindHours: 24,
  },
  ...{ movedAt: 0, renamedAt: 0, lateMinutes: 0 },
};

/** A report that has told of the invoices what is given. */
function reportAt(at: number, text = "", changes: Partial<PlayedReport> = {}): PlayedReport {
  const own = text === "" ? [] : [{ pipeline: "invoices", what: "failing", text } as const];
  return {
    ...{ at, fate: "fine", journal: "kept", ledger: "kept", readsRecords: true, said: { own } },
    ...{ delivered: "sent", open: [], stuckOpen: [], isBlind: false, isSaved: true, ...changes },
  };
}

describe("the judge of reasons", () => {
  const run = (at: number, result: Run["result"]): Run => ({ pipeline: "invoices", at, result });
  const judged = (runs: Run[], reports: PlayedReport[]) => () =>
    judgeReasons({ ...quietWeek, runs }, reports);

  it("misses a failure that no later message names", () => {
    const night = [run(10, "failed"), run(70, "canceled"), run(130, "succeeded")];
    const told = [reportAt(60, "invoices failed"), reportAt(120)];
    assert.throws(judged(night, [...told, reportAt(180, "invoices works again")]), /canceled at 70/);
    assert.doesNotThrow(judged(night, [...told, reportAt(180, "invoices was canceled at 01:10")]));
  });

  it("misses one that a later message than the first names", () => {
    const night = [run(10, "canceled"), run(70, "failed")];
    const late = [reportAt(80, "invoices failed"), reportAt(180, "invoices failed, was canceled")];
    assert.throws(judged(night, late), /canceled at 10 is not named at 80/);
  });

  it("does not ask twice for a reason that lasts, although nobody looks before it is over", () => {
    const lasting = [run(10, "failed"), run(70, "failed"), run(130, "succeeded")];
    const reports = [reportAt(60, "invoices failed"), reportAt(4000, `invoices ${worksAgain(2)}`)];
    assert.doesNotThrow(judged(lasting, reports));
  });
});

describe("the judge of stuck runs", () => {
  const judged = (result: StuckRun["result"], reports: PlayedReport[]) => () =>
    judgeStuck({ ...quietWeek, stuck: [{ from: 30, until: 70, result }] }, reports);
  const stuckOpen = [firstStuckId];
  const [lost, killed] = (["lost", "killed"] as const).map((fate) =>
    reportAt(60, "", { fate, stuckOpen, isSaved: false }),
  );
  assert.ok(lost && killed);

  it("knows for which alerts nothing tells that they are open", () => {
    const [open, closed] = [reportAt(120, "", { stuckOpen }), reportAt(120)];
    for (const [result, step] of [
      ["canceled", lost],
      ["canceled", killed],
      ["deleted", killed],
    ] as const) {
      assert.throws(judged(result, [step, open]), /alerts of runs that are not stuck/);
      assert.doesNotThrow(judged(result, [step, closed]));
    }
    assert.doesNotThrow(judged("deleted", [lost, open]));
    const late = reportAt(1600, "", { stuckOpen });
    assert.doesNotThrow(
      judged("canceled", [lost, late]),
      "it ended before the day that a first report lists",
    );
    assert.throws(judged("canceled", [killed, late]), /alerts of runs that are not stuck/);
    assert.throws(judged("canceled", [reportAt(40), lost, late]), /alerts of runs that are not stuck/);
  });

  it("waits for a report that can read what a lost step recorded", () => {
    const unread = reportAt(120, "", { stuckOpen, readsRecords: false });
    assert.doesNotThrow(judged("deleted", [killed, unread, reportAt(180)]));
    assert.throws(judged("deleted", [killed, unread, reportAt(180, "", { stuckOpen })]));
  });
});
