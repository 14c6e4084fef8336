import { button, type Child, element, fill } from "../../dom/element";
import { keepFocus } from "../../dom/keep-focus";
import type { ChangeChoice, Choice } from "../../geometry/choice";
import { gridOf, type Period } from "../../geometry/grid";
import { nightRows } from "../../geometry/night";
import { usualBranch } from "../../geometry/project-run";
import { headingOf, isUnread, toneOf } from "../../words/hub-heading";
import { firstSteps } from "./first-steps";
import type { HubState } from "./follow-project";
import type { HubData } from "./hub-data";
import {
  chosenText,
  drawnWithin,
  type Nights,
  notesOf,
  problemsOf,
  resultsId,
  resultsOf,
  topOf,
} from "./hub-parts";
import { tools } from "./tools";

/** The page, and what people do with it. */
interface HubPage {
  project: { name: string; url: string };
  choice: Choice;
  /** Called with what somebody chooses. */
  changed(choice: Choice): void;
  /** Opens what ran in a time. */
  openRuns: Parameters<typeof resultsOf>[3];
  refresh(): void;
  /** Undefined where the page around this one has no full screen. */
  setFullScreen: ((isFull: boolean) => void) | undefined;
}

/** So many rows are computed, and then drawn, after the page has been shown with what is wrong. */
const manyRows = 300;

/** The verdict in one sentence, who watches, the problems, then a row for each pipeline. */
export function hubView(page: HubPage) {
  let [isAsked, choice] = [false, page.choice];
  let shown: HubState | undefined;
  // It is not disabled while it works, which would take the focus from it.
  const again = button("Refresh", () => {
    isAsked = true;
    page.refresh();
  });
  const parts = hubParts(page, again, (changes) => {
    choice = { ...choice, ...changes };
    page.changed(choice);
    keepFocus(() => draw(true));
  });
  const draw = (announces = false) => {
    if (shown === undefined) return;
    again.textContent = shown.isReading ? "Reading…" : "Refresh";
    again.setAttribute("aria-disabled", String(shown.isReading));
    parts.draw(shown, shown.data.listed === undefined ? choice : { ...choice, period: "24h" }, announces);
  };
  return {
    element: parts.element,
    /** Shows another reading, or the same one at a later time. What has the focus keeps it. */
    update(next: HubState): void {
      const before = shown;
      shown = next;
      keepFocus(() => draw());
      const isOther = before !== undefined && headingOf(before.data) !== headingOf(next.data);
      if (isAsked) parts.announce(next.isReading ? "Reading…" : announced(next));
      else if (isOther) parts.announce(headingOf(next.data));
      isAsked &&= next.isReading;
    },
  };
}

/** For screen readers: what came of reading. */
function announced({ data, failure }: HubState): string {
  return failure === undefined ? `Read again. ${headingOf(data)}` : `Could not read: ${failure.reason}`;
}

/** The parts of the page, each of which is drawn again if it has changed. */
function hubParts(page: HubPage, again: HTMLElement, change: ChangeChoice) {
  const [heading, status] = [element("h1"), element("p", { class: "unseen", role: "status" })];
  const [top, toolsPart, problems] = [redrawn(), redrawn(), redrawn()];
  const [notes, results, steps] = [redrawn(), redrawn({ id: resultsId, tabindex: -1 }), redrawn()];
  const parts = [top, toolsPart, problems, notes, results, steps].map((part) => part.element);
  const article = element("article", {}, heading, status, parts);
  const nightsOf = memoized(({ clock, watched }: HubData, period: Period) => {
    const grid = gridOf(period, clock.now, clock.zone);
    return { grid, all: nightRows(watched, grid) };
  });
  const draw = (shown: HubState, choice: Choice, nights: Nights) => {
    const { data, failure } = shown;
    const { clock, listed, monitors } = data;
    article.className = `${toneOf(data)}${isUnread(data) ? " unread" : ""}${choice.wall ? " wall" : ""}`;
    heading.textContent = headingOf(data);
    top.draw([clock.now, data.readAt, choice.period, failure, nights === undefined], () =>
      topOf(shown, page.project.name, nights),
    );
    const owned = data.watched.flatMap(({ night }) => night.pipelines.flatMap(({ owner }) => owner || []));
    const owners = [...new Set(owned)].sort();
    notes.draw(
      [data.gaps, data.remarks, listed?.runs.length, data.withoutJournal, data.rows, data.weeks, data.ended],
      () => notesOf(data),
    );
    toolsPart.draw([listed === undefined, owners, choice.wall], () => [
      element(
        "div",
        { class: "tools hub-tools", role: "search" },
        tools(choice, owners, listed !== undefined, change),
        again,
        wallButton(choice, page, change),
      ),
    ]);
    const branch = listed && usualBranch(listed.runs);
    steps.draw([monitors.length, branch], () =>
      monitors.length === 0 ? [firstSteps(page.project, branch)] : [],
    );
    const drawProblems = (lines?: number) =>
      problems.draw([clock.now, data.readAt, choice, lines], () => problemsOf(data, choice, lines));
    if (choice.wall) drawnWithin(drawProblems);
    else drawProblems();
  };
  let latest: HubState | undefined;
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
      const nights = () => nightsOf([...state, choice.period], data, choice.period);
      const stages = [
        () => draw(shown, choice, nights()),
        () => {
          results.draw([...state, choice], () => resultsOf(data, choice, nights(), page.openRuns));
          if (announces) status.textContent = chosenText(nights(), choice);
        },
      ];
      const rows = data.watched.reduce((sum, { night }) => sum + night.pipelines.length, 0);
      if (rows <= manyRows) for (const stage of stages) stage();
      else {
        draw(shown, choice, undefined);
        const go = (stage: () => void) => latest === shown && keepFocus(stage);
        for (const stage of stages) setTimeout(() => go(stage));
      }
    },
  };
}

function wallButton({ wall }: Choice, { setFullScreen }: HubPage, change: ChangeChoice): HTMLElement {
  const press = () => {
    setFullScreen?.(!wall);
    change({ wall: !wall });
  };
  return button(wall ? "Leave the wall view" : "Wall view", press, { id: "wall" });
}

/** A part of the page, which is made again only if its key changes. */
function redrawn(attributes: Readonly<Record<string, string | number>> = {}) {
  const made = element("div", attributes);
  const draw = memoized((make: () => readonly Child[]) => fill(made, make()));
  return { element: made, draw };
}

/** Computes again only if the key has changed. */
function memoized<Given extends unknown[], Made>(compute: (...given: Given) => Made) {
  let last: { key: string; made: Made } | undefined;
  return (keys: unknown, ...given: Given): Made => {
    const key = JSON.stringify(keys);
    if (last?.key !== key) last = { key, made: compute(...given) };
    return last.made;
  };
}
