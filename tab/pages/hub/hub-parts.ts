import { isCalm } from "../../../shared/report/form";
import { pluralize } from "../../../shared/text/pluralize";
import { nightLegend } from "../../charts/night-cell";
import { nightChart, pipelineUrl } from "../../charts/night-chart";
import { between, type Child, element, link } from "../../dom/element";
import { table } from "../../dom/table";
import { type Choice, isChosen, isProblemChosen } from "../../geometry/choice";
import type { Grid } from "../../geometry/grid";
import { type NightRow, unwatchedSeconds } from "../../geometry/night";
import { problemList } from "../../problems/problem-list";
import { noteList, rowLists } from "../../problems/row-lists";
import { type Clock, momentText } from "../../words/clock";
import { ageText } from "../../words/hub-heading";
import {
  endedText,
  eventsText,
  firstRunText,
  flakyText,
  lastingText,
  medianText,
  periodWords,
  ranText,
  shareText,
  unwatchedText,
  waitText,
  weekText,
} from "../../words/hub-words";
import type { HubState } from "./follow-project";
import type { HubData } from "./hub-data";

/** The rows of a period; undefined if they are not computed yet. */
export type Nights = { grid: Grid; all: readonly NightRow[] } | undefined;

/** Who watches, and when everything was read. */
export function topOf({ data, failure }: HubState, projectName: string, nights: Nights): Child[] {
  const { clock } = data;
  return [
    failure !== undefined &&
      element(
        "p",
        { class: "notes warn", role: "alert" },
        `The runs could not be read: ${failure.reason} The page tries again at ${momentText(failure.nextAt, clock)}.`,
      ),
    aboutOf(data, projectName, nights),
  ];
}

/** With a link past it, for the keyboard: each problem has links. */
export function problemsOf(
  { problems, clock, watched }: HubData,
  choice: Choice,
  lines: number | undefined,
): Child[] {
  const chosen = problems.filter((problem) => isProblemChosen(problem, choice));
  if (chosen.length === 0) return [];
  const hasChart = watched.length > 0 && !choice.wall;
  return [
    hasChart && element("a", { class: "skip", href: `#${resultsId}` }, "Skip the problems"),
    problemList(chosen, clock, {
      ageOf: (claim) => ageText(claim, clock),
      whenOf: (claim) => lastingText(claim, claim.isOld ? claim.knownAt : clock.now, clock),
      noteOf: ({ first }) => lines === undefined && first && link(firstRunText(first), first.url),
      lines,
    }),
  ];
}

/** The id of the part with the chart. */
export const resultsId = "results";

/** A line of the wall has at least so many pixels, and there are at least three. */
const [leastPixels, leastLines] = [60, 3];

/** As many problems as fit on the screen, by trying: all other parts have their heights by then. */
export function drawnWithin(draw: (lines: number) => void): void {
  const { documentElement } = document;
  for (let lines = Math.max(leastLines, Math.floor(innerHeight / leastPixels)); ; lines--) {
    draw(lines);
    if (lines <= leastLines || documentElement.scrollHeight <= innerHeight) return;
  }
}

function aboutOf(
  { monitors, clock, listed, readAt, watched }: HubData,
  projectName: string,
  nights: Nights,
): HTMLElement {
  const ran = monitors.map(({ name, project, run, reportedAt }) =>
    link(
      ranText(monitors.length === 1 && project === undefined ? "monitor" : name, clock.now - reportedAt),
      run.url,
    ),
  );
  const isWatched = nights === undefined || listed !== undefined;
  const parts = [
    projectName,
    ran.length === 0 && element("a", { href: "#first-steps" }, "no monitor: see what one adds"),
    ...ran.slice(0, 4),
    ran.length > 4 && `${ran.length - 4} more monitors`,
    !isWatched && unwatchedText(unwatchedSeconds(watched, nights.grid)),
    `read at ${momentText(readAt, clock)}, ${clock.zone.name}`,
  ];
  return element("p", { class: "about" }, between(" · ", parts));
}

