import assert from "node:assert/strict";
import { timeOf, zoneNamed } from "../../../../../../shared/text/zone";
import {
  judge,
  learn,
  waitMinutes,
} from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { keptTimes, mergeTimes } from "../../../../../../tasks/PipelineMonitor/journal/times";
import { cronsOf } from "../../../../../../tasks/PipelineMonitor/schedules/words";
import { dayMinutes, schedule } from "../../../schedules/story";

/** From a Monday, with eight weeks before the first report. In minutes since 1970. */
const begin = Date.UTC(2026, 4, 4) / 60_000;
const watched = begin + 56 * dayMinutes;
const end = watched + 365 * dayMinutes;

interface Period {
  from: number;
  until: number;
}

export const wholeYear: Period = { from: watched, until: end };

/** Of both hemispheres. */
const zones = [
  ...["Europe/Berlin", "America/New_York", "America/Los_Angeles"],
  ...["America/Santiago", "Australia/Sydney", "Pacific/Auckland"],
];

/** When a schedule is due, in minutes since 1970, and how often an hourly monitor tells of a change in a year. */
interface YearOfSchedule {
  name: string;
  times: readonly number[];
  changes: number;
}

/** A schedule of the pipeline's page is in local time (web-platform-tests/wpt#17342), so in UTC it moves twice a year. */
export const years: readonly YearOfSchedule[] = [
  ...zones.flatMap((zone) => [
    { name: `${zone}, every day`, times: localTimes(zone, false), changes: 2 },
    { name: `${zone}, on weekdays`, times: localTimes(zone, true), changes: 2 },
  ]),
  {
    name: "every hour, whose clock does not matter",
    times: Array.from({ length: (end - begin) / 60 }, (_, hour) => begin + hour * 60 + 5),
    changes: 0,
  },
];

/** When it is 06:05 in a zone, every day or on those of the week. */
function localTimes(name: string, onWeekdays: boolean): number[] {
  const zone = zoneNamed(name) ?? assert.fail(name);
  const times: number[] = [];
  for (let day = begin; day < end; day += dayMinutes) {
    const isWeekend = [0, 6].includes(new Date(day * 60_000).getUTCDay());
    if (onWeekdays && isWeekend) continue;
    times.push((timeOf((day + 6 * 60 + 5) * 60, zone) ?? assert.fail()) / 60);
  }
  return times;
}

/** The weeks around each change of a schedule's time of day; of a schedule that has none, around those in Berlin. */
export function seasons({ times, changes }: YearOfSchedule): Period[] {
  const changing = changes > 0 ? times : (years[0]?.times ?? assert.fail());
  return changing
    .filter((at, index) => index > 0 && at % dayMinutes !== (changing[index - 1] ?? 0) % dayMinutes)
    .map((at) => ({ from: at - 10 * dayMinutes, until: at + 21 * dayMinutes }));
}

/** What an hourly monitor tells in a period: the changes of the schedule, and what is missed. */
export function tellPeriod(times: readonly number[], { from, until }: Period): string[] {
  const first = from + 19;
  let known = schedule({
    proofs: Array.from({ length: 96 }, (_, index) => 2 * end + 15 * index),
    times: keptTimes(
      times.filter((time) => time <= first - 70),
      first,
    ),
  });
  const told: string[] = [];
  const shown = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16);
  let next = times.findIndex((time) => time > first - 70);
  for (let at = first; at < until - dayMinutes; at += 60) {
    const listed: number[] = [];
    // A run is listed when it has finished.
    for (; (times[next] ?? end) <= at - 10; next++) listed.push(times[next] ?? 0);
    const before = known.pattern?.slots;
    known = learn({ ...known, branches: [], times: mergeTimes(known.times, listed) }, at);
    const wait = waitMinutes(known, 15);
    const queued = times.filter((time) => time > at - 600 && time <= at);
    const due = { from: at - 60 - wait, until: at - wait, graceMinutes: 15 };
    const judged = judge(known, queued, queued, due);
    known = judged.known;
    const [earlier, later] = [before, known.pattern?.slots].map((slots) => cronsOf(slots ?? []).join("; "));
    if (before !== undefined && earlier !== later) told.push(`${shown(at)} ${later}`);
    told.push(...judged.missing.map((one) => `${shown(one)} missed`));
  }
  return told;
}

/** Throws if a change is not told once, or anything is told as missed. */
export function judgeTold(told: readonly string[], changes: number): void {
  assert.equal(told.length, changes, told.join("\n"));
  assert.equal(new Set(told).size, changes);
  assert.doesNotMatch(told.join("\n"), /missed/);
}
