import type { NightOfPipeline, NightOfProject } from "../../../shared/journal/night";
import type { Day, Hour, State } from "../../../shared/journal/schema";
import type { ReportProblem } from "../../../shared/report/schema";
import { utcZone } from "../../../shared/text/zone";
import { gridOf } from "../../../tab/geometry/grid";
import type { WatchedProject } from "../../../tab/geometry/night";
import { type NamedProblem, problemIn } from "../../../tab/geometry/problem";
import { projectOf } from "../../../tab/geometry/project";
import { emptyDay } from "../../../tasks/PipelineMonitor/journal/cells";

/** A night of one project for tests: by default, all is well in every hour. */

export const hour = 3600;
export const now = Date.UTC(2026, 10, 24, 6, 38) / 1000;
export const [thisHour, today] = [Math.floor(now / hour), Math.floor(now / hour / 24)];

const stateOf: Readonly<Record<string, State>> = {
  w: "well",
  l: "limit",
  s: "stuck",
  m: "missed",
  f: "failed",
};

interface Sketch extends Partial<Omit<NightOfPipeline, "pipeline" | "hours" | "days">> {
  pipeline?: string;
  definitionId?: number;
  /** A letter for each of the last hours or days; `?` is an hour that nobody watched. Before these, all is well. */
  hours?: string;
  days?: string;
  /** For each of the last hours. */
  checked?: readonly number[];
  failed?: readonly number[];
  flaky?: readonly number[];
  figures?: readonly Partial<Day>[];
  lastHour?: number;
}

/** With the gaps of its project. */
export const pipeline = ({
  hours = "",
  days = "",
  checked = [],
  failed = [],
  flaky = [],
  figures = [],
  lastHour = thisHour,
  pipeline: name = "invoices",
  definitionId = 21,
  ...changes
}: Sketch = {}) => {
  const at = (column: readonly number[], back: number) => column[column.length - 1 - back] ?? 0;
  const letters = [...hours.padStart(168, "w")].reverse();
  const cells = letters.map((letter, back): Hour => {
    const counts = { checked: at(checked, back), failed: at(failed, back), flaky: at(flaky, back) };
    return { hour: lastHour - back, state: stateOf[letter] ?? "none", queued: counts.checked, ...counts };
  });
  const dayCells = [...days.padStart(28, "w")].reverse().map((letter, back): Day => {
    const own = figures.find(({ day: number }) => number === today - back);
    return { ...emptyDay(today - back), ...own, state: stateOf[letter] ?? "none" };
  });
  return {
    ...{ pipeline: { id: definitionId, name }, branches: [], ...changes },
    hours: new Map(cells.map((cell) => [cell.hour, cell])),
    days: new Map(dayCells.map((cell) => [cell.day, cell])),
    gaps: letters.flatMap((letter, back): [number, number][] => {
      const from = (lastHour - back) * hour;
      return letter === "?" ? [[from, from + hour]] : [];
    }),
  };
};

export const watched = (
  pipelines: readonly ReturnType<typeof pipeline>[],
  changes: Partial<Omit<WatchedProject, "night">> & { night?: Partial<NightOfProject> } = {},
): WatchedProject => ({
  ...{ monitor: "night watch", zone: utcZone, problems: [], isSilent: false, ...changes },
  nameOf: ({ pipeline: of }) => of?.name ?? "",
  night: {
    ...{ name: "Night Shift", url: "https://dev.azure.com/contoso/Night%20Shift" },
    ...{ since: 0, gaps: pipelines.flatMap(({ gaps }) => gaps), until: now },
    pipelines: pipelines.map(({ gaps: _, ...one }) => one),
    ...changes.night,
  },
});

export const problem = (changes: Partial<ReportProblem> = {}): ReportProblem => ({
  ...{ key: "1", project: "Night Shift", pipeline: "invoices", kind: "failed", sentence: "failed" },
  ...{ severity: "failure", importance: "normal", since: now - 3 * hour, last: now, count: 3 },
  ...{ state: { kind: "told", why: "" }, ...changes },
});
const muted = { kind: "muted", why: "Muted." } as const;
export const mutedSince = (since: number) => shown({ since, state: muted });

export const nightShift = projectOf({ name: "Night Shift" });

/** As a page has it: of the pipelines of a night, which have one id each, if a name has no other one. */
export const shown = (changes: Partial<ReportProblem> = {}): NamedProblem => {
  const { pipeline: name = "", ...made } = problem(changes);
  return {
    ...problemIn(
      { pipeline: name, ...made, definition: { id: 21, name, ...changes.definition } },
      projectOf({ name: made.project }),
      [],
    ),
    name,
  };
};

/** The last 24 hours. */
export const day = gridOf("24h", now, utcZone);
