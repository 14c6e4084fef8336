import assert from "node:assert/strict";
import fc from "fast-check";
import { utcZone, zoneNamed } from "../../../shared/text/zone";
import { gridOf, type Period } from "../../../tab/geometry/grid";
import { nightRows, unwatchedSeconds } from "../../../tab/geometry/night";
import type { NamedProblem } from "../../../tab/geometry/problem";
import { day, hour, mutedSince, now, pipeline, shown, thisHour, today, watched } from "./night-stage";

describe("the grid of a night", () => {
  it("ends with the present hour or day, on the clocks of the zone", () => {
    assert.deepEqual([day.cells.length, day.scale.to], [24, (thisHour + 1) * hour]);
    assert.equal(gridOf("7d", now, utcZone).cells.length, 168);
    const berlin = zoneNamed("Europe/Berlin") ?? assert.fail();
    const { cells, isDays, scale } = gridOf("28d", now, berlin);
    assert.deepEqual([cells.length, isDays, scale.to], [28, true, Date.UTC(2026, 10, 24, 23) / 1000]);
    // The clocks went back on 25 October.
    const autumn = gridOf("28d", Date.UTC(2026, 9, 27) / 1000, berlin);
    assert.deepEqual([...new Set(autumn.cells.map(({ from, to }) => (to - from) / hour))], [24, 25]);
  });
});

describe("the hours of a night", () => {
  const before = { night: { until: (thisHour - 2) * hour } };
  const silent = { ...before, isSilent: true };
  const told = (...problems: NamedProblem[]) => ({ problems });
  const lately = mutedSince(now - 2 * hour);
  const slow = { ...mutedSince(now - 9 * hour), kind: "ranTooLong" } as const;
  const rare = shown({ since: now - 9 * hour, state: { kind: "belowThreshold", why: "" } });
  const rows: [title: string, hours: string, expected: string, changes?: Parameters<typeof watched>[1]][] = [
    ["neighbours that are equal are one", "fff.", "well 20, failed 3, none 1"],
    [
      "hours that nobody watched are no good news",
      "lsm??w",
      "well 18, limit 1, stuck 1, missed 1, unwatched 2, well 1",
    ],
    ["they are open after the last report", "", "well 22, open 2", before],
    ["nobody watched them if the monitor is silent", "", "well 21, unwatched 3", silent],
    ["they are muted since the problem began", "ffffffff", "well 16, failed 5, muted 3", told(lately)],
    ["not if something else is wrong", "ffff", "well 20, failed 4", told(lately, shown())],
    [
      "not by another pipeline's problem",
      "ffff",
      "well 20, failed 4",
      told({ ...lately, pipeline: { id: 2, name: "export" } }),
    ],
    ["not by a problem of another kind", "ffff", "well 20, failed 4", told(slow)],
    ["not below a threshold", "ffff", "well 20, failed 4", told(rare)],
  ];
  for (const [title, hours, expected, changes] of rows)
    it(`${title}: ${expected}`, () => {
      const [{ segments } = assert.fail()] = nightRows([watched([pipeline({ hours })], changes)], day);
      const texts = segments.map(({ state, from, to }) => `${state} ${(to - from) / hour}`);
      assert.equal(texts.join(", "), expected);
    });

  it("never look well where nobody watched", () => {
    const letters = fc.array(fc.constantFrom(..."wlsmf.?"), { maxLength: 168 });
    const ago = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(letters, ago, ago, fc.boolean(), (hours, reportedAgo, sinceAgo, isSilent) => {
        const lastHour = thisHour - reportedAgo;
        const known = pipeline({ hours: hours.join(""), lastHour });
        const night = { until: lastHour * hour, since: (lastHour - sinceAgo) * hour };
        const [row] = nightRows([watched([known], { night, isSilent })], day);
        for (const [index, { number }] of day.cells.entries())
          if (row?.cells[index]?.state === "well") {
            assert.equal(hours[number - lastHour + hours.length - 1] ?? "w", "w");
            assert.ok(number >= lastHour - Math.min(sinceAgo, 167) && number <= lastHour);
          }
      }),
    );
  });
});

