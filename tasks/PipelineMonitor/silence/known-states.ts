import { idOf, type Run } from "../../../shared/azure-devops/records";
import { hasSucceeded, type Issue, type Note, recoveryNote, runOf } from "../issue/issue";
import type { KnownState } from "../issue/memory";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";
import { isHeldBack, type RemindRule } from "./follow";
import { stateKeyOf } from "./identity";

/**
 * Compares what is wrong now: it is known if the last report found it too. An unfinished run stays known while the check
 * that finds it is skipped.
 */
export function compareStates(
  { issues, records, isWhole }: ProjectReport,
  known: readonly KnownState[],
  rule: RemindRule,
): { heldBack: Map<Issue, number>; states: KnownState[] } {
  const before = new Map(known.map(({ key, reportedAt }) => [key, reportedAt]));
  const heldBack = new Map<Issue, number>();
  const states = new Map<string, KnownState>();
  for (const issue of issues) {
    const key = stateKeyOf(issue);
    if (key === undefined) continue;
    const toldAt = before.get(key) ?? 0;
    const isRepeated = issue.silenced === undefined && isHeldBack(toldAt, rule);
    if (isRepeated) heldBack.set(issue, toldAt);
    const isTold = issue.silenced === undefined && !isRepeated;
    if (isTold || toldAt > 0)
      states.set(key, {
        ...{ key, reportedAt: isTold ? rule.now : toldAt, runId: runOf(issue)?.id },
        ...(issue.about === "project" ? { isOfProject: true } : {}),
      });
  }
  if (!isWhole) {
    const listed = new Set(records.map(idOf));
    for (const state of known)
      if (state.runId !== undefined && !listed.has(state.runId) && !states.has(state.key))
        states.set(state.key, state);
  }
  return { heldBack, states: [...states.values()] };
}

/**
 * A note on each run that a message reported before it finished, and that has succeeded since; and one if there
 * are enough runs again.
 */
export function endedStates(report: ProjectReport, known: readonly KnownState[]): Note[] {
  const told = new Map(known.flatMap(({ runId, key }) => (runId === undefined ? [] : [[runId, key]])));
  const problems = new Set(report.issues.map((issue) => runOf(issue)?.id));
  const finished = report.records.flatMap((record) => {
    if (!("run" in record) || !hasSucceeded(record.run) || problems.has(record.run.id)) return [];
    const key = told.get(record.run.id);
    return key === undefined ? [] : [endNote(report, record.run, key, "has finished")];
  });
  const tooFew = known.find(({ isOfProject = false }) => isOfProject);
  const isLasting = report.issues.some(({ about }) => about === "project");
  return [...finished, ...(tooFew === undefined || isLasting ? [] : [{ ...enoughAgain, key: tooFew.key }])];
}

const enoughAgain: Note = {
  parts: [words("As many runs as expected took place in the last hour again.")],
  ...{ severity: "recovery", rank: 6 },
};

/** The note that a problem or state of this key has ended with a run. */
export function endNote({ runPage }: ProjectReport, run: Run, key: string, text: string): Note {
  return { ...recoveryNote(run, runPage(run.id), text), key };
}
