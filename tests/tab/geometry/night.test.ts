import assert from "node:assert/strict";
import fc from "fast-check";
import { utcZone, zoneNamed } from "../../../shared/text/zone";
import { gridOf, nightRows, unwatchedCells, type Watched } from "../../../tab/geometry/night";
import { day, hour, mutedSince, now, pipeline, problem, thisHour, today, watched } from "./night-stage";

const statesOf = (one: Watched, grid = day) => nightRows([one], grid)[0]?.states ?? [];
const shortOf = (one: Watched) =>
  nightRows([one], day)[0]?.segments.map(({ state, from, to }) => [state, (to - from) / hour]);

describe("the hours and days of a night", () => {
  it("end with the present hour or day, on the clocks of the zone", () => {
    assert.deepEqual([day.cells.length, day.scale.to], [24, (thisHour + 1) * hour]);
    const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();
    const month = gridOf("28d", now, berlin);
    assert.deepEqual(
      [month.cells.length, month.isDays, month.scale.to],
      [28, true, Date.UTC(2026, 10, 24, 23) / 1000],
    );
    // The clocks went back on 25 October.
    const autumn = gridOf("28d", Date.UTC(2026, 9, 27) / 1000, berlin).cells.map(
      ({ from, to }) => (to - from) / hour,
    );
    assert.deepEqual([...new Set(autumn)], [24, 25]);
    assert.equal(gridOf("7d", now, utcZone).cells.length, 168);
  });

  it("are what the journal says, equal neighbours as one, and unknown letters are no good news", () => {
    const hours = `${"w".repeat(150)}${"wwwwwwwwfff.lsm?!w"}`;
    assert.deepEqual(shortOf(watched([pipeline({ hours })])), [
      ...[
        ["well", 14],
        ["failed", 3],
        ["none", 1],
        ["limit", 1],
        ["stuck", 1],
        ["missed", 1],
      ],
      ...[
        ["unwatched", 2],
        ["well", 1],
      ],
    ]);
  });

  it("are open after the last report, but nobody watched them if the monitor is late", () => {
    const before = { night: { lastHour: thisHour - 2 } };
    assert.deepEqual(shortOf(watched([pipeline()], before)), [
      ["well", 22],
      ["open", 2],
    ]);
    assert.deepEqual(shortOf(watched([pipeline()], { ...before, isSilent: true })), [
      ["well", 21],
      ["unwatched", 3],
    ]);
  });

  it("never look well where nobody watched", () => {
    const letters = fc.array(fc.constantFrom(..."wlsmf.?"), { maxLength: 168 });
    fc.assert(
      fc.property(letters, fc.integer({ min: 0, max: 200 }), fc.boolean(), (hours, ago, isSilent) => {
        const lastHour = thisHour - ago;
        const states = statesOf(
          watched([pipeline({ hours: hours.join("") })], { night: { lastHour }, isSilent }),
        );
        for (const [index, number] of day.numbers.entries())
          if (states[index] === "well") assert.equal(hours[number - lastHour + hours.length - 1], "w");
      }),
    );
  });

  it("are not muted by what is only below its threshold, nor by a problem of another kind", () => {
    const hours = `${"w".repeat(165)}fff`;
    const statesWith = (changes: Parameters<typeof problem>[0]) =>
      new Set(
        statesOf(
          watched([pipeline({ hours })], { problems: [problem({ since: now - 9 * hour, ...changes })] }),
        ),
      );
    const below = { kind: "belowThreshold", why: "" } as const;
    const muted = { kind: "muted", why: "" } as const;
    assert.deepEqual(
      [
        statesWith({ state: below }),
        statesWith({ kind: "ranTooLong", state: muted }),
        statesWith({ state: muted }),
      ],
      [new Set(["well", "failed"]), new Set(["well", "failed"]), new Set(["well", "muted"])],
    );
  });

  it("are muted since the problem began that is muted now, as long as nothing else is wrong", () => {
    const hours = `${"w".repeat(160)}ffffffff`;
    assert.deepEqual(shortOf(watched([pipeline({ hours })], { problems: [mutedSince(now - 2 * hour)] })), [
      ["well", 16],
      ["failed", 5],
      ["muted", 3],
    ]);
    const both = watched([pipeline({ hours })], { problems: [mutedSince(now - 2 * hour), problem()] });
    assert.deepEqual(shortOf(both)?.at(-1), ["failed", 8]);
    const others = watched([pipeline({ hours, pipeline: "export" })], {
      problems: [mutedSince(now - 2 * hour)],
    });
    assert.deepEqual(shortOf(others)?.at(-1), ["failed", 8]);
  });

  it("count the good runs of the period, and compare its median run time with the time before", () => {
    const figures = (seconds: (ago: number) => number) =>
      Array.from({ length: 28 }, (_, ago) => [
        today - ago,
        10,
        ago < 2 ? 3 : 0,
        10,
        0,
        seconds(ago),
        0,
        0,
        0,
        0,
      ]);
    const row = (period: "24h" | "7d" | "28d") => {
      const known = watched([
        pipeline({ figures: figures((ago) => (ago < 2 ? 300 : ago < 14 ? 200 : 100)) }),
      ]);
      const { runs, goodShare, goodShareBefore, medianSeconds, usualSeconds } =
        nightRows([known], gridOf(period, now, utcZone))[0] ?? assert.fail();
      return [runs, goodShare, goodShareBefore, medianSeconds, usualSeconds];
    };
    assert.deepEqual(
      [row("24h"), row("7d"), row("28d")],
      [
        [20, 0.7, 1, 300, 100],
        [70, 64 / 70, 1, 200, 100],
        [280, 274 / 280, undefined, 200, 100],
      ],
    );
    assert.equal(nightRows([watched([pipeline()])], day)[0]?.goodShare, undefined);
  });

  it("of days say how many runs failed, each day for itself", () => {
    const figures = [
      [today, 10, 4],
      [today - 1, 10, 1],
      [today - 2, 10, 0],
    ];
    const known = watched([pipeline({ days: `${"w".repeat(26)}ff`, figures })]);
    const segments = nightRows([known], gridOf("28d", now, utcZone))[0]?.segments ?? [];
    assert.deepEqual(
      segments.map(({ state, failures, runs }) => [state, failures, runs]),
      [
        ["well", 0, 10],
        ["failed", 1, 10],
        ["failed", 4, 10],
      ],
    );
  });

  it("come with the worst pipeline first: what is wrong now, then what went wrong, the latest most", () => {
    const names = ["fine", "muted", "old failure", "new failure", "wrong now", "important"];
    const hoursOf: Record<string, string> = {
      "old failure": `${"w".repeat(145)}f${"w".repeat(22)}`,
      "new failure": `${"w".repeat(167)}f`,
      muted: `${"w".repeat(167)}f`,
    };
    const problems = [
      problem({ pipeline: "wrong now" }),
      problem({ pipeline: "important", importance: "high" }),
      { ...mutedSince(now - 5 * hour), pipeline: "muted" },
    ];
    const pipelines = names.map((name) =>
      pipeline({ pipeline: name, ...(hoursOf[name] === undefined ? {} : { hours: hoursOf[name] }) }),
    );
    const rows = nightRows([watched(pipelines, { problems })], day);
    assert.deepEqual(
      rows.map((row) => row.pipeline),
      ["important", "wrong now", "new failure", "old failure", "muted", "fine"],
    );
  });

  it("count how many of them nobody watched", () => {
    const hours = (ago: number) => `${"w".repeat(167 - ago)}?${"w".repeat(ago)}`;
    const rows = nightRows(
      [
        watched([
          pipeline({ hours: hours(3) }),
          pipeline({ hours: hours(3) }),
          pipeline({ hours: hours(9) }),
        ]),
      ],
      day,
    );
    assert.equal(unwatchedCells(rows), 2);
  });
});
