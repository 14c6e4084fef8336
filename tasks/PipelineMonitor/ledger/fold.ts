import { type Run, runsIn } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import { groupBy } from "../../../shared/group-by";
import { endsProblems, isHidden } from "../config/filter";
import { fingerprint } from "../config/fingerprint";
import { tellsChanges } from "../config/parse";
import { type Entry, onceEntry } from "../issue/entry";
import { type Finding, isIssue } from "../issue/finding";
import { type Issue, runOf } from "../issue/issue";
import { knownLike } from "../issue/knowledge";
import { projectFingerprint } from "../issue/ledger";
import { isOfRuns, placeOf, runsKey, stuckKey } from "../issue/place";
import { type CheckedRun, type FoundProject, isChecked, type Recovery } from "../issue/report";
import { subjectOf } from "../issue/subject";
import { endOf, isNew } from "../issue/window";
import { continued } from "./continued";
import type { Silence } from "./silence";
import { endedBy, endedState, withFinished } from "./states";

/** The entries after a report, and its findings about each, by their keys. */
export interface Folded {
  entries: readonly Entry[];
  findings: ReadonlyMap<string, readonly Finding[]>;
}

/** Opens, continues and ends the entries of a project by what a report has found. */
export function fold(remembered: readonly Entry[], report: FoundProject, quiet: Silence["quiet"]): Folded {
  const { window, issues, config, records } = report;
  const [project, now] = [projectFingerprint(config), endOf(window)];
  const findings = groupBy(issues, (issue) => placeOf(issue, now).key);
  const before = new Map(remembered.map((entry) => [entry.key, entry]));
  const entries = new Map(before);
  const enter = (issue: Issue, at: number) => {
    const place = { ...placeOf(issue, now), project };
    const isQuiet = quiet(issue, now)?.by.ignores === true;
    const entry = entries.get(place.key);
    const isOfEarlierReport = entry === before.get(place.key);
    entries.set(place.key, continued(entry, { place, at, issue, isQuiet, isOfEarlierReport }));
  };
  const isKnown = ({ key }: Happening) => before.has(key) || findings.has(key);
  const happenings = groupBy(happeningsOf(report).filter(isKnown), ({ key }) => key);
  // First what lasts until a run does better, in the order of time, and then what is found now.
  for (const [key, all] of happenings)
    for (const happening of all.sort(byTime)) {
      const entry = entries.get(key);
      if ("issue" in happening) enter(happening.issue, happening.at);
      else if (entry !== undefined) entries.set(key, endedBy(entry, happening, report));
    }
  for (const issue of issues) if (!happenings.has(placeOf(issue, now).key)) enter(issue, now);
  const finished = new Map(
    runsIn(records).flatMap((run) =>
      run.finishTime === undefined ? [] : [[stuckKey(subjectOf(run)), run] as const],
    ),
  );
  const states = [...entries.values()].map((entry) =>
    findings.has(entry.key) || entry.end !== undefined
      ? entry
      : endedState(entry, finished.get(entry.key), report),
  );
  return withNotes(withFinished(states, entries, report), findings, before, report);
}

/** A problem that was found, of an entry that lasts until a run does better, or a run that does. */
type Happening = Recovery | { key: string; at: number; issue: Issue; run: Run | undefined };

function happeningsOf({ config, window, records, recoveries, issues }: FoundProject): Happening[] {
  const now = endOf(window);
  const faulty = new Set(issues.map((issue) => runOf(issue)?.id));
  const problems = issues.flatMap((issue) => {
    const { key, family } = placeOf(issue, now);
    return isOfRuns(family) ? [{ key, at: issue.at ?? now, issue, run: runOf(issue) }] : [];
  });
  const isWell = (run: CheckedRun) => {
    if (!hasSucceeded(run) || faulty.has(run.id) || !isNew(window, run) || !isChecked(config, run))
      return false;
    // A run that a filter hides is no problem, but its success may end one.
    const isOutside = isHidden(config.pipelines, { run });
    return !isOutside || (run.verdict === undefined && endsProblems(config.pipelines, run));
  };
  const done = runsIn(records).flatMap((run) =>
    run.finishTime !== undefined && isWell(run)
      ? [{ key: runsKey(subjectOf(run)), at: run.finishTime, run }]
      : [],
  );
  return [...problems, ...done, ...recoveries];
}

/** Within one second, a problem counts as the last event: its end is told with the next run. */
function byTime(one: Happening, other: Happening): number {
  const rank = (happening: Happening) => ("issue" in happening ? 1 : 0);
  return one.at - other.at || rank(one) - rank(other) || (one.run?.id ?? 0) - (other.run?.id ?? 0);
}

/**
 * Adds the notes. What the history says of a pipeline that works again takes the place of the end of its problem. Where ends
 * are not told, or no problem was known, it stands for itself, unless the pipeline has failed again before it was told.
 */
function withNotes(
  states: readonly Entry[],
  issuesByKey: ReadonlyMap<string, readonly Issue[]>,
  before: ReadonlyMap<string, Entry>,
  { notes, issues, config, window }: FoundProject,
): Folded {
  const entries = new Map(states.map((entry) => [entry.key, entry]));
  const findings = new Map<string, readonly Finding[]>(issuesByKey);
  const [project, now] = [projectFingerprint(config), endOf(window)];
  const faulty = new Set(issues.map((issue) => runOf(issue)?.id));
  for (const note of notes) {
    const { run, key = fingerprint(["note", run?.id ?? JSON.stringify([note.subject, note.says])]) } = note;
    if (tellsChanges(config) && note.replacesEnd === true) {
      const ended = run && entries.get(runsKey(subjectOf(run)));
      // A run that succeeded but is an issue itself ends nothing: with the next good one, all is well.
      if (faulty.has(run?.id)) continue;
      if (ended?.end !== undefined)
        entries.set(ended.key, { ...ended, end: { ...ended.end, note: { ...note, key: ended.key } } });
      if (ended !== undefined) continue;
    }
    const opened = onceEntry({ key, project }, { ...note, key }, now);
    entries.set(key, note.isState === true ? lastingNote(opened, before.get(key)) : opened);
    findings.set(key, [note]);
  }
  const current = [...entries.values()].filter(({ family, content }) => {
    const run = family === "once" && !isIssue(content) ? content.run : undefined;
    const again = run && entries.get(runsKey(subjectOf(run)));
    return again === undefined || again.end !== undefined || again.family !== "failure";
  });
  return { entries: current, findings };
}

/** It is told once for as long as it lasts, and ends without a word. */
function lastingNote(opened: Entry, before = opened): Entry {
  return { ...knownLike(opened, before), family: "stuck", since: before.since };
}
