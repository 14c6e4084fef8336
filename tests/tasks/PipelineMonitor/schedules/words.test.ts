import assert from "node:assert/strict";
import fc from "fast-check";
import {
  cronsOf,
  describeSlots,
  evidenceAt,
  evidenceLine,
} from "../../../../tasks/PipelineMonitor/schedules/words";
import { dayMinutes, dueTimes } from "./story";

const week = 7 * dayMinutes;
const sunday = Date.UTC(2026, 4, 31) / 60_000;
/** A month of 31 days. */
const july = Date.UTC(2026, 6, 1) / 60_000;

/** The slots of expressions, in order: those of a week, and from `week` on those of a month. */
function slotsOf(...crons: readonly string[]): number[] {
  const [weekly, monthly] = [true, false].map((isWeekly) =>
    crons.filter((cron) => cron.includes(" * * ") === isWeekly),
  );
  return [
    ...dueTimes(weekly ?? [], sunday, sunday + week).map((time) => time - sunday),
    ...dueTimes(monthly ?? [], july, july + 31 * dayMinutes).map((time) => time - july + week),
  ];
}

const patterns: [crons: string[], shown: string][] = [
  [["0 2 * * *"], "every day at 02:00"],
  [["0 2,14 * * *"], "every day at 02:00 and 14:00"],
  [["0 0-2 * * *"], "every day at 00:00, 01:00 and 02:00"],
  [["0 */8 * * *"], "every day at 00:00, 08:00 and 16:00"],
  [["0 1,9,17 * * *"], "every day at 01:00, 09:00 and 17:00"],
  [["0 0,2,4 * * *"], "every day at 00:00, 02:00 and 04:00"],
  [["0 0,2,5 * * *"], "every day at 00:00, 02:00 and 05:00"],
  [["0,1 2 * * *"], "every day at 02:00 and 02:01"],
  [["30 2 * * *", "15 4 * * *"], "every day at 02:30 and 04:15"],
  [["0 0-3 * * *"], "every day 4 times from 00:00"],
  [["0 * * * *"], "every day 24 times from 00:00"],
  [["*/20 * * * *"], "every day 72 times from 00:00"],
  [["5,25,45 23 * * *"], "every day at 23:05, 23:25 and 23:45"],
  [["59 23 * * 1-5"], "Monday to Friday at 23:59"],
  [["0 2 * * 1,2"], "Monday and Tuesday at 02:00"],
  [["0 2 * * 1,3,5"], "Monday, Wednesday and Friday at 02:00"],
  [["0 2 * * */2"], "Sunday, Tuesday, Thursday and Saturday at 02:00"],
  [["0 2 * * 0"], "Sunday at 02:00"],
  [["0 2 * * 1-5", "0 5 * * 6"], "Monday to Friday at 02:00; Saturday at 05:00"],
  [["5 5 1,15 * *"], "on day 1 and 15 of the month at 05:05"],
  [["5 5 1,11,21 * *"], "on day 1, 11 and 21 of the month at 05:05"],
  [["5 5 */10 * *"], "on day 1, 11, 21 and 31 of the month at 05:05"],
  [["0 2 * * *", "5 5 30 * *"], "every day at 02:00; on day 30 of the month at 05:05"],
];

describe("the words of a schedule", () => {
  it("are the shortest cron expressions, and a sentence for people", () => {
    for (const [crons, shown] of patterns) {
      const slots = slotsOf(...crons);
      assert.deepEqual([cronsOf(slots), describeSlots(slots)], [crons, shown]);
    }
    assert.deepEqual([cronsOf([]), describeSlots([])], [[], ""]);
  });

  it("are expressions of the same times, whatever these are", () => {
    const slot = fc.nat({ max: week - 1 });
    fc.assert(
      fc.property(fc.uniqueArray(slot, { maxLength: 20 }), (slots) => {
        const inOrder = slots.sort((one, other) => one - other);
        assert.deepEqual(slotsOf(...cronsOf(inOrder)), inOrder);
      }),
    );
  });

  it("can be pasted, with the whole weeks that they are known from", () => {
    const since = sunday + 120;
    const line = (crons: string[], weeks: number) =>
      evidenceLine({ slots: slotsOf(...crons), since }, since + weeks * week);
    assert.equal(line(["0 2 * * *"], 4.99), '"schedule": "0 2 * * *" (every day at 02:00 UTC, 4 weeks)');
    assert.equal(
      line(["0 2 * * 1", "0 5 * * 6"], 1),
      '"schedule": ["0 2 * * 1","0 5 * * 6"] (Monday at 02:00; Saturday at 05:00 UTC, 1 week)',
    );
  });

  it("say why a time is due: on which days it is so at this time of the day, and since when", () => {
    // The first run was 15 minutes late.
    const pattern = { slots: slotsOf("0 2 * * 1-5", "0 5 * * 6", "5 5 1,15 * *"), since: sunday + 135 };
    const at = (days: number, minutes: number) =>
      evidenceAt(pattern, [], sunday + days * dayMinutes + minutes);
    assert.deepEqual(
      [at(35, 120), at(34, 120), at(41, 300), at(31, 305), at(123, 305), at(35, 121)],
      [
        " (Monday to Friday for 5 weeks)",
        " (Monday to Friday for 4 weeks)",
        " (Saturday for 5 weeks)",
        " (on day 1 and 15 of the month for 1 month)",
        " (on day 1 and 15 of the month for 4 months)",
        "",
      ],
    );
    assert.deepEqual(
      [at(5, 120), at(1, 120)],
      [" (Monday to Friday for 5 days)", " (Monday to Friday for 1 day)"],
    );
    const [other, before] = [at(0, 600), at(-3, 120)];
    assert.deepEqual([other, before], ["", " (Monday to Friday)"], "never for 0 days");
    const once = evidenceAt(pattern, [sunday + 9 * dayMinutes], sunday + 35 * dayMinutes + 120);
    assert.equal(once, " (Monday to Friday for 5 weeks, missed once)");
  });
});
