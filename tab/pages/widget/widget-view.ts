import { nightStrip } from "../../charts/night-chart";
import { element, link } from "../../dom/element";
import { gridOf, nightRows, unwatchedCells, wholeNight } from "../../geometry/night";
import { problemList } from "../../problems/problem-list";
import { momentText } from "../../words/clock";
import { headingOf, nightText, ranText, toneOf } from "../../words/hub-words";
import type { HubData } from "../hub/load";

/** How many problems the high widget lists; the hub has all. */
const maxListed = 5;

/** The verdict, who watches, and the last 24 hours as one row; a high one lists problems, too. */
export function widgetView(data: HubData, hubUrl: string, isHigh: boolean): HTMLElement {
  const { clock, problems, monitors, watched } = data;
  const grid = gridOf("24h", clock.now, clock.zone);
  const rows = nightRows(watched, grid);
  const latest = monitors.toSorted((one, other) => other.reportedAt - one.reportedAt)[0];
  const about = [
    latest === undefined ? "no monitor" : ranText("monitor", clock.now - latest.reportedAt),
    `read at ${momentText(clock.now, clock)}`,
  ];
  const night = wholeNight(rows, grid);
  return element(
    "article",
    { class: toneOf(data) },
    element("h1", {}, link(headingOf(data), hubUrl)),
    element("p", { class: "about" }, about.join(" · ")),
    ...(rows.length === 0
      ? []
      : [nightStrip(night, grid.cells.length, nightText(night, unwatchedCells(rows), clock))]),
    ...(isHigh && problems.length > 0 ? [problemList(problems.slice(0, maxListed), clock)] : []),
  );
}
