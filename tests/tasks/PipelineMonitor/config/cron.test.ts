import assert from "node:assert/strict";
import fc from "fast-check";
import { zoneNamed } from "../../../../shared/text/zone";
import { occurrences, parseSchedule, type Schedule } from "../../../../tasks/PipelineMonitor/config/cron";

const start = Date.UTC(2026, 10, 20) / 1000;
const day = 24 * 3600;

function schedule(expression: string): Schedule {
  const parsed = parseSchedule(expression);
  return "problem" in parsed ? assert.fail(`${expression}: ${parsed.problem}`) : parsed;
}

const times = (expression: string, days = 1) =>
  occurrences([schedule(expression)], start, start + days * day).map((second) =>
    new Date(second * 1000).toISOString().slice(5, 16),
  );

describe("parseSchedule", () => {
  it("takes values, lists, ranges, steps and names, in UTC", () => {
    assert.deepEqual(times("0 2 * * *"), ["11-20T02:00"]);
    assert.deepEqual(times("0,30 2-3 * * *"), ["11-20T02:00", "11-20T02:30", "11-20T03:00", "11-20T03:30"]);
    assert.deepEqual(times("*/20 0 * * *"), ["11-20T00:00", "11-20T00:20", "11-20T00:40"]);
    assert.deepEqual(times("10-40/15 0 * * *"), ["11-20T00:10", "11-20T00:25", "11-20T00:40"]);
    assert.deepEqual(times("50/5 0 * * *"), ["11-20T00:50", "11-20T00:55"]);
    assert.deepEqual(times("0 0 * * Mon-Wed", 7), ["11-23T00:00", "11-24T00:00", "11-25T00:00"]);
    assert.deepEqual(times("0 0 * * sunday,6", 7), ["11-21T00:00", "11-22T00:00"]);
    assert.deepEqual(times("0 0 1 dec *", 30), ["12-01T00:00"]);
    assert.deepEqual(times("  0  0 * November Fri ", 8), ["11-20T00:00", "11-27T00:00"]);
  });

  it("wants a day that suits both the day of the month and the day of the week, as the service does", () => {
    assert.deepEqual(times("0 0 27 * Fri", 30), ["11-27T00:00"]);
  });

  it("never throws, whatever it is given", () => {
    const field = fc.oneof(fc.string(), fc.stringMatching(/^[\d*,/\-a-z]{1,8}$/));
    fc.assert(
      fc.property(fc.array(field, { minLength: 5, maxLength: 5 }), (parts) => {
        const parsed = parseSchedule(parts.join(" "));
        assert.ok("problem" in parsed || parsed.expression !== undefined);
      }),
    );
  });
});

describe("occurrences", () => {
  it("of several schedules are each moment once, in order", () => {
    const both = [schedule("0 */2 * * *"), schedule("0 */3 * * *")];
    const hours = occurrences(both, start, start + day).map((second) => (second - start) / 3600);
    assert.deepEqual(hours, [0, 2, 3, 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22]);
  });

  describe("in a time zone", () => {
    const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();
    const inBerlin = (expression: string, from: string, until: string) =>
      occurrences([schedule(expression)], Date.parse(from) / 1000, Date.parse(until) / 1000, berlin).map(
        (time) => new Date(time * 1000).toISOString().slice(5, 16),
      );

    it("are what its clocks show, in summer and in winter", () => {
      assert.deepEqual(inBerlin("0 0 * * Mon", "2026-07-05T00:00Z", "2026-07-07T00:00Z"), ["07-05T22:00"]);
      assert.deepEqual(inBerlin("0 0 * * Mon", "2026-12-06T00:00Z", "2026-12-08T00:00Z"), ["12-06T23:00"]);
    });

    it("are once a day when clocks are changed: at the change if they skip the time, the first if they show it twice", () => {
      const spring = inBerlin("30 2 * * *", "2026-03-28T00:00Z", "2026-03-31T00:00Z");
      assert.deepEqual(spring, ["03-28T01:30", "03-29T01:00", "03-30T00:30"]);
      const autumn = inBerlin("30 2 * * *", "2026-10-24T00:00Z", "2026-10-27T00:00Z");
      assert.deepEqual(autumn, ["10-24T00:30", "10-25T00:30", "10-26T01:30"]);
    });

    it("of a day that clocks skip are at the change, also for a look that begins there", () => {
      const zone = zoneNamed("Pacific/Apia") ?? assert.fail();
      const change = Date.UTC(2011, 11, 30, 10) / 1000;
      assert.deepEqual(occurrences([schedule("0 12 30 12 *")], change, change + day, zone), [change]);
    });

    it("are the same in parts as in the whole, in each zone and year", () => {
      const zones = [
        "Europe/Berlin",
        "America/Santiago",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Asia/Beirut",
      ];
      const expressions = ["*/30 * * * *", "30 2 * * Sun", "0 0 * * *", "15 23 1 * *", "45 1 * 3,4,10 *"];
      fc.assert(
        fc.property(
          fc.constantFrom(...zones),
          fc.constantFrom(...expressions),
          fc.integer({ min: Date.UTC(2005, 0) / 1000, max: Date.UTC(2036, 0) / 1000 }),
          fc.array(fc.integer({ min: 1, max: 5 * day }), { minLength: 1, maxLength: 6 }),
          (name, expression, from, parts) => {
            const zone = zoneNamed(name) ?? assert.fail();
            const some = [schedule(expression)];
            const ends = parts.map((_, index) =>
              parts.slice(0, index + 1).reduce((sum, one) => sum + one, from),
            );
            const inParts = ends.flatMap((end, index) =>
              occurrences(some, ends[index - 1] ?? from, end, zone),
            );
            const until = ends.at(-1) ?? from;
            assert.deepEqual(inParts, occurrences(some, from, until, zone));
            for (const at of inParts) assert.ok(at >= from && at < until);
          },
        ),
      );
    });
  });
});
