import assert from "node:assert/strict";
import { utcZone } from "../../../shared/text/zone";
import { gridOf } from "../../../tab/geometry/grid";
import { type CellState, nightRows } from "../../../tab/geometry/night";
import type { NamedProblem } from "../../../tab/geometry/problem";
import { clockOf, utcClock } from "../../../tab/words/clock";
import { headingOf, toneOf } from "../../../tab/words/hub-heading";
import {
  eventsText,
  everyText,
  firstRunText,
  lastingText,
  medianText,
  nightText,
  noteParts,
  ranText,
  segmentText,
  shareText,
  shareTone,
  spanText,
  unwatchedText,
} from "../../../tab/words/hub-words";
import { whenText } from "../../../tab/words/report-words";
import { day, hour, mutedSince, now, pipeline, shown, today, watched } from "../geometry/night-stage";
import { madeRun } from "../made-run";

const clock = utcClock(now);
const monitor = (ago: number, periodSeconds: number | undefined = hour) => ({
  knownAt: now - ago,
  periodSeconds,
});
const verdict = { clock, readAt: now, problems: [], monitors: [monitor(600)], gaps: [], listed: undefined };

describe("words of the hub", () => {
  const missed = shown({ pipeline: "export", kind: "missed", sentence: "did not start at 05:00 UTC" });
  const late = { ...shown({ kind: "other", sentence: "Nobody watches" }), name: "" };
  const below = shown({ pipeline: "flaky", state: { kind: "belowThreshold", why: "" } });
  const told = (...problems: NamedProblem[]) => ({ problems });
  const excluded = shown({ pipeline: "try", state: { kind: "notChecked", why: "" } });
  const reportedAt = (ago: number, period?: number) => ({ monitors: [monitor(ago, period), monitor(0)] });
  const ofCause = (pipeline: string) => shown({ pipeline, group: "lost agent" });
  const listed = { monitors: [], listed: { runs: [1] } };
  const [failing, notStarted] = ["invoices failing since 03:38", "export did not start at 05:00 UTC"];
  const headings: [title: string, changes: Partial<Parameters<typeof headingOf>[0]>, heading: string][] = [
    ["what fails and since when", told(shown()), failing],
    ["two problems", told(shown(), missed), `2 problems: ${failing}, ${notStarted}`],
    ["two of three", told(shown(), missed, shown()), `3 problems: ${failing}, ${notStarted}, and more`],
    [
      "several problems of one cause as one",
      told(ofCause("a"), ofCause("b"), missed),
      `3 problems: lost agent (2 problems), ${notStarted}`,
    ],
    ["the day", told(shown({ since: now - 30 * hour })), "invoices failing since Mon 00:38"],
    ["how many are muted", told(shown(), mutedSince(now)), `${failing}; 1 muted`],
    ["how many are below their threshold", told(shown(), below), `${failing}; 1 below its threshold`],
    [
      "projects, if there are several",
      told(shown(), shown({ project: "Shop" })),
      "2 problems: invoices (Night Shift) failing since 03:38, invoices (Shop) failing since 03:38",
    ],
    ["nothing but what is muted", told(mutedSince(now)), "Nothing is wrong now; 1 muted"],
    ["that nobody watches", told(late), "Nobody watches"],
    ["how many are excluded", told(excluded), "Nothing is wrong now; 1 excluded"],
    ["how old the oldest report is", reportedAt(9 * hour), "As of Mon 21:38, 9 h ago: nothing was wrong"],
    ["that two periods have passed", reportedAt(700, 300), "As of 06:26, 11 min ago: nothing was wrong"],
    [
      "that a day's report is not of now, even if the next is not due",
      reportedAt(5 * hour, 24 * hour),
      "As of 01:38, 5 h ago: nothing was wrong",
    ],
    ["that the page could not read", { readAt: now - hour }, "As of 05:38, 60 min ago: nothing was wrong"],
    [
      "what was wrong when the page could read",
      { readAt: now - 9 * hour, ...told(shown()) },
      "As of Mon 21:38, 9 h ago: invoices failing since 03:38",
    ],
    ["what the last runs say", listed, "No pipeline is failing, by the last run of each"],
  ];
  for (const [title, changes, heading] of headings)
    it(`head the page with ${title}`, () => assert.equal(headingOf({ ...verdict, ...changes }), heading));

  it("look good only for what was reported lately", () => {
    const toneWith = (changes: Partial<typeof verdict>) => toneOf({ ...verdict, ...changes });
    const old = { monitors: [monitor(6 * 24 * hour)] };
    const unread = { readAt: now - 601, problems: [shown()] };
    const tones = [{}, old, { monitors: [] }, unread].map(toneWith);
    assert.deepEqual(tones, ["good", "neutral", "neutral", "neutral"]);
    assert.equal(toneOf({ ...verdict, ...old, gaps: ["x"] }), "warn");
  });

  it("tell a night in which nothing failed from one that nobody knows yet", () => {
    const cell = { runs: 0, failures: 0, cells: 1, from: 0, to: 0, at: 0, width: 0 };
    const night = (...states: CellState[]) =>
      nightText(
        states.map((state) => ({ state, ...cell })),
        0,
        clock,
      );
    assert.equal(night("well", "open"), "The last 24 hours: nothing failed");
    assert.equal(night("none", "open"), "The last 24 hours: no run");
    assert.equal(night("open"), "The last 24 hours: not known yet");
  });

  it("name moments by day and time, on the clocks of the zone", () => {
    const berlin = clockOf("Europe/Berlin", "Europe/Berlin", now);
    assert.equal(spanText(now - 38 * 60, now + 22 * 60, berlin), "07:00 to 08:00");
    const days = gridOf("28d", now, berlin.zone).cells;
    const [first, last] = [days[25], days[27]];
    assert.equal(spanText(first?.from ?? 0, first?.to ?? 0, berlin), "Sun 2026-11-22");
    assert.equal(spanText(first?.from ?? 0, last?.to ?? 0, berlin), "Sun 2026-11-22 to Tue 2026-11-24");
  });

  it("count failures, and call what is a failure after slow runs the last of so many problems", () => {
    const failing = shown({ last: now - 60 });
    assert.equal(whenText(failing, clock), "3 times since 03:38");
    const mixed = "at 06:37, the last of 3 problems since 03:38";
    assert.equal(whenText({ ...failing, isMixed: true }, clock), mixed);
    const repaired = { ...failing, saysWhen: true, count: 2 };
    assert.equal(whenText(repaired, clock), "· 2 failures since 03:38");
    assert.equal(whenText({ ...repaired, isMixed: true }, clock), "· 2 problems since 03:38");
    assert.equal(whenText({ ...repaired, kind: "missed" }, clock), "· 2 missed runs since 03:38");
  });

  it("say how long something lasts beside since when, and how long ago it was", () => {
    const failing = shown({ last: now - 60 });
    assert.equal(lastingText(failing, now, clock), "3 times since 03:38, for 3 h");
    const longer = { ...failing, isLonger: true };
    assert.equal(lastingText(longer, now, clock), "3 times since 03:38 or longer, for at least 3 h");
    assert.equal(lastingText(failing, now - hour, clock), "3 times since 03:38, for 2 h");
    assert.equal(
      lastingText({ ...failing, count: 1, last: now - 3 * hour }, now, clock),
      "at 03:38, 3 h ago",
    );
    assert.equal(lastingText(shown({ kind: "stuck" }), now, clock), "");
  });

  it("name the first failing run, its commit and who asked for it, as far as they are known", () => {
    const run = madeRun({ id: 3, commit: "0123456789abcdef", requestedFor: "A. Person" });
    assert.equal(firstRunText(run), "First: 20261124.3, commit 01234567, requested for A. Person");
    assert.equal(firstRunText(madeRun({ id: 3 })), "First: 20261124.3");
  });

  it("say how long ago and how often, in the largest unit only", () => {
    assert.deepEqual(
      [20, 1140, 3 * hour, 60 * hour].map((ago) => ranText("monitor", ago)),
      ["less than a minute", "19 min", "3 h", "2 days"].map((text) => `monitor ran ${text} ago`),
    );
    const almost = [59, 119, 4.52 * hour, 47.9 * hour, 71.9 * hour].map((ago) => ranText("monitor", ago));
    const less = ["less than a minute", "1 min", "4 h", "47 h", "2 days"];
    assert.deepEqual(
      almost,
      less.map((text) => `monitor ran ${text} ago`),
      "never more than it is",
    );
    const everyTexts = [1800, 3540, 6 * hour, 24 * hour].map(everyText);
    assert.deepEqual(everyTexts, ["every 30 min", "every hour", "every 6 h", "every day"]);
  });

  it("round no share up to all, and compare it with the time before", () => {
    const counts = (runs: number, failures: number) => ({ runs, failures, flakyCommits: 0 });
    const texts = [counts(7, 0), counts(10_000, 1), counts(7, 7), counts(0, 0)].map((all) =>
      shareText(all, undefined, "24h"),
    );
    assert.deepEqual(texts, ["100 %", "99 %", "0 %", ""]);
    const worse = { now: counts(700, 40), before: counts(700, 7) };
    assert.deepEqual([shareText(worse.now, worse, "7d"), shareTone(worse)], ["94 %, was 99 %", "worse"]);
    assert.equal(shareTone({ now: worse.before, before: worse.now }), "better");
    const chance = { now: counts(24, 1), before: counts(24, 0) };
    assert.equal(shareTone(chance), "", "one failure is no news");
    assert.equal(shareText(counts(1400, 47), worse, "28d"), "96 %; 94 % in the last 14 days, was 99 %");
    assert.equal(shareText(counts(48, 1), chance, "28d"), "97 %");
  });

  it("compare a run time only where it differs", () => {
    assert.deepEqual(
      [
        medianText(300, 180),
        medianText(300, 299),
        medianText(300),
        medianText(8, 2),
        medianText(undefined, 5),
      ],
      ["5 min, was 3 min", "5 min", "5 min", "8 s", ""],
    );
  });

  it("tell what happened in a row and in a cell", () => {
    const times = { medianSeconds: 60, longestSeconds: 60, longestWaitSeconds: 120 };
    const figures = [{ day: today, runs: 24, failures: 2, timedRuns: 24, ...times }];
    const [checked, failed] = [[..."11111111"], [..."10000111"]].map((column) => column.map(Number));
    const counts = { checked: checked ?? [], failed: failed ?? [], flaky: [0, 1, 1] };
    const one = pipeline({ hours: "fwm?wffw", owner: "Billing", figures, days: "f", ...counts });
    // Before that, in the same 24 hours, all was watched.
    const known = watched([one], { night: { since: (today * 24 - 18) * hour } });
    const [row = assert.fail()] = nightRows([known], day);
    assert.equal(
      eventsText(row, "hour", clock),
      "failed in 3 hours, the last 05:00; missed in 1 hour, the last 01:00; nobody watched 60 min",
    );
    assert.equal(
      noteParts(row, "24h").join(" · "),
      "good 50 % · 1 min · waited up to 2 min · 2 flaky commits · Billing",
    );
    const [ofDays = assert.fail()] = nightRows([known], gridOf("28d", now, utcZone));
    assert.equal(
      eventsText(ofDays, "day", clock),
      "failed in 1 day, the last Tue 2026-11-24; nobody watched 26 days",
    );
    const last = ofDays.segments.at(-1) ?? assert.fail();
    assert.equal(segmentText(last, clock), "failed, Tue 2026-11-24, 2 of 24 runs");
  });

  it("name what nobody watched, and the period of a share", () => {
    const unwatched = [0, 66 * 60, 60 * hour].map(unwatchedText);
    assert.deepEqual(unwatched, ["", "nobody watched 66 min", "nobody watched 2 days"]);
  });
});
