import { starterPipeline } from "../../../shared/text/starter-pipeline";
import { nightChart, nightLegend } from "../../charts/night-chart";
import { element, link } from "../../dom/element";
import { type Choice, isChosen, isProblemChosen } from "../../geometry/choice";
import { gridOf, type NightRow, nightRows, unwatchedCells } from "../../geometry/night";
import { problemList } from "../../problems/problem-list";
import { momentText } from "../../words/clock";
import { cutText, noJournal, nothingChosen, whatAMonitorAdds } from "../../words/hub-state";
import { goodHead, headingOf, ranText, toneOf, unwatchedText } from "../../words/hub-words";
import type { HubData } from "./load";
import { nightTable } from "./night-table";
import { tools } from "./tools";

/** The verdict in one sentence, who watches, the problems, then a row for each pipeline. */
export function hubView({
  data,
  project,
  choice: chosen,
  changed,
  openRuns,
  refresh,
}: {
  data: HubData;
  project: { name: string; url: string };
  /** Changes with what somebody chooses. */
  choice: Choice;
  changed(choice: Choice): void;
  openRuns: (row: NightRow, from: number, to: number) => void;
  refresh(): void;
}): HTMLElement {
  const { clock, problems, watched, listed, monitors } = data;
  const [top, results] = [element("div"), element("div")];
  let choice: Choice = listed === undefined ? chosen : { ...chosen, period: "24h" };
  const draw = () => {
    const grid = gridOf(choice.period, clock.now, clock.zone);
    const all = nightRows(watched, grid);
    const rows = all.filter((row) => isChosen(row, choice));
    const shown = problems.filter((problem) => isProblemChosen(problem, choice));
    top.replaceChildren(
      element(
        "p",
        { class: "about" },
        ...joined(aboutOf(data, project.name, unwatchedText(unwatchedCells(all), grid.isDays))),
      ),
      ...(shown.length === 0 ? [] : [problemList(shown, clock)]),
    );
    results.replaceChildren(
      ...(rows.length === 0
        ? [element("p", {}, all.length === 0 ? "" : nothingChosen)]
        : [
            nightLegend(rows),
            nightChart(rows, grid, clock, openRuns),
            element("h2", {}, "Pipelines"),
            nightTable(rows, grid, goodHead(choice.period, listed !== undefined), clock),
          ]),
    );
  };
  draw();
  const owners = new Set(
    watched.flatMap(({ night }) =>
      night.pipelines.flatMap(({ owner = "" }) => (owner === "" ? [] : [owner])),
    ),
  );
  return element(
    "article",
    { class: toneOf(data) },
    element("h1", {}, headingOf(data)),
    top,
    ...notes(data),
    tools({
      choice,
      refresh,
      owners: [...owners].sort(),
      onlyDay: listed !== undefined,
      change(changes) {
        choice = { ...choice, ...changes };
        changed(choice);
        draw();
      },
    }),
    results,
    ...(monitors.length === 0 ? [firstSteps()] : []),
  );
}

function aboutOf(
  { monitors, clock, listed }: HubData,
  projectName: string,
  unwatched: string,
): (Node | string)[] {
  const ran = monitors.map(({ name, run, reportedAt }) =>
    link(ranText(monitors.length === 1 ? "monitor" : name, clock.now - reportedAt), run.url),
  );
  return [
    projectName,
    ...(ran.length === 0
      ? [element("a", { href: "#first-steps" }, "no monitor: see what one adds")]
      : ran.slice(0, 4)),
    ...(ran.length > 4 ? [`${ran.length - 4} more monitors`] : []),
    ...(listed !== undefined || unwatched === "" ? [] : [unwatched]),
    `read at ${momentText(clock.now, clock)}, ${clock.zone.name}`,
  ];
}

function joined(parts: readonly (Node | string)[]): (Node | string)[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [" · ", part]));
}

function notes({ gaps, listed, withoutJournal, clock }: HubData): HTMLElement[] {
  const lines = [
    ...gaps,
    ...withoutJournal.map((name) => noJournal(name, listed !== undefined)),
    ...(listed?.isCut === true && listed.since !== undefined
      ? [cutText(listed.count, momentText(listed.since, clock))]
      : []),
  ];
  if (lines.length === 0) return [];
  return [
    element(
      "ul",
      { class: "notes warn", "aria-label": "Notes" },
      ...lines.map((line) => element("li", {}, line)),
    ),
  ];
}

/** Says what a monitor adds, with the file to copy. */
function firstSteps(): HTMLElement {
  return element(
    "section",
    { "aria-labelledby": "first-steps", class: "first-steps" },
    element("h2", { id: "first-steps" }, "Watch these pipelines"),
    element("p", {}, whatAMonitorAdds),
    element("pre", { tabindex: "0", "aria-label": "The pipeline's YAML" }, starterPipeline),
  );
}
