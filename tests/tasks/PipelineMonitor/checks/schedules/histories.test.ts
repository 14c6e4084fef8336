import assert from "node:assert/strict";
import { judge, learn, waitMinutes } from "../../../../../tasks/PipelineMonitor/checks/schedules/hour";
import { findPattern } from "../../../../../tasks/PipelineMonitor/checks/schedules/slots";
import { cronsOf } from "../../../../../tasks/PipelineMonitor/checks/schedules/words";
import type { KnownSchedule } from "../../../../../tasks/PipelineMonitor/issue/schedules";
import { mergeTimes } from "../../../../../tasks/PipelineMonitor/journal/times";
import { histories } from "./histories";

const minuteOf = (time: string) => Date.parse(`${time.replace(" ", "T")}Z`) / 60_000;
const now = minuteOf("2026-11-23 04:00");
/** Of one that will be proven, so that nothing is learned of its gaps. */
const unknown: KnownSchedule = {
  ...{ pipeline: "p", definitionId: 1, times: [], missed: [], isStopped: false, gaps: [] },
  proofs: Array.from({ length: 96 }, (_, index) => 2 * now + 30 * index),
};
const branches: [] = [];

/** Reports every few hours, from the beginning of the history. */
function watch(times: readonly number[], stepHours: number) {
  const moves: string[] = [];
  const missing: string[] = [];
  let known = unknown;
  const step = stepHours * 60;
  const shown = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16);
  for (let at = Math.ceil((times[0] ?? now) / 60) * 60 + 20; at <= now; at += step) {
    const listed = times.filter((time) => time > at - step - 20 && time <= at - 10);
    if (listed.length > 0) known = learn({ ...known, branches, times: mergeTimes(known.times, listed) }, at);
    const wait = waitMinutes(known, 15);
    const due = { from: at - step - wait, until: at - wait, graceMinutes: 15 };
    const queued = times.filter((time) => time > at - 600 && time <= at);
    const judged = judge(known, queued, queued, due);
    if (judged.known.pattern !== known.pattern) moves.push(shown(at));
    known = judged.known;
    missing.push(...judged.missing.map(shown));
  }
  return { crons: cronsOf(known.pattern?.slots ?? []), moves, missing };
}

describe("schedules as real projects have them (written by hand after documented behavior, not recorded)", () => {
  const timesOf = (name: string) => histories[name]?.queued.map(minuteOf) ?? assert.fail(name);

  for (const [name, { queued, expected, isMonthly }] of Object.entries(histories)) {
    const times = queued.map(minuteOf);
    it(`${name}: ${expected.join(", ") || "nothing is learned"}, and nothing is missed`, () => {
      const { crons, missing } = watch(times, 3);
      assert.deepEqual(crons, expected);
      if (!name.includes("outage")) assert.deepEqual(missing, []);
    });

    it(`${name}: ${isMonthly ? "nothing" : "the same"} by the four weeks that the first report reads`, () => {
      const read = times.filter((time) => time > now - 28 * 1440);
      assert.deepEqual(
        cronsOf(learn({ ...unknown, branches, times: read }, now).pattern?.slots ?? []),
        isMonthly ? [] : expected,
      );
    });
  }

  it("are told as moved when summer time ends, and then not as missed", () => {
    const [classic = ""] = Object.keys(histories).filter((name) => name.startsWith("classic"));
    const { moves, missing } = watch(timesOf(classic), 1);
    assert.deepEqual([moves, missing], [["2026-10-25T03:20"], []]);
  });

  it("are told as moved when summer time begins: an hour earlier in UTC", () => {
    const days = Array.from({ length: 57 }, (_, day) => now - 1440 * (57 - day));
    const begin = days[28] ?? now;
    const { moves, missing, crons } = watch(
      days.map((day) => day - (day < begin ? 0 : 60)),
      1,
    );
    assert.deepEqual([moves.length, missing, crons], [1, [], ["0 3 * * *"]]);
  });

  it("are reported once in an outage of two slots", () => {
    const [backup = ""] = Object.keys(histories).filter((name) => name.includes("outage"));
    assert.deepEqual(watch(timesOf(backup), 3).missing, ["2026-10-20T12:00"]);
  });

  it("show what suggest lists after two weeks", () => {
    const [nightly = ""] = Object.keys(histories).filter((name) => name.startsWith("weekday"));
    const lastTwo = timesOf(nightly).filter((time) => time > now - 15 * 1440);
    assert.deepEqual(cronsOf(findPattern(lastTwo, 2)?.slots ?? []), ["30 2 * * 1-5"]);
    assert.equal(learn({ ...unknown, branches, times: lastTwo }, now).pattern, undefined);
  });
});
