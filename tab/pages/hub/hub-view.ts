import { nightLegend } from "../../charts/night-cell";
import { nightChart, type OpenRuns } from "../../charts/night-chart";
import { element } from "../../dom/element";
import { keepFocus } from "../../dom/keep-focus";
import { drawAllIn } from "../../dom/when-near";
import { type Choice, isChosen, isProblemChosen } from "../../geometry/choice";
import { gridOf, nightRows, unwatchedCells } from "../../geometry/night";
import { problemList } from "../../problems/problem-list";
import { ageText, headingOf, isUnread, toneOf } from "../../words/hub-heading";
import { nothingChosen } from "../../words/hub-state";
import { goodHead } from "../../words/hub-words";
import type { HubData } from "./hub-data";
import { aboutOf, failureNote, firstSteps, notesOf } from "./hub-parts";
import type { Shown } from "./keep-reading";
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

/** What is shown of a reading. */
export interface HubShown extends Pick<Shown<unknown>, "failure" | "isReading"> {
  data: HubData;
}

export interface HubView {
  element: HTMLElement;
  /** Shows another reading, or the same one at a later time. What has the focus keeps it. */
  update(shown: HubShown): void;
}

/** The verdict in one sentence, who watches, the problems, then a row for each pipeline. */
export function hubView({ project, choice: chosen, changed, ...does }: HubViewContent): HubView {
  const [heading, status] = [element("h1"), element("p", { class: "unseen", role: "status" })];
  let isAsked = false;
  const again = refreshButton(() => {
    isAsked = true;
    does.refresh();
  });
  const parts = { top: part(), notes: part(), tools: part(), results: part(), steps: part() };
  const shownParts = Object.values(parts).map((one) => one.element);
  const article = element("article", {}, heading, status, ...shownParts);
  addEventListener("beforeprint", () => drawAllIn(article));
  let choice = chosen;
  let shown: HubShown | undefined;
  const change = (changes: Partial<Choice>) => {
    choice = { ...choice, ...changes };
    changed(choice);
    draw();
  };
  const draw = () => {
    if (shown === undefined) return;
    const { data, failure, isReading } = shown;
    const isListed = data.listed !== undefined;
    const now: Choice = isListed ? { ...choice, period: "24h" } : choice;
    const drawn = drawnOf(data, now);
    const toolsContent = { isListed, owners: ownersOf(data) };
    again.setBusy(isReading);
    article.className = `${toneOf(data)}${isUnread(data) ? " unread" : ""}${choice.wall ? " wall" : ""}`;
    heading.textContent = headingOf(data);
    parts.top.draw(JSON.stringify([data.clock.now, data.readAt, now, failure]), () =>
      topOf(data, project, drawn, failure),
    );
    parts.notes.draw(JSON.stringify([data.gaps, data.listed, data.withoutJournal]), () => notesOf(data));
    parts.tools.draw(JSON.stringify([toolsContent, choice.wall]), () => [
      tools({
        choice: now,
        ...toolsContent,
        change,
        again: again.element,
        setFullScreen: does.setFullScreen,
      }),
    ]);
    const hour = Math.floor(data.clock.now / 3600);
    parts.results.draw(JSON.stringify([data.readAt, hour, data.clock.zone.name, now]), () =>
      resultsOf(data, now, drawn, does.openRuns),
    );
    parts.steps.draw(String(data.monitors.length), () =>
      data.monitors.length === 0 ? [firstSteps(project.url)] : [],
    );
  };
  return {
    element: article,
    update(next) {
      const before = shown;
      shown = next;
      keepFocus(draw);
      const isOther = before !== undefined && headingOf(before.data) !== headingOf(next.data);
      if (isAsked) status.textContent = next.isReading ? "Reading…" : announced(next);
      else if (isOther) status.textContent = headingOf(next.data);
      isAsked &&= next.isReading;
    },
  };
}

/** A part of the page, which is made again only if its key changes. */
function part() {
  const made = element("div");
  let last: string | undefined;
  return {
    element: made,
    draw(key: string, make: () => readonly Node[]) {
      if (key === last) return;
      last = key;
      made.replaceChildren(...make());
    },
  };
}

/** For screen readers: what came of reading. */
function announced({ data, failure }: HubShown): string {
  return failure === undefined ? `Read again. ${headingOf(data)}` : `Could not read: ${failure.reason}`;
}

function drawnOf({ clock, watched }: HubData, choice: Choice) {
  const grid = gridOf(choice.period, clock.now, clock.zone);
  const all = nightRows(watched, grid);
  return { grid, all, rows: all.filter((row) => isChosen(row, choice)), choice };
}

type Drawn = ReturnType<typeof drawnOf>;

function topOf(
  data: HubData,
  project: { name: string },
  { grid, all, choice }: Drawn,
  failure: HubShown["failure"],
): Node[] {
  const problems = data.problems.filter((problem) => isProblemChosen(problem, choice));
  const unwatched = { count: unwatchedCells(all, grid), isDays: grid.isDays };
  return [
    ...(failure === undefined ? [] : [failureNote(failure, data.clock)]),
    aboutOf(data, project.name, unwatched),
    ...(problems.length === 0 ? [] : [problemList(problems, data.clock, (one) => ageText(one, data.clock))]),
  ];
}

function resultsOf(
  { clock }: HubData,
  choice: Choice,
  { grid, all, rows }: Drawn,
  openRuns: OpenRuns,
): Node[] {
  if (choice.wall) return [];
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
