import type { Issue, Note, Silenced } from "../issue/issue";
import { type Entry, missedKey } from "../issue/ledger";
import type { Found, Lasting, ProjectReport } from "../issue/report";
import { endOf } from "../issue/window";
import { type Addressed, type Circumstances, type Decision, decide } from "../ledger/decide";
import type { Folded } from "../ledger/fold";
import type { Target } from "./target";
import { inOrder, lastingIn, notesOfView, viewOf } from "./view";

/** What a report has found in a project, and what each target is told of it, by the targets' ids. */
export interface Hour {
  report: ProjectReport;
  folded: Folded;
  decisions: ReadonlyMap<string, readonly Decision[]>;
}

/** What a target is told of all projects. */
export interface ForTarget {
  target: Target;
  decisions: readonly Decision[];
  found: Found;
}

/** Decides for each target. */
export function decideAll(
  { entries, found }: Folded,
  targets: readonly Addressed[],
  circumstances: Omit<Circumstances, "found">,
): Hour["decisions"] {
  const decisionsOf = (target: Addressed) =>
    entries.map((entry) => decide(entry, target, { ...circumstances, found: found.get(entry.key) ?? [] }));
  return new Map(targets.map((target) => [target.id, decisionsOf(target)]));
}

/** One report for each target, and one for the run's page, which has everything that goes to chats. */
export function reportsFor(
  targets: readonly Target[],
  {
    hours,
    general,
    gone,
    ...hour
  }: {
    hours: readonly Hour[];
    general: Omit<Hour, "report">;
    /** The problems of projects that are not checked any more. */
    gone: readonly Entry[];
  } & Omit<Found, "projects" | "notes" | "lasting">,
): { byTarget: readonly ForTarget[]; whole: Found } {
  const byTarget = targets.map((target): ForTarget => {
    const own = general.decisions.get(target.id) ?? [];
    const projects = hours.map(({ report, folded, decisions }) =>
      viewOf(report, folded, decisions.get(target.id) ?? [], target),
    );
    const forgotten = gone.map((entry): Decision => {
      const isOpen = target.kind === "pager" && entry.told[target.id] !== undefined;
      return { entry, act: isOpen ? "tellEnd" : "forget" };
    });
    return {
      target,
      decisions: [...hours.flatMap(({ decisions }) => decisions.get(target.id) ?? []), ...own, ...forgotten],
      found: {
        ...{ ...hour, projects, notes: notesOfView(general.folded, own, target.id, hour.config) },
        lasting: lastingIn(own),
      },
    };
  });
  const served = byTarget.filter(({ target }) => target.tell !== undefined && target.kind === "chat");
  const chats = served.map(({ found }) => found);
  const [first, ...others] = chats;
  if (first === undefined) throw new Error("a monitor has a target");
  if (others.length === 0) return { byTarget, whole: first };
  const projects = first.projects.map((project, index) =>
    wholeOf(
      project,
      chats.flatMap((chat) => chat.projects[index] ?? []),
    ),
  );
  return { byTarget, whole: { ...first, projects, notes: notesOfAll(chats), lasting: lastingOfAll(chats) } };
}

function wholeOf(project: ProjectReport, views: readonly ProjectReport[]): ProjectReport {
  const all = views.map(addressed);
  const whole = {
    ...project,
    issues: mostTold(
      all.flatMap(({ issues }) => issues),
      ({ about, code, at }) => [
        about !== "project" && "pipeline" in about ? missedKey(about) : about,
        code,
        at,
      ],
    ),
    notes: notesOfAll(all),
    notRepeated: new Map(all.flatMap(({ notRepeated }) => [...notRepeated])),
    lasting: lastingOfAll(views),
  };
  return project.config.alerts.isUsed ? inOrder(whole) : whole;
}

/** The issues and notes that a report tells its target, or would without silence. */
function addressed(report: ProjectReport): ProjectReport {
  const isOwn = ({ silenced }: Issue | Note) => silenced?.by !== "route";
  return { ...report, issues: report.issues.filter(isOwn), notes: report.notes.filter(isOwn) };
}

/** Each note once. */
function notesOfAll(all: readonly { notes: readonly Note[] }[]): Note[] {
  return mostTold(
    all.flatMap(({ notes }) => notes),
    ({ run, key, parts }) => [run ?? key ?? JSON.stringify(parts)],
  );
}

/** That it goes to another channel is the reason only if there is none that takes it. */
function lastingOfAll(all: readonly { lasting: readonly Lasting[] }[]): Lasting[] {
  const some = all.flatMap(({ lasting }) => lasting);
  const ofOthers = ({ silenced }: Lasting) => Number(silenced?.by === "route");
  return mostTold(
    some.toSorted((one, other) => ofOthers(one) - ofOthers(other)),
    ({ entry }) => [entry.key],
  );
}

/** Each issue or note once: as a target is told of it if there is one, else with the reason why none is. */
function mostTold<T extends { silenced?: Silenced | undefined }>(
  all: readonly T[],
  identityOf: (one: T) => readonly unknown[],
): T[] {
  const ids = new Map<unknown, number>();
  const idOf = (part: unknown) => ids.get(part) ?? ids.set(part, ids.size).size - 1;
  const once = new Map<string, T>();
  for (const one of all) {
    const id = identityOf(one).map(idOf).join();
    if (once.get(id) === undefined || one.silenced === undefined) once.set(id, one);
  }
  return [...once.values()];
}

/** As of the last project that was read. */
export function nowOf(hours: readonly Pick<Hour, "report">[]): number {
  return Math.max(...hours.map(({ report }) => endOf(report.window)));
}
