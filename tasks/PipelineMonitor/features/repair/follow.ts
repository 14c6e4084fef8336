import type { Run } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import { daySeconds } from "../../../../shared/text/time";
import type { Entry } from "../../issue/entry";
import { isIssue } from "../../issue/finding";
import { type Issue, runOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import { isRerun, isResultOf, type Repair } from "./record";
import { isUnderRepair, whatFailed } from "./words";

/** The last ones tell what people and limits ask for. */
const maxRepairs = 500;
const maxAgeSeconds = 31 * daySeconds;

/** The repairs of earlier runs of the monitor, including those that ended before they wrote their ledger. */
export function knownRepairs(done: readonly Repair[], intended: readonly Repair[], now: number): Repair[] {
  const ids = new Set(done.map(({ incident }) => incident));
  return [...done, ...intended.filter(({ incident }) => !ids.has(incident))]
    .filter(({ intendedAt }) => intendedAt > now - maxAgeSeconds)
    .sort((one, other) => one.intendedAt - other.intendedAt)
    .slice(-maxRepairs);
}

/** The repairs, with how the runs ended that have finished by now. */
export function withOutcomes(repairs: readonly Repair[], runs: readonly Run[]): Repair[] {
  if (repairs.length === 0) return [];
  const byId = new Map(runs.map((run) => [run.id, run]));
  return repairs.map((repair) => {
    const run = byId.get(repair.runId ?? Number.NaN);
    if (repair.outcome !== undefined || run === undefined || !isResultOf(repair, run)) return repair;
    return { ...repair, state: "sent", outcome: hasSucceeded(run) ? "helped" : "failed" };
  });
}

/** After this time, a run that was run again has another status. */
const startsWithinSeconds = 600;

/** The repairs of which nobody knows whether they began, although the service accepted them. */
export function unstarted(repairs: readonly Repair[], now: number): Repair[] {
  return repairs.filter(
    ({ kind, state, outcome, intendedAt }) =>
      isRerun(kind) && state === "sent" && outcome === undefined && now - intendedAt > startsWithinSeconds,
  );
}

/** The problem of a run that was not run again, as a failure; undefined if it is not known any more. */
export function againFailed({ runId, kind }: Repair, entries: readonly Entry[]): Issue | undefined {
  const content = entries
    .flatMap((entry) => (isIssue(entry.content) ? [entry.content] : []))
    .find((issue) => isUnderRepair(issue) && runOf(issue)?.id === runId);
  if (content === undefined) return undefined;
  const { identity: _, saysWhen: __, sentence: ___, plural: ____, ...issue } = content;
  return {
    ...issue,
    severity: "failure",
    rank: 1,
    tally: "failed",
    words: [words(`${whatFailed[kind]}, and was not run again although the service accepted the request`)],
  };
}
