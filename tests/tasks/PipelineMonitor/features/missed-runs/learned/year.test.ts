import assert from "node:assert/strict";
import { timeOf, zoneNamed } from "../../../../../../shared/text/zone";
import {
  judge,
  learn,
  waitMinutes,
} from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/hour";
import { mergeTimes } from "../../../../../../tasks/PipelineMonitor/journal/times";
import { cronsOf } from "../../../../../../tasks/PipelineMonitor/schedules/words";
import { dayMinutes, schedule } from "../../../schedules/story";

/** From a Monday, with eight weeks before the first report. */
const begin = Date.UTC(2026, 4, 4) / 60_000;
const watched = begin + 56 * dayMinutes;
const end = watched + 365 * dayMinutes;
/** Of both hemispheres. */
const zones = [
  ...["Europe/Berlin", "America/New_York", "America/Los_Angeles"],
  ...["America/Santiago", "Australia/Sydney", "Pacific/Auckland"],
];

/** When a schedule of the page is due at 06:05 local time, in minutes since 1970: every day, or on those of the week. */
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

/** What an hourly monitor tells in a year: the changes of its pattern, and what is missed. */
function tellYear(times: readonly number[]) {
  let known = schedule({ proofs: Array.from({ length: 96 }, (_, index) => 2 * end + 15 * index) });
  const told: string[] = [];
  const shown = (at: number) => new Date(at * 60_000).toISOString().slice(0, 16);
  let next = 0;
  for (let at = watched + 19; at < end - dayMinutes; at += 60) {
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

// A schedule of the pipeline's page is in local time (web-platform-tests/wpt#17342), so in UTC it moves twice a year.
describe("a year of a schedule in local time", () => {
  for (const zone of zones)
    for (const [name, onWeekdays] of [
      ["every day", false],
      ["on weekdays", true],
    ] as const)
      it(`is told once at each change of clocks, and never as missed: ${zone}, ${name}`, () => {
        const told = tellYear(localTimes(zone, onWeekdays));
        assert.equal(told.length, 2, told.join("\n"));
        assert.deepEqual([...new Set(told)].length, 2);
        assert.doesNotMatch(told.join("\n"), /missed/);
      });

  it("is never told if it is due every hour, whose clock does not matter", () => {
    const times = Array.from({ length: (end - begin) / 60 }, (_, hour) => begin + hour * 60 + 5);
    assert.deepEqual(tellYear(times), []);
  });
});
