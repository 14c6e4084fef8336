import assert from "node:assert/strict";
import { utcZone } from "../../../shared/text/zone";
import { type CellState, gridOf, nightRows } from "../../../tab/geometry/night";
import { clockOf, utcClock } from "../../../tab/words/clock";
import { firstFiles } from "../../../tab/words/first-files";
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
import { readPage } from "../../pages";
import { day, hour, mutedSince, now, pipeline, problem, today, watched } from "../geometry/night-stage";

const clock = utcClock(now);
const verdict = { clock, monitors: [{ reportedAt: now - 600 }], gaps: [], listed: undefined };

describe("words of the hub", () => {
  it("head the page with what is wrong now, and since when", () => {
    const heading = (...problems: ReturnType<typeof problem>[]) => headingOf({ ...verdict, problems });
    assert.equal(heading(problem()), "invoices failing since 03:38");
    const missed = problem({ pipeline: "export", kind: "missed", sentence: "did not start at 05:00 UTC" });
    assert.equal(
      heading(problem(), missed),
      "2 problems: invoices failing since 03:38, export did not start at 05:00 UTC",
    );
    assert.equal(
      heading(problem({ since: now - 30 * hour }), missed, problem(), mutedSince(now)),
      "3 problems: invoices failing since Mon 00:38, export did not start at 05:00 UTC, and more; 1 muted",
    );
    assert.equal(heading(mutedSince(now)), "Nothing is wrong now; 1 muted");
    const old = { ...verdict, problems: [], monitors: [{ reportedAt: now - 9 * hour }, { reportedAt: now }] };
    assert.equal(headingOf(old), "Nothing was wrong 9 h ago, in the last report");
    const { pipeline: _, ...late } = problem({ kind: "other", sentence: "Nobody watches" });
    assert.equal(heading(late), "Nobody watches");
  });

  it("name the project if there are several, and count what is below its threshold apart", () => {
    const shop = problem({ project: "Shop" });
    const below = problem({ pipeline: "flaky", state: { kind: "belowThreshold", why: "" } });
    assert.equal(
      headingOf({ ...verdict, problems: [problem(), shop, below, mutedSince(now)] }),
      `2 problems: invoices (${problem().project}) failing since 03:38, invoices (Shop) failing since 03:38; 1 muted; 1 below its threshold`,
    );
  });

  it("claim no more than was read, and look good only for what was reported lately", () => {
    const none = { ...verdict, problems: [], monitors: [] };
    const listed = { count: 2000, since: now - 3 * hour, isCut: true };
    assert.equal(headingOf({ ...none, listed }), "No pipeline is failing, by the runs since 03:38");
    const old = { ...verdict, problems: [], monitors: [{ reportedAt: now - 6 * 24 * hour }] };
    assert.deepEqual(
      [toneOf({ ...verdict, problems: [] }), toneOf(old), toneOf(none), toneOf({ ...old, gaps: ["x"] })],
      ["good", "neutral", "neutral", "warn"],
    );
    const night = (...states: CellState[]) =>
      nightText(
        states.map((state) => ({ state, runs: 0, failures: 0, from: 0, to: 0, at: 0, width: 0 })),
        0,
        clock,
      );
    assert.deepEqual(
      [night("well", "open"), night("none", "open"), night("open")],
      ["nothing failed", "no run", "not known yet"].map((text) => `The last 24 hours: ${text}`),
    );
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
    assert.deepEqual([1800, 3540, 6 * hour, 24 * hour].map(everyText), [
      "every 30 min",
      "every hour",
      "every 6 h",
      "every day",
    ]);
  });

  it("round no share up to all", () => {
    assert.deepEqual(
      [1, 0.9999, 0, undefined].map((goodShare) => shareText({ goodShare, goodShareBefore: undefined })),
      ["100 %", "99 %", "0 %", ""],
    );
    assert.equal(shareText({ goodShare: 0.94, goodShareBefore: 0.985 }), "94 %, was 98 %");
  });

  it("compare a run time only where it differs", () => {
    const text = (medianSeconds: number | undefined, usualSeconds?: number) =>
      medianText({ medianSeconds, usualSeconds });
    assert.deepEqual(
      [text(300, 180), text(300, 299), text(300), text(undefined, 5)],
      ["5 min, was 3 min", "5 min", "5 min", ""],
    );
    assert.equal(text(8, 2), "8 s");
  });

  it("tell what happened in a row and in a cell", () => {
    const hours = `${"w".repeat(160)}fwm?wffw`;
    const figures = [[today, 24, 2, 24, 0, 60, 60, 0, 0, 0]];
    const known = watched([pipeline({ hours, owner: "Billing", figures, days: "f" })]);
    const [row] = nightRows([known], day);
    assert.ok(row);
    assert.equal(
      eventsText(row, "hour", clock),
      "failed in 3 hours, the last 05:00; missed in 1 hour, the last 01:00; nobody watched 1 hour",
    );
    assert.equal(rowNote(row), "good 91 % · 1 min · Billing");
    const [ofDay] = nightRows([known], gridOf("28d", now, utcZone));
    const texts = ofDay?.segments.map((segment) => segmentText(segment, clock)) ?? [];
    assert.deepEqual(texts.at(-1), "failed, Tue 2026-11-24, 2 of 24 runs");
    assert.equal(
      ofDay && eventsText(ofDay, "day", clock),
      "failed in 1 day, the last Tue 2026-11-24; nobody watched 27 days",
    );
    assert.deepEqual(
      [unwatchedText(0, true), unwatchedText(1, false), unwatchedText(2, true)],
      ["", "nobody watched 1 hour", "nobody watched 2 days"],
    );
    assert.deepEqual(
      [goodHead("24h", false), goodHead("24h", true), goodHead("7d", false)],
      ["Good since yesterday", "Good in 24 hours", "Good in 7 days"],
    );
  });

  it("give the two files of the Quickstart, for the project", () => {
    const page = readPage("docs", "monitor", "quickstart.md");
    for (const { text } of firstFiles("https://dev.azure.com/contoso/Night%20Shift"))
      assert.ok(page.includes(`\n${text}\`\`\``), text);
    const [file] = firstFiles("https://tfs.contoso.com/tfs/Default%20Collection/Shop%20%22A%22");
    const { organization, project, url_base: base } = JSON.parse(file?.text ?? "");
    assert.deepEqual(
      [organization, project, base],
      ["Default Collection", 'Shop "A"', "https://tfs.contoso.com/tfs/"],
    );
    for (const folder of ["", "DefaultCollection/"]) {
      const [old] = firstFiles(`https://contoso.visualstudio.com/${folder}Shop`);
      const named = JSON.parse(old?.text ?? "");
      assert.deepEqual(
        [named.organization, named.project, named.url_base],
        ["contoso", "Shop", "https://dev.azure.com/"],
      );
    }
  });
});
