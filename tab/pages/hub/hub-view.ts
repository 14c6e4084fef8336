import { nightLegend } from "../../charts/night-cell";
import { nightChart, type OpenRuns } from "../../charts/night-chart";
import { element } from "../../dom/element";
import { keepFocus } from "../../dom/keep-focus";
import { drawAllIn } from "../../dom/when-near";
import { type Choice, isChosen, isProblemChosen } from "../../geometry/choice";
import { gridOf, type Period } from "../../geometry/grid";
import { nightRows, unwatchedCells } from "../../geometry/night";
import { wallCount } from "../../geometry/wall";
import { problemList } from "../../problems/problem-list";
import { ageText, headingOf, isUnread, toneOf } from "../../words/hub-heading";
import { chosenText, nothingChosen } from "../../words/hub-state";
import { goodHead } from "../../words/hub-words";
import type { HubData } from "./hub-data";
import { aboutOf, failureNote, firstSteps, notesOf } from "./hub-parts";
import type { PageState } from "./keep-reading";
import { nightTable } from "./night-table";
import { refreshButton, tools } from "./tools";

interface HubViewContent {
  project: { name: string; url: string };
  choice: Choice;
  /** Called with what somebody chooses. */
  changed(choice: Choice): void;
  openRuns: OpenRuns;
  refresh(): void;
  setFullScreen: ((isFull: boolean) => void) | undefined;
}

/** A reading as the page shows it. */
export interface HubState extends Pick<PageState<unknown>, "failure" | "isReading"> {
  data: HubData;
}

export interface HubView {
  element: HTMLElement;
  /** Shows another reading, or the same one at a later time. What has the focus keeps it. */
  update(shown: HubState): void;
}

/** So many rows are computed, and then drawn, after the page has been shown with what is wrong. */
const manyRows = 300;

/** The verdict in one sentence, who watches, the problems, then a row for each pipeline. */
export function hubView({ project, choice: chosen, changed, ...does }: HubViewContent): HubView {
  let [isAsked, choice] = [false, chosen];
  let shown: HubState | undefined;
  const again = refreshButton(() => {
    isAsked = true;
    does.refresh();
  });
  const change = (changes: Partial<Choice>) => {
    choice = { ...choice, ...changes };
    changed(choice);
    keepFocus(() => draw(true));
  };
  const page = hubParts({ project, change, again: again.element, ...does });
  const draw = (announces = false) => {
    if (shown === undefined) return;
    again.setBusy(shown.isReading);
    page.draw(shown, shown.data.listed === undefined ? choice : { ...choice, period: "24h" }, announces);
  };
  return {
    element: page.element,
    update(next) {
      const before = shown;
      shown = next;
      keepFocus(() => draw());
      const isOther = before !== undefined && headingOf(before.data) !== headingOf(next.data);
      if (isAsked) page.announce(next.isReading ? "Reading…" : announced(next));
      else if (isOther) page.announce(headingOf(next.data));
      isAsked &&= next.isReading;
    },
  };
}

interface PartsContent extends Pick<HubViewContent, "project" | "openRuns" | "setFullScreen"> {
  change(changes: Partial<Choice>): void;
  again: HTMLElement;
}

