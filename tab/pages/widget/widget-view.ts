import { nightStrip } from "../../charts/night-chart";
import { element, link } from "../../dom/element";
import { gridOf } from "../../geometry/grid";
import { nightRows, unwatchedSeconds, wholeNight } from "../../geometry/night";
import { problemList } from "../../problems/problem-list";
import { momentText } from "../../words/clock";
import { ageText, headingOf, isUnread, toneOf } from "../../words/hub-heading";
import { nightText, ranText } from "../../words/hub-words";
import type { HubState } from "../hub/follow-project";

/** How many lines the high widget has for problems; the hub shows all. */
const lines = 6;

/** Whose it is, the verdict, who watches, and the last 24 hours as one row; a high one lists the worst problems, too. */
export function widgetView(
  { data, failure }: HubState,
  projectName: string,
  hubUrl: string,
  isHigh: boolean,
): HTMLElement {
  const { clock, problems, monitors, watched, readAt } = data;
  const grid = gridOf("24h", clock.now, clock.zone);
  const rows = nightRows(watched, grid);
  const latest = monitors.toSorted((one, other) => other.reportedAt - one.reportedAt)[0];
  const read = `read at ${momentText(readAt, clock)}`;
  const about = [
    latest === undefined ? "no monitor" : ranText("monitor", clock.now - latest.reportedAt),
    failure === undefined ? read : `${read}; then: ${failure.reason}`,
  ];
  const night = wholeNight(rows, grid);
  const nightLabel = nightText(night, unwatchedSeconds(watched, grid), clock);
  return element(
    "article",
    { class: `${toneOf(data)}${isUnread(data) ? " unread" : ""}` },
    element("p", { class: "product" }, `Pipeline Keeper · ${projectName}`),
    element("h1", {}, link(headingOf(data), hubUrl)),
    element("p", { class: "about" }, about.join(" · ")),
    rows.length > 0 && nightStrip(night, grid.cells.length, nightLabel),
    isHigh &&
      problems.length > 0 &&
      problemList(problems, clock, { ageOf: (claim) => ageText(claim, clock), lines }),
  );
}
