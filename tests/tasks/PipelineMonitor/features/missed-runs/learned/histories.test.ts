import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../../../shared/azure-devops/records";
import type { KnownSchedule } from "../../../../../../shared/journal/schema";
import {
  judge,
  learn,
  waitMinutes,
} from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { mergeTimes } from "../../../../../../tasks/PipelineMonitor/journal/times";
import { proofsOf } from "../../../../../../tasks/PipelineMonitor/schedules/proof";
import { findPattern } from "../../../../../../tasks/PipelineMonitor/schedules/slots";
import { cronsOf } from "../../../../../../tasks/PipelineMonitor/schedules/words";
import { sampled } from "../../../../../sampled";
import { failedRun } from "../../../failed-run";
import { branchOf, dayMinutes, dueTimes, schedule, weeklyCron } from "../../../schedules/story";
import { histories, minutesOf } from "./histories";

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createDie(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The runs of a branch at the times at which its schedule is due, in whole minutes since 1970, as Azure Pipelines starts them
 * without `always`: none if the branch has not changed since the last one that succeeded. A working day brings commits with the
 * probability `commits`; one in three makes the runs fail, until one of the next fixes them.
 */
function runsForChanges(due: readonly number[], commits: number, die: () => number): Run[] {
  const all = commitsOf(due, commits, die);
  const succeeded: { finishedAt: number; commit: string }[] = [];
  return due.flatMap((at) => {
    const { commit, isRed } = all.findLast((one) => one.at <= at) ?? { commit: "first", isRed: false };
    if (succeeded.findLast(({ finishedAt }) => finishedAt <= at)?.commit === commit) return [];
    const finishedAt = at + Math.round(5 * (0.7 + 0.6 * die()));
    const result = isRed || die() < 0.02 ? "failed" : "succeeded";
    if (result === "succeeded") succeeded.push({ finishedAt, commit });
    const times = { queueTime: at * 60, finishTime: finishedAt * 60 };
    return [failedRun({ id: at, reason: "schedule", commit, result, ...times })];
  });
}

function commitsOf(due: readonly number[], commits: number, die: () => number) {
  const [first = 0, last = 0] = [due[0], due.at(-1)];
  let isRed = false;
  return Array.from({ length: Math.ceil((last - first) / dayMinutes) + 1 }, (_, index) => {
    const day = first - (first % dayMinutes) + index * dayMinutes;
    const isWeekend = [0, 6].includes(new Date(day * 60_000).getUTCDay());
    if (isWeekend || die() >= commits) return [];
    const times = Array.from(
      { length: 1 + Math.floor(die() * 3) },
      () => day + 7 * 60 + Math.floor(die() * 600),
    );
    return times.sort().map((at) => {
      isRed = die() < (isRed ? 0.6 : 1 / 3);
      return { at, commit: String(at).padEnd(40, "a"), isRed };
    });
  }).flat();
}

const [now = 0] = minutesOf("2026-11-23 04:00");
/** Of one that will be proven, so that nothing is learned of its gaps. */
const unknown = schedule({ proofs: Array.from({ length: 96 }, (_, index) => 2 * now + 30 * index) });
/** The schedule that these times show to a report at `now`. */
const learned = (times: readonly number[]) => learn({ ...unknown, branches: [], times }, now).pattern;
const cronsOfPattern = (pattern: KnownSchedule["pattern"]) => cronsOf(pattern?.slots ?? []);

/** Reports every few hours, from the beginning of the history. */
function watch(times: readonly number[], stepHours: number) {
  const moves: string[] = [];
  const missing: string[] = [];
  let known = unknown;
  const step = stepHours * 60;
  const shown = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16);
  for (let at = Math.ceil((times[0] ?? now) / 60) * 60 + 20; at <= now; at += step) {
    const listed = times.filter((time) => time > at - step - 20 && time <= at - 10);
    if (listed.length > 0)
      known = learn({ ...known, branches: [], times: mergeTimes(known.times, listed) }, at);
    const wait = waitMinutes(known, 15);
    const due = { from: at - step - wait, until: at - wait, graceMinutes: 15 };
    const queued = times.filter((time) => time > at - 600 && time <= at);
    const judged = judge(known, queued, queued, due);
    if (judged.known.pattern !== known.pattern) moves.push(shown(at));
    known = judged.known;
    missing.push(...judged.missing.map(shown));
  }
  return { crons: cronsOfPattern(known.pattern), moves, missing };
}