/** The parts of the page, each of which is drawn again if it has changed. */
function hubParts({ project, change, again, openRuns, setFullScreen }: PartsContent) {
  const [heading, status] = [element("h1"), element("p", { class: "unseen", role: "status" })];
  const [top, notes, toolsPart, results, steps] = [
    redrawnPart(),
    redrawnPart(),
    redrawnPart(),
    redrawnPart(),
    redrawnPart(),
  ];
  const parts = [top, notes, toolsPart, results, steps].map((one) => one.element);
  const article = element("article", {}, heading, status, ...parts);
  addEventListener("beforeprint", () => drawAllIn(article));
  const rowsOf = memoized(nightsOf);
  let latest: HubState | undefined;
  const draw = (shown: HubState, choice: Choice, nights: Nights | undefined) => {
    const { data, failure } = shown;
    article.className = `${toneOf(data)}${isUnread(data) ? " unread" : ""}${choice.wall ? " wall" : ""}`;
    heading.textContent = headingOf(data);
    const topKey = JSON.stringify([data.clock.now, data.readAt, choice, failure, nights === undefined]);
    top.draw(topKey, () => topOf(data, project, nights, choice, failure));
    notes.draw(JSON.stringify([data.gaps, data.listed, data.withoutJournal, data.rows]), () => notesOf(data));
    const content = { isListed: data.listed !== undefined, owners: ownersOf(data) };
    toolsPart.draw(JSON.stringify([content, choice.wall]), () => [
      tools({ choice, ...content, change, again, setFullScreen }),
    ]);
    steps.draw(JSON.stringify([data.monitors.length, data.listed?.branch]), () =>
      data.monitors.length === 0 ? [firstSteps(data, project)] : [],
    );
  };
  return {
    element: article,
    announce(text: string) {
      status.textContent = text;
    },
    /** `announces` what came of a search. */
    draw(shown: HubState, choice: Choice, announces: boolean) {
      latest = shown;
      const { data } = shown;
      const state = [data.version, Math.floor(data.clock.now / 3600), data.clock.zone.name];
      const key = JSON.stringify([...state, choice.period]);
      const stages = [
        () => draw(shown, choice, rowsOf(key, data, choice.period)),
        () => {
          const nights = rowsOf(key, data, choice.period);
          results.draw(JSON.stringify([...state, choice]), () => resultsOf(data, choice, nights, openRuns));
          const chosen = nights.all.filter((row) => isChosen(row, choice));
          if (announces) status.textContent = chosenText(chosen.length, nights.all.length);
        },
      ];
      if (pipelinesIn(data) <= manyRows) for (const stage of stages) stage();
      else {
        draw(shown, choice, undefined);
        const go = (stage: () => void) => latest === shown && keepFocus(stage);
        for (const stage of stages) setTimeout(() => go(stage));
      }
    },
  };
}

function pipelinesIn({ watched }: HubData): number {
  return watched.reduce((sum, { night }) => sum + night.pipelines.length, 0);
}

/** A part of the page, which is made again only if its key changes. */
function redrawnPart() {
  const made = element("div");
  const draw = memoized((make: () => readonly Node[]) => made.replaceChildren(...make()));
  return { element: made, draw };
}

/** Computes again only if the key has changed. */
function memoized<Given extends unknown[], Made>(compute: (...given: Given) => Made) {
  let last: { key: string; made: Made } | undefined;
  return (key: string, ...given: Given): Made => {
    if (last?.key !== key) last = { key, made: compute(...given) };
    return last.made;
  };
}

/** For screen readers: what came of reading. */
function announced({ data, failure }: HubState): string {
  return failure === undefined ? `Read again. ${headingOf(data)}` : `Could not read: ${failure.reason}`;
}

function nightsOf({ clock, watched }: HubData, period: Period) {
  const grid = gridOf(period, clock.now, clock.zone);
  return { grid, all: nightRows(watched, grid) };
}

type Nights = ReturnType<typeof nightsOf>;

function topOf(
  data: HubData,
  project: { name: string },
  nights: Nights | undefined,
  choice: Choice,
  failure: HubState["failure"],
): Node[] {
  const chosen = data.problems.filter((problem) => isProblemChosen(problem, choice));
  const most = choice.wall ? wallCount(innerWidth, innerHeight) : chosen.length;
  const problems = chosen.length > most ? chosen.slice(0, most - 1) : chosen;
  const unwatched =
    nights === undefined
      ? { count: 0, isDays: false }
      : { count: unwatchedCells(nights.all, nights.grid), isDays: nights.grid.isDays };
  return [
    ...(failure === undefined ? [] : [failureNote(failure, data.clock)]),
    aboutOf(data, project.name, unwatched),
    ...(problems.length === 0 ? [] : [problemList(problems, data.clock, (one) => ageText(one, data.clock))]),
    ...(problems.length === chosen.length
      ? []
      : [element("p", { class: "more" }, `and ${chosen.length - problems.length} more`)]),
  ];
}

function resultsOf({ clock }: HubData, choice: Choice, { grid, all }: Nights, openRuns: OpenRuns): Node[] {
  if (choice.wall) return [];
  const rows = all.filter((row) => isChosen(row, choice));
  if (rows.length === 0) return [element("p", {}, all.length === 0 ? "" : nothingChosen)];
  return [
    nightLegend(rows),
    nightChart(rows, grid, clock, openRuns),
    element("h2", {}, "Pipelines"),
    nightTable(rows, grid, goodHead(choice.period), clock),
  ];
}

function ownersOf({ watched }: HubData): string[] {
  const owners = watched.flatMap(({ night }) => night.pipelines.map(({ owner = "" }) => owner));
  return [...new Set(owners.filter((owner) => owner !== ""))].sort();
}
