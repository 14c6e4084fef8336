import assert from "node:assert/strict";
import {
  expressionProblem,
  expressionWarnings,
  parseSchedule,
} from "../../../../tasks/PipelineMonitor/config/cron";

/**
 * How NCrontab reads an item of a field, which Azure Pipelines uses: expressions, each with one that means the same, and the
 * method in the source of github.com/atifaziz/NCrontab, folder NCrontab, that makes it so.
 */
const taken = [
  ["*/60 * * * *", "0 * * * *"], // Accumulate: sets the first value, and then each that is a step further
  ["0 */24 * * *", "0 0 * * *"], // Accumulate: no limit for the interval
  ["*/45 * * * *", "0,45 * * * *"], // Accumulate: counts from the field's least value, each hour anew
  ["0 0 */40 * *", "0 0 1 * *"], // Accumulate: from the field's least value, which is 1 here
  ["50/30 * * * *", "50 * * * *"], // InternalParse: a step after one value ends at MaxValue
  ["0 8/4 * * *", "0 8,12,16,20 * * *"], // the same
  ["*/0 * * * *", "* * * * *"], // Accumulate: an interval below 2 of the entire range sets all
  ["*/-5 * * * *", "* * * * *"], // InternalParse: int.Parse takes a sign; an interval below 2 sets all
  ["*/+5 * * * *", "*/5 * * * *"], // InternalParse: int.Parse takes a sign
  ["10-20/0 * * * *", "10-20 * * * *"], // Accumulate: an interval below 1 is 1
  ["5/0 * * * *", "5-59 * * * *"], // the same
  ["0 22-4 * * *", "0 4-22 * * *"], // Accumulate: swaps the ends of a range in reverse order
  ["0 22-4/6 * * *", "0 4,10,16,22 * * *"], // Accumulate: swaps them before it steps
  ["0 0 * * Fri-Mon", "0 0 * * 1-5"], // Accumulate: swaps the ends of names, too
  ["0 0 * Nov-Feb *", "0 0 * 2-11 *"], // the same
  ["7-7/3 * * * *", "7 * * * *"], // Accumulate: start and end may be equal
  ["007 * * * *", "7 * * * *"], // ParseValue: int.Parse takes zeros in front
  ["0 0 * * Mo,tHuRs", "0 0 * * 1,4"], // ParseValue: any beginning of a name, in any case
  ["0 0 * * S", "0 0 * * 0"], // ParseValue: the first name with this beginning, Sunday
  ["0 0 * J *", "0 0 * 1 *"], // ParseValue: the first name with this beginning, January
  ["0 0 * sept-12/2 *", "0 0 * 9,11 *"], // InternalParse: names and numbers in one range
  ["5,*/30,5 * * * *", "0,5,30 * * * *"], // InternalParse: each item of a list by itself
  ["  0   2 * * *  ", "0 2 * * *"], // TryParse: splits at spaces, without empty entries
] as const;