describe("schedules as real projects have them (written by hand after documented behavior, not recorded)", () => {
  const timesOf = (beginning: string) =>
    Object.entries(histories).flatMap(([name, { queued }]) => (name.startsWith(beginning) ? queued : []));

  for (const [name, { queued, expected, isMonthly }] of Object.entries(histories)) {
    it(`${name}: ${expected.join(", ") || "nothing is learned"}, and nothing is missed`, () => {
      const { crons, missing } = watch(queued, 3);
      assert.deepEqual(crons, expected);
      if (!name.includes("outage")) assert.deepEqual(missing, []);
    });

    it(`${name}: ${isMonthly ? "nothing" : "the same"} by the four weeks that the first report reads`, () => {
      const read = queued.filter((time) => time > now - 28 * 1440);
      assert.deepEqual(cronsOfPattern(learned(read)), isMonthly ? [] : expected);
    });
  }

  it("are told as moved when summer time ends, and then not as missed", () => {
    const { moves, missing } = watch(timesOf("classic"), 1);
    assert.deepEqual([moves, missing], [["2026-10-25T03:20"], []]);
  });

  it("are told as moved when summer time begins: an hour earlier in UTC", () => {
    const days = Array.from({ length: 57 }, (_, day) => now - 1440 * (57 - day) - (day < 28 ? 0 : 60));
    const { moves, missing, crons } = watch(days, 1);
    assert.deepEqual([moves.length, missing, crons], [1, [], ["0 3 * * *"]]);
  });

  it("are reported once in an outage of two slots", () =>
    assert.deepEqual(watch(timesOf("backup"), 3).missing, ["2026-10-20T12:00"]));

  it("show what suggest lists after two weeks", () => {
    const lastTwo = timesOf("weekday").filter((time) => time > now - 15 * 1440);
    assert.deepEqual(cronsOfPattern(findPattern(lastTwo, 2)), ["30 2 * * 1-5"]);
    assert.equal(learned(lastTwo), undefined);
  });
});

describe("any schedule whose weeks are all the same", () => {
  const weeks = 8;
  const begin = now - weeks * 7 * dayMinutes;
  const share = fc.double({ min: 0, max: 0.999, noNaN: true });

  it("is never told as missed if each run came, some of them late by up to 15 minutes", () =>
    fc.assert(
      fc.property(weeklyCron, fc.constantFrom(2, 5, 50), fc.nat(), (cron, lateOneOf, seed) => {
        const die = createDie(seed);
        const lateMinutes = () => (die() < 1 / lateOneOf ? Math.floor(die() * 16) : 0);
        const times = dueTimes([cron], begin, now).map((at) => at + lateMinutes());
        assert.deepEqual(
          watch(
            times.sort((one, other) => one - other),
            12,
          ).missing,
          [],
        );
      }),
      { numRuns: sampled(30) },
    ));

  it("is told as missed at the one time without a run, once", () =>
    fc.assert(
      fc.property(weeklyCron, share, fc.constantFrom(3, 12), (cron, which, stepHours) => {
        const times = dueTimes([cron], begin, now);
        // Of runs that come every few minutes, nobody knows which one is missing.
        fc.pre(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) > 45));
        // After four weeks, and early enough to be certain.
        const candidates = times.filter((at) => at > begin + 28 * dayMinutes && at < now - 2 * dayMinutes);
        const gap = candidates[Math.floor(which * candidates.length)] ?? assert.fail(cron);
        const { missing } = watch(
          times.filter((at) => at !== gap),
          stepHours,
        );
        assert.deepEqual(missing, [new Date(gap * 60_000).toISOString().slice(0, 16)]);
      }),
      { numRuns: sampled(30) },
    ));

  it("proves nothing if it starts runs only for changes", () =>
    fc.assert(
      fc.property(weeklyCron, fc.nat(), fc.constantFrom(0.2, 0.5, 1), (cron, seed, commits) => {
        const runs = runsForChanges(dueTimes([cron], begin, now), commits, createDie(seed));
        assert.deepEqual(proofsOf([], [branchOf(runs)]), []);
      }),
      { numRuns: sampled(30) },
    ));
});
