import assert from "node:assert/strict";
import type { ReportProblem } from "../../../shared/report/schema";
import { utcZone } from "../../../shared/text/zone";
import { type CellState, gridOf, nightRows } from "../../../tab/geometry/night";
import { clockOf, utcClock } from "../../../tab/words/clock";
import {
  eventsText,
  everyText,
  goodHead,
  headingOf,
  medianText,
  nightText,
  ranText,
  rowNote,
  segmentText,
  shareText,
  spanText,
  toneOf,
  unwatchedText,
} from "../../../tab/words/hub-words";
import { day, hour, mutedSince, now, pipeline, problem, today, watched } from "../geometry/night-stage";

const clock = utcClock(now);
const verdict = { clock, problems: [], monitors: [{ reportedAt: now - 600 }], gaps: [], listed: undefined };

describe("words of the hub", () => {
  const missed = problem({ pipeline: "export", kind: "missed", sentence: "did not start at 05:00 UTC" });
  const { pipeline: _, ...late } = problem({ kind: "other", sentence: "Nobody watches" });
  const below = problem({ pipeline: "flaky", state: { kind: "belowThreshold", why: "" } });
  const told = (...problems: ReportProblem[]) => ({ problems });
  const reportedAt = (ago: number) => ({ monitors: [{ reportedAt: now - ago }, { reportedAt: now }] });
  const listed = { monitors: [], listed: { count: 2000, since: now - 3 * hour, isCut: true } };
  const [failing, notStarted] = ["invoices failing since 03:38", "export did not start at 05:00 UTC"];
  const headings: [title: string, changes: Partial<Parameters<typeof headingOf>[0]>, heading: string][] = [
    ["what fails and since when", told(problem()), failing],
    ["two problems", told(problem(), missed), `2 problems: ${failing}, ${notStarted}`],
    ["two of three", told(problem(), missed, problem()), `3 problems: ${failing}, ${notStarted}, and more`],
    ["the day", told(problem({ since: now - 30 * hour })), "invoices failing since Mon 00:38"],
    ["how many are muted", told(problem(), mutedSince(now)), `${failing}; 1 muted`],
    ["how many are below their threshold", told(problem(), below), `${failing}; 1 below its threshold`],
    [
      "projects, if there are several",
      told(problem(), problem({ project: "Shop" })),
      "2 problems: invoices (Night Shift) failing since 03:38, invoices (Shop) failing since 03:38",
    ],
    ["nothing but what is muted", told(mutedSince(now)), "Nothing is wrong now; 1 muted"],
    ["that nobody watches", told(late), "Nobody watches"],
    ["how old the oldest report is", reportedAt(9 * hour), "Nothing was wrong 9 h ago, in the last report"],
    ["since when runs are known", listed, "No pipeline is failing, by the runs since 03:38"],
  ];
  for (const [title, changes, heading] of headings)
    it(`head the page with ${title}`, () => assert.equal(headingOf({ ...verdict, ...changes }), heading));

  it("look good only for what was reported lately", () => {
    const toneWith = (changes: Partial<typeof verdict>) => toneOf({ ...verdict, ...changes });
    const old = { monitors: [{ reportedAt: now - 6 * 24 * hour }] };
    assert.deepEqual([{}, old, { monitors: [] }].map(toneWith), ["good", "neutral", "neutral"]);
    assert.equal(toneOf({ ...verdict, ...old, gaps: ["x"] }), "warn");
  });

  it("tell a night in which nothing failed from one that nobody knows yet", () => {
    const cell = { runs: 0, failures: 0, from: 0, to: 0, at: 0, width: 0 };
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

  it("say how long ago and how often, in the largest unit only", () => {
    assert.deepEqual(
      [20, 1140, 3 * hour, 60 * hour].map((ago) => ranText("monitor", ago)),
      ["less than a minute", "19 min", "3 h", "3 days"].map((text) => `monitor ran ${text} ago`),
    );
    const everyTexts = [1800, 3540, 6 * hour, 24 * hour].map(everyText);
    assert.deepEqual(everyTexts, ["every 30 min", "every hour", "every 6 h", "every day"]);
  });

  it("round no share up to all", () => {
    assert.deepEqual(
      [1, 0.9999, 0, undefined].map((goodShare) => shareText({ goodShare, goodShareBefore: undefined })),
      ["100 %", "99 %", "0 %", ""],
    );
    assert.equal(shareText({ goodShare: 0.94, goodShareBefore: 0.985 }), "94 %, was 98 %");
  });

  it("compare a run time only where it differs", () => {
    const text = (medianSeconds?: number, usualSeconds?: number) =>
      medianText({ medianSeconds, usualSeconds });
    assert.deepEqual(
      [text(300, 180), text(300, 299), text(300), text(8, 2), text(undefined, 5)],
      ["5 min, was 3 min", "5 min", "5 min", "8 s", ""],
    );
  });

  it("tell what happened in a row and in a cell", () => {
    const figures = [[today, 24, 2, 24, 0, 60, 60, 0, 0, 0]];
    const known = watched([pipeline({ hours: "fwm?wffw", owner: "Billing", figures, days: "f" })]);
    const [row = assert.fail()] = nightRows([known], day);
    assert.equal(
      eventsText(row, "hour", clock),
      "failed in 3 hours, the last 05:00; missed in 1 hour, the last 01:00; nobody watched 1 hour",
    );
    assert.equal(rowNote(row), "good 91 % · 1 min · Billing");
    const [ofDays = assert.fail()] = nightRows([known], gridOf("28d", now, utcZone));
    assert.equal(
      eventsText(ofDays, "day", clock),
      "failed in 1 day, the last Tue 2026-11-24; nobody watched 27 days",
    );
    const last = ofDays.segments.at(-1) ?? assert.fail();
    assert.equal(segmentText(last, clock), "failed, Tue 2026-11-24, 2 of 24 runs");
  });

  it("name what nobody watched, and the period of a share", () => {
    const unwatched = [unwatchedText(0, true), unwatchedText(1, false), unwatchedText(2, true)];
    assert.deepEqual(unwatched, ["", "nobody watched 1 hour", "nobody watched 2 days"]);
    const heads = [goodHead("24h", false), goodHead("24h", true), goodHead("7d", false)];
    assert.deepEqual(heads, ["Good since yesterday", "Good in 24 hours", "Good in 7 days"]);
  });
});
