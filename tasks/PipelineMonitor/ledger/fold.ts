import type { Run } from "../../../shared/azure-devops/records";
import { endsProblems, isHidden } from "../config/filter";
import { fingerprint } from "../config/fingerprint";
import type { Entry } from "../issue/entry";
import { type Issue, runOf } from "../issue/issue";
import { projectFingerprint } from "../issue/ledger";
import type { Note } from "../issue/note";
import { missedKeys, placeOf, runsKey } from "../issue/place";
import { isChecked, type ProjectReport } from "../issue/report";
import { endOf, isNew } from "../issue/window";
import { continued } from "./continued";
import type { Silence } from "./silence";
import { endedBy, endedState, finishedRuns, isOfRuns, lastingNote, onceEntry, withFinished } from "./states";

/** The entries after a report, and what it has found of each, by their keys. */
export interface Folded {
  entries: readonly Entry[];
  found: ReadonlyMap<string, readonly (Issue | Note)[]>;
}

/** A problem that was found, or a run that shows that there is none any more. */
interface Happening {
  /** In seconds since 1970. */
  at: number;
  /** Undefined if all is well. */
  issue?: Issue;
  run?: Run | undefined;
}

/** Opens, continues and ends the entries of a project by what a report has found. */
export function fold(known: readonly Entry[], report: ProjectReport, quiet: Silence["quiet"]): Folded {
  const { window, issues } = report;
  const now = endOf(window);
  const before = new Map(known.map((entry) => [entry.key, entry]));
  const found = new Map<string, (Issue | Note)[]>();
  for (const issue of issues) addTo(found, placeOf(issue, now).key, issue);
  const entries = withHappenings(before, happeningsOf(report, before, found), report, quiet);
  const finished = finishedRuns(report, entries);
  const states = [...entries.values()].map((entry) =>
    found.has(entry.key) || entry.end !== undefined
      ? entry
      : endedState(entry, finished.get(entry.key), report),
  );
  return withNotes(withFinished(states, entries, report), found, before, report);
}

/** First what lasts until a run does better, in the order of time, and then what is found now. */
function withHappenings(
  known: ReadonlyMap<string, Entry>,
  happenings: ReadonlyMap<string, readonly Happening[]>,
  report: ProjectReport,
  quiet: Silence["quiet"],
): Map<string, Entry> {
  const [project, now] = [projectFingerprint(report.config), endOf(report.window)];
  const entries = new Map(known);
  const enter = (at: number, issue: Issue) => {
    const place = placeOf(issue, now);
    entries.set(
      place.key,
      continued(entries.get(place.key), { ...place, project }, { at, issue }, quiet, now),
    );
  };
  for (const [key, all] of happenings)
    for (const happening of inOrder(all)) {
      const before = entries.get(key);
      if (happening.issue !== undefined) enter(happening.at, happening.issue);
      else if (before !== undefined) entries.set(key, endedBy(before, happening, report));
    }
  for (const issue of report.issues) if (!happenings.has(placeOf(issue, now).key)) enter(now, issue);
  return entries;
}

/** Adds to the list of a key. */
function addTo<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

/** Keyed by the problems that last until a run does better. */
function happeningsOf(
  report: ProjectReport,
  entries: ReadonlyMap<string, Entry>,
  found: ReadonlyMap<string, readonly (Issue | Note)[]>,
): Map<string, Happening[]> {
  const { config, window, records, queued, issues } = report;
  const now = endOf(window);
  const all = new Map<string, Happening[]>();
  const add = (key: string, happening: Happening) => {
    if (entries.has(key) || found.has(key)) addTo(all, key, happening);
  };
  const faulty = new Set<Run | undefined>();
  for (const issue of issues) {
    const { key, family } = placeOf(issue, now);
    const run = runOf(issue);
    faulty.add(run);
    if (isOfRuns(family)) add(key, { at: issue.at ?? now, issue, run });
  }
  const keyOf = runsKeys();
  for (const record of records) {
    if (!("run" in record)) continue;
    const { run } = record;
    if (run.finishTime === undefined || faulty.has(run) || !isNew(window, run) || !isChecked(config, run))
      continue;
    // A run that a filter hides is no problem, but its success may end one.
    const isOutside = isHidden(config.pipelines, record);
    if (isOutside && (run.verdict !== undefined || !endsProblems(config.pipelines, run))) continue;
    add(keyOf(run), { at: run.finishTime, run });
  }
  for (const run of queued)
    for (const key of missedKeys(run)) if (run.queueTime !== undefined) add(key, { at: run.queueTime, run });
  return all;
}

/** Computes each key of a list of runs only once. */
function runsKeys(): (run: Run) => string {
  const known = new Map<string, string>();
  return (run) => {
    const name = JSON.stringify([run.definitionId ?? run.pipeline, run.branch]);
    const key = known.get(name) ?? runsKey(run);
    known.set(name, key);
    return key;
  };
}

/** Within one second, a problem counts as the last event: its end is told with the next run. */
function inOrder(happenings: readonly Happening[]): Happening[] {
  const rank = ({ issue }: Happening) => (issue === undefined ? 0 : 1);
  return [...happenings].sort(
    (one, other) => one.at - other.at || rank(one) - rank(other) || (one.run?.id ?? 0) - (other.run?.id ?? 0),
  );
}

/**
 * Adds the notes. What the history says of a pipeline that works again takes the place of the end of its problem. Where ends
 * are not told, or no problem was known, it stands for itself, unless the pipeline has failed again before it was told.
 */
function withNotes(
  states: readonly Entry[],
  found: Map<string, (Issue | Note)[]>,
  known: ReadonlyMap<string, Entry>,
  { notes, issues, config, window }: ProjectReport,
): Folded {
  const entries = new Map(states.map((entry) => [entry.key, entry]));
  const [project, now] = [projectFingerprint(config), endOf(window)];
  const faulty = new Set(issues.map((issue) => runOf(issue)?.id));
  for (const note of notes) {
    const {
      run,
      since,
      pipeline = run?.pipeline,
      key = fingerprint(["note", run?.id ?? JSON.stringify(note.parts)]),
    } = note;
    const ended = run && since !== undefined ? entries.get(runsKey(run)) : undefined;
    if (config.alerts.remindSeconds !== undefined && since !== undefined) {
      // A run that succeeded but is an issue itself ends nothing: with the next good one, all is well.
      if (faulty.has(run?.id)) continue;
      if (ended?.end !== undefined)
        entries.set(ended.key, { ...ended, end: { ...ended.end, note: { ...note, key: ended.key } } });
      if (ended !== undefined) continue;
    }
    const opened = onceEntry({ ...note, key }, { key, project, pipeline, at: now });
    entries.set(key, note.isState === true ? lastingNote(opened, known.get(key)) : opened);
    found.set(key, [note]);
  }
  const current = [...entries.values()].filter(({ family, content }) => {
    const run = family === "once" && !("about" in content) ? content.run : undefined;
    const again = run && entries.get(runsKey(run));
    return again === undefined || again.end !== undefined || again.family !== "failure";
  });
  return { entries: current, found };
}