const minutes = "minutes: … expected 0 to 59, *, ranges or steps";
const days = "days of the month: … expected 1 to 31, *, ranges or steps";
const weekdays = "days of the week: … expected 0 to 6, English names, *, ranges or steps";
const hours = "hours: … expected 0 to 23, *, ranges or steps";
const five = "expected five, separated by spaces: minute, hour, …";
/** What NCrontab refuses, each with what is said of it. */
const refused = [
  ["60 * * * *", minutes], // Accumulate: above MaxValue
  ["0 24 * * *", hours], // the same
  ["0 18-24 * * *", hours], // the same
  ["0 0-24/2 * * *", hours], // the same
  ["0 0 32 * *", days], // the same
  ["0 0 * 13 *", "months: … expected 1 to 12, English names, *, ranges or steps"], // the same
  ["0 0 * * 7", weekdays], // DayOfWeek: 0 to 6
  ["0 0 * * 6-7", weekdays], // the same
  ["0 0 * * 1,7", weekdays], // the same
  ["0 0 * * 1-7/2", weekdays], // the same
  ["0 0 0 * *", days], // Accumulate: below MinValue
  ["0 0 ? * Mon", days], // ParseValue: a field without names needs a number
  ["0 0 L * *", days], // the same
  ["x y * * *", `${minutes}; ${hours}`], // the same
  ["/5 * * * *", minutes], // InternalParse: a slash counts after the first character
  ["1, * * * *", minutes], // InternalParse: no item is empty
  [",1 * * * *", minutes], // InternalParse: a comma counts after the first character
  ["*/5, 50 * * * *", `has 6 fields; ${five}`], // TryParse: splits at each space
  ["0\t2 * * *", `has 4 fields; ${five}`], // TryParse: splits at spaces, not at tabs
  ["0\t2 * * * *", minutes], // the same
  ["0 0 2 * * Mon", `has 6 fields; ${five}`], // TryParse: five tokens; seconds are an option
  ["@daily", `has 1 field; ${five}`], // TryParse: five tokens
  [" @Weekly", `has 1 field; ${five}`], // the same
  ["@reboot", `has 1 field; ${five}`], // the same
  ["", `has 0 fields; ${five}`], // the same
  ["* * * *", `has 4 fields; ${five}`], // the same
  ["0 0 0 2 * * 2026", `has 7 fields; ${five}`], // the same
  ["0 0 * * Fri#2", weekdays], // ParseValue: no name begins so
  ["0 0 * * Weds", weekdays], // the same
  ["0 0 * * 1#5", weekdays], // ParseValue: int.Parse takes a number only
  ["0 0 15W * *", days], // the same
  ["1-2-3 * * * *", minutes], // the same
  ["*-5 * * * *", minutes], // InternalParse: * is no end of a range
  ["5- * * * *", minutes], // ParseValue: no value is empty
  ["-5 * * * *", minutes], // InternalParse: a dash counts after the first character
  ["*/2/3 * * * *", minutes], // InternalParse: int.Parse takes a number only
  ["5/ * * * *", minutes], // InternalParse: int.Parse takes no empty text
] as const;
describe("cron expressions, compared with NCrontab", () => {
  for (const [expression, same] of taken)
    it(`${JSON.stringify(expression)} means ${JSON.stringify(same)}`, () => {
      const parsed = { ...parseSchedule(expression), expression: same };
      assert.deepEqual(parsed, parseSchedule(same));
      assert.ok("minutes" in parsed);
    });

  for (const [expression, problem] of refused)
    it(`${JSON.stringify(expression)} is refused: ${problem}`, () => {
      const parsed = parseSchedule(expression);
      const found = "problem" in parsed ? parsed.problem : "none";
      const parts = problem.split("…").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
      assert.match(found, new RegExp(`^${parts.join(".*")}\\. See https://learn\\.microsoft\\.com/\\S+$`));
    });

  it("never come on a day that no month has, which NCrontab does not notice", () => {
    for (const expression of ["0 0 31 2 *", "0 0 31 4,6,9,11 *"])
      assert.deepEqual(expressionProblem(["quiet", "0", "schedule"], expression), [
        `quiet.0.schedule: ${JSON.stringify(expression)} never occurs`,
      ]);
    assert.ok("minutes" in parseSchedule("0 0 29 2 *"));
  });

  it("warn of a range in reverse order, and say how it is read", () => {
    const warningsOf = (expression: string) =>
      expressionWarnings(["pipelines", "night", "schedule"], expression).map((warning) =>
        /^pipelines\.night\.schedule: "(.*)" means "(.*)", as in Azure Pipelines\. For a range past the end, write two, as in 22-23,0-4$/
          .exec(warning)
          ?.slice(1),
      );
    assert.deepEqual(warningsOf("0 22-4 * * *"), [["22-4", "4-22"]]);
    assert.deepEqual(warningsOf("0 22-4/3 * * *"), [["22-4/3", "4-22/3"]]);
    assert.deepEqual(warningsOf("0 0 * Nov-2 Fri-Mon"), [
      ["Nov-2", "2-Nov"],
      ["Fri-Mon", "Mon-Fri"],
    ]);
    for (const usual of ["0 4-22 * * Mon-Fri", "auto", "5-5 * * * *", "70-20 * * * *"])
      assert.deepEqual(warningsOf(usual), []);
  });
});
