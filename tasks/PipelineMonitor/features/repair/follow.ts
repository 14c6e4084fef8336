import type { Run } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import { daySeconds } from "../../../../shared/text/time";
import type { Entry } from "../../issue/entry";
import { type Issue, runOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import type { FoundProject } from "../../issue/report";
import { isRerun, isResultOf, type Repair } from "./record";
import { isUnderRepair, whatFailed } from "./words";

/** The last ones tell what people and limits ask for. */
const maxRepairs = 500;
const maxAgeSeconds = 31 * daySeconds;

/** The repairs of earlier runs of the monitor, including those that ended before they wrote their ledger. */
export function knownRepairs(known: readonly Repair[], intended: readonly Repair[], now: number): Repair[] {
  const ids = new Set(known.map(({ incident }) => incident));
  return [...known, ...intended.filter(({ incident }) => !ids.has(incident))]
    .filter(({ intendedAt }) => intendedAt > now - maxAgeSeconds)
    .sort((one, other) => one.intendedAt - other.intendedAt)
    .slice(-maxRepairs);
}

/** The repairs, with how the runs ended that have finished by now. */
export function withOutcomes(
  repairs: readonly Repair[],
  { records }: Pick<FoundProject, "records">,
): Repair[] {
  const open = new Map<number, Run>();
  for (const record of repairs.length === 0 ? [] : records)
    if ("run" in record) open.set(record.run.id, record.run);
  return repairs.map((repair) => {
    const run = repair.runId === undefined ? undefined : open.get(repair.runId);
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
    .map((entry) => entry.content)
    .find((one) => {
      return "about" in one && isUnderRepair(one) && runOf(one)?.id === runId;
    });
  if (content === undefined || !("about" in content)) return undefined;
  const { identity: _, saysWhen: __, sentence: ___, plural: ____, ...issue } = content;
  return {
    ...issue,
    severity: "failure",
    rank: 1,
    tally: "failed",
    words: [words(`${whatFailed[kind]}, and was not run again although the service accepted the request`)],
  };
}