describe("the rows of a night", () => {
  const rowOf = (changes: Parameters<typeof pipeline>[0], period: Period) =>
    nightRows([watched([pipeline(changes)])], gridOf(period, now, utcZone))[0] ?? assert.fail();

  it("count the runs of the hours or days that are drawn, and compare them with the time before", () => {
    const secondsOf = (ago: number) => (ago < 2 ? 300 : ago < 14 ? 200 : 100);
    const figures = Array.from({ length: 28 }, (_, ago) => ({
      ...{ day: today - ago, runs: 10, failures: ago < 7 ? 3 : 0, timedRuns: 10 },
      medianSeconds: secondsOf(ago),
    }));
    const hours = Array.from({ length: 168 }, (_, index) => 167 - index);
    const checked = hours.map(() => 2);
    const failed = hours.map((ago) => (ago < 6 ? 1 : 0));
    const told = (["24h", "7d", "28d"] as const).map((period) => {
      const row = rowOf({ figures, checked, failed }, period);
      const change =
        row.change && [row.change.now, row.change.before].map(({ runs, failures }) => `${failures}/${runs}`);
      return [`${row.failures}/${row.runs}`, ...(change ?? []), row.medianSeconds, row.usualSeconds];
    });
    assert.deepEqual(told, [
      ["6/48", "6/48", "0/48", 300, 100],
      ["6/336", "6/336", "0/70", 200, 100],
      ["21/280", "21/140", "0/140", 200, 100],
    ]);
  });

  // Days were drawn by the letters of another zone: kimai/kimai #987, junkerderprovinz/bombvault #183.
  it("draw each day of another zone where it was", () => {
    const tokyo = zoneNamed("Asia/Tokyo") ?? assert.fail();
    const figures = [{ day: today - 1, runs: 10, failures: 5 }];
    const known = watched([pipeline({ days: `${"w".repeat(26)}fw`, figures })]);
    const [row = assert.fail()] = nightRows([known], gridOf("28d", now, tokyo));
    const first = [row.cells.length, ...row.cells.slice(0, 2).map(({ state }) => state)];
    assert.deepEqual(first, [29, "unwatched", "well"], "a journal has 28 days");
    const failed = row.segments.find(({ state }) => state === "failed") ?? assert.fail();
    assert.deepEqual([failed.from, failed.to], [(today - 1) * 24 * hour, today * 24 * hour]);
    const [width, at] = [100 / 28, (100 * (26 + 9 / 24)) / 28];
    assert.ok(Math.abs(failed.at - at) < 0.02 && Math.abs(failed.width - width) < 0.02);
    assert.deepEqual([row.failures, row.runs], [5, 10]);
  });

  it("say how many runs failed, each day for itself", () => {
    const figures = [4, 1, 0].map((failures, ago) => ({ day: today - ago, runs: 10, failures }));
    const { segments } = rowOf({ days: `${"w".repeat(26)}ff`, figures }, "28d");
    const texts = segments.map(({ state, failures, runs }) => `${state} ${failures}/${runs}`);
    assert.deepEqual(texts, ["well 0/10", "failed 1/10", "failed 4/10"]);
  });

  it("come with the worst pipeline first: what is wrong now, then what went wrong, the latest most", () => {
    const hoursOf = Object.entries({
      ...{ fine: "", muted: "f", "over a limit": "l", "old failure": `f${"w".repeat(22)}` },
      ...{ "new failure": "f", "wrong now": "", important: "" },
    });
    const problems = [
      shown({ pipeline: "wrong now" }),
      shown({ pipeline: "important", importance: "high" }),
      { ...mutedSince(now - 5 * hour), name: "muted" },
    ];
    const idOf = (name: string) => hoursOf.findIndex(([one]) => one === name);
    const pipelines = hoursOf.map(([name, hours]) =>
      pipeline({ pipeline: name, definitionId: idOf(name), hours }),
    );
    const known = problems.map((one) => ({ ...one, pipeline: { id: idOf(one.name), name: one.name } }));
    const ordered = nightRows([watched(pipelines, { problems: known })], day).map((row) => row.name);
    const bad = ["important", "wrong now", "new failure", "old failure", "over a limit"];
    assert.deepEqual(ordered, [...bad, "muted", "fine"]);
  });

  it("count the time that nobody watched as long as it was, and once", () => {
    const from = now - 6 * hour;
    const withGaps = (...gaps: [number, number][]) => watched([pipeline()], { night: { gaps } });
    const gap = withGaps([from, from + 66 * 60]);
    assert.equal(unwatchedSeconds([gap, gap], day), 66 * 60);
    assert.equal(nightRows([gap], day)[0]?.unwatchedSeconds, 66 * 60);
    const other = withGaps(
      [from + 60, from + 600],
      [from + hour, from + 2 * hour],
      [from - 90 * hour, from - 80 * hour],
    );
    assert.equal(unwatchedSeconds([gap, other], day), 2 * hour);
    const silent = watched([pipeline()], { isSilent: true, night: { until: now - 9 * hour } });
    assert.equal(unwatchedSeconds([silent, gap], day), 9 * hour);
    assert.equal(
      unwatchedSeconds([watched([], { night: { since: now - hour } })], day),
      now - hour - day.scale.from,
    );
  });
});