export function notesOf(data: HubData): Child[] {
  const { gaps, remarks, listed, withoutJournal, rows, clock, weeks, ended } = data;
  const hidden = listed === undefined ? "Its pipelines have no rows" : "Earlier hours are not shown";
  const since = listed?.isCut === true ? listed.runs.at(-1)?.finishTime : undefined;
  const lines = [
    ...new Set([...gaps, ...remarks]),
    ...withoutJournal.map(
      (name) =>
        `${hidden}: ${name} keeps no journal. To keep one, set window to since_last_report in its configuration.`,
    ),
    ...(since === undefined
      ? []
      : [`Only the last ${listed?.runs.length} runs were read, since ${momentText(since, clock)}.`]),
  ];
  const notes = lines.map((line) => element("li", {}, line));
  const over = ended.map((problem) => element("li", {}, link(endedText(problem, clock), problem.url)));
  return [
    noteList("warn", "Notes", notes),
    ended.length > 0 &&
      element(
        "section",
        { class: "said", "aria-labelledby": "ended" },
        element("h2", { id: "ended" }, endedTitle),
        noteList("good", endedTitle, over),
      ),
    weekText(weeks) !== "" && element("p", { class: "said" }, weekText(weeks)),
    rows.length > 0 && element("div", { class: "said" }, rowLists(rows)),
  ];
}

const endedTitle = "Ended since yesterday 18:00";

/** The chart and the table of the chosen rows. */
export function resultsOf(
  { clock }: HubData,
  choice: Choice,
  { grid, all }: NonNullable<Nights>,
  openRuns: (row: NightRow, from: number, to: number, clock: Clock) => void,
): Child[] {
  if (choice.wall) return [];
  const rows = all.filter((row) => isChosen(row, choice));
  if (rows.length === 0) return [element("p", {}, all.length === 0 ? "" : nothingChosen)];
  return [
    nightLegend(rows),
    nightChart(rows, grid, clock, (row, from, to) => openRuns(row, from, to, clock)),
    element("h2", {}, "Pipelines"),
    nightTable(rows, grid, clock),
  ];
}

/** The chart in words. */
function nightTable(rows: readonly NightRow[], grid: Grid, clock: Clock): HTMLElement {
  const isSeveral = (nameOf: (row: NightRow) => string) => new Set(rows.map(nameOf)).size > 1;
  const joined = (separator: string, ...texts: string[]) =>
    texts.filter((text) => text !== "").join(separator);
  const unit = grid.isDays ? "day" : "hour";
  const isBad = (row: NightRow) => row.problems.some((problem) => !isCalm(problem.state.kind));
  const hasProjects = isSeveral(({ project }) => project.name);
  const hasMonitors = isSeveral(({ monitor }) => monitor);
  const happened = (row: NightRow) => joined("; ", eventsText(row, unit, clock), flakyText(row.flakyCommits));
  const share = (row: NightRow) => shareText(row, row.change, grid.period);
  const time = ({ medianSeconds, usualSeconds, waitSeconds }: NightRow) =>
    joined(", ", medianText(medianSeconds, usualSeconds), waitText(waitSeconds));
  const hasOwners = rows.some(({ owner }) => owner !== "");
  return table("Pipelines", rows, (row) => (isBad(row) ? "bad" : "plain"), [
    ["Pipeline", "minmax(9em, 3fr)", (row) => link(row.name, pipelineUrl(row))],
    hasProjects && ["Project", "minmax(7em, 2fr)", ({ project }) => project.name],
    hasMonitors && ["Watched by", "minmax(7em, 2fr)", ({ monitor }) => monitor],
    ["Now", "minmax(8em, 3fr)", ({ problems }) => problems.map(({ sentence }) => sentence).join("; ")],
    ["What happened", "minmax(12em, 5fr)", happened],
    [`Good in ${periodWords[grid.period]}`, "minmax(8em, 2fr)", share, "number"],
    ["Runs", "4em", ({ runs }) => String(runs), "number"],
    ["Time", "minmax(7em, 2fr)", time, "number"],
    hasOwners && ["Owner", "minmax(5em, 2fr)", ({ owner }) => owner],
  ]);
}

/** For screen readers: what search and filters have found. */
export function chosenText({ all }: NonNullable<Nights>, choice: Choice): string {
  const { length } = all.filter((row) => isChosen(row, choice));
  return length === 0 ? nothingChosen : `${length} of ${pluralize(all.length, "pipeline")}.`;
}

const nothingChosen = "No pipeline fits the search and filters.";
