import assert from "node:assert/strict";
import fc from "fast-check";
import { isOpen } from "../../../../tasks/PipelineMonitor/config/business-hours";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import { outOfHours, withWaited } from "../../../../tasks/PipelineMonitor/silence/business-hours";
import { knownProblems } from "../../../../tasks/PipelineMonitor/silence/known-problems";
import { silence, withOwners } from "../../../../tasks/PipelineMonitor/silence/marks";
import { assertEndsTold, play, remindSeconds, reports, rowsOf, runs } from "./hours-stage";
import { configWith } from "./silence-stage";

// The reports begin at 14:00 of the zone, and end the next morning.
const config = configWith({
  ...{ notify: "changes", remind_hours: 4, run_ct_min: -1 },
  ...{ business_hours: "Sun-Sat 08:00-18:00", time_zone: "Pacific/Kiritimati" },
});
const manner = {
  config,
  stage: async (report: ProjectReport) =>
    outOfHours(knownProblems(silence(withOwners(withWaited(report), () => false)))),
};
const isOpenAt = (at: number) =>
  isOpen(config.alerts.businessHours ?? assert.fail("no hours"), at, config.zone);

const anyArrival = [true, true, false];
const check = (property: fc.IAsyncProperty<unknown>) =>
  fc.assert(property, { numRuns: 300, includeErrorInReport: true });

describe("what waits for business hours", () => {
  it("is told when they begin, the latest of each problem, whatever is undelivered; and nothing before", () =>
    check(
      fc.asyncProperty(runs([0]), reports(anyArrival), async (all, planned) => {
        const outcomes = await play(all, planned, manner);
        for (const { at, told, recovered } of outcomes)
          if (!isOpenAt(at)) assert.deepEqual([told, recovered], [[], []], `told at ${at}`);
        const told = new Set(outcomes.flatMap((outcome) => outcome.told));
        for (const row of rowsOf(all))
          for (const [index, { kind, run }] of row.entries()) {
            const isFirst = kind !== "ok" && row[index - 1]?.kind !== kind;
            const later = row.slice(index).filter((one) => one.kind === kind);
            assert.ok(!isFirst || later.some((one) => told.has(one.run.id)), `run ${run.id} is lost`);
          }
      }),
    ));

  it("is told once, and repeated when its reminder is due", () =>
    check(
      fc.asyncProperty(runs([0]), reports([true, true, false]), async (all, planned) => {
        const outcomes = await play(all, planned, manner);
        const told = outcomes.flatMap((outcome) => outcome.told);
        assert.equal(new Set(told).size, told.length);
        for (const row of rowsOf(all))
          for (const [index, { kind, run }] of row.entries()) {
            const start = row.findLastIndex((one, at) => at < index && one.kind !== kind) + 1;
            const at = outcomes.find((outcome) => outcome.told.includes(run.id))?.at ?? 0;
            const isSame = (id: number) => row.slice(start, index).some((one) => one.run.id === id);
            const recent = outcomes.filter((one) => one.at < at && at < one.at + remindSeconds - 300);
            assert.ok(!recent.some((one) => one.told.some(isSame)), `run ${run.id} is repeated`);
          }
      }),
    ));

  it("has its end told, once, and nothing else has one", () =>
    check(
      fc.asyncProperty(runs([0]), reports([true, true, false]), async (all, planned) => {
        const outcomes = await play(all, planned, manner);
        for (const row of rowsOf(all)) {
          assertEndsTold(row, outcomes);
        }
      }),
    ));
});
