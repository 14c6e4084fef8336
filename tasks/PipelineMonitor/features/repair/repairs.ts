import { allRecords, runsIn } from "../../../../shared/azure-devops/records";
import { wait } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { daySeconds } from "../../../../shared/text/time";
import type { Entries } from "../../config/entries";
import type { HourBefore } from "../../feature";
import type { Context } from "../../issue/context";
import { type Issue, pipelineNameOf } from "../../issue/issue";
import type { ProjectReport } from "../../issue/report";
import { endOf } from "../../issue/window";
import { carryOut, readCandidate } from "./act";
import { type Candidate, type Considered, findCandidates } from "./candidate";
import { denial, heldBy, limitOf, lostAgentOf, maxInReport, runAgainAlready } from "./decide";
import { againFailed, knownRepairs, unstarted, withOutcomes } from "./follow";
import { claimedBefore, isRerun, type Repair, type Repairable, readIntents, record } from "./record";
import { notRepaired, repaired, withAside, withResults, wouldRepair } from "./words";

/** The means of acting, besides a report. */
interface Repairing extends Pick<HourBefore, "own" | "isBlind" | "unfinished" | "configuration" | "quiet"> {
  allowed: Entries<Repairable>;
  /** The repairs of earlier reports. */
  known: readonly Repair[];
}

/** More candidates are left to people. Each takes three requests. */
const maxLooks = 20;

/** A candidate that may be repaired now. */
interface ReadyCandidate {
  candidate: Candidate;
  /** The agent that was lost; empty if it is not named. */
  agent: string;
}

/** Acts on what a report has found. Returns what it says then, and what is to be remembered. */
export async function repairAll(
  listed: ProjectReport,
  repairing: Repairing,
  context: Context,
  signal: AbortSignal,
): Promise<{ report: ProjectReport; repairs: Repair[] }> {
  const now = endOf(listed.window);
  const intended =
    repairing.own === undefined ? [] : await readIntents(repairing.unfinished, repairing.own, signal);
  const before = knownRepairs(repairing.known, intended, now);
  const known = withOutcomes(before, listed);
  const followed = withResults(listed, known, before);
  const { report, after } = await withUnstarted(followed, known, context, signal);
  const { ready, issues } = await chooseCandidates(
    findCandidates(report, repairing.allowed, repairing.quiet),
    after,
    { report, repairing, context, signal },
  );
  const isActing = ready.length > 0 && !report.config.testFlag && repairing.own !== undefined;
  const done = isActing
    ? await actOn(ready, { report, repairing, context, signal })
    : new Map<Issue, RepairOutcome>();
  const changed = new Map([
    ...issues,
    ...ready.map((one): [Issue, Issue] => [one.candidate.issue, issueAfterRepair(one, done, report)]),
  ]);
  return {
    report: { ...report, issues: report.issues.map((issue) => changed.get(issue) ?? issue) },
    repairs: [...after, ...[...done.values()].flatMap(({ repair }) => repair ?? [])],
  };
}

interface RepairHour {
  report: ProjectReport;
  repairing: Repairing;
  context: Context;
  signal: AbortSignal;
}

/** Looks at each candidate at the service, and keeps those that may be repaired; the others get the reason that people need. */
async function chooseCandidates(
  considered: readonly Considered[],
  known: readonly Repair[],
  hour: RepairHour,
): Promise<{ ready: ReadyCandidate[]; issues: [Issue, Issue][] }> {
  const { agent } = hour.context;
  const ready: ReadyCandidate[] = [];
  const issues: [Issue, Issue][] = [];
  for (const [index, one] of considered.entries()) {
    const next =
      "why" in one
        ? { why: one.why, isPrinted: true, isTold: false }
        : await checkCandidate(one, index < maxLooks, { known, ready }, hour);
    if ("candidate" in next) {
      ready.push(next);
      continue;
    }
    const { why, isPrinted, isTold } = next;
    const name = pipelineNameOf(one.issue) ?? "";
    const what = isRerun(one.kind) ? "not run again" : "not started";
    if (isPrinted) agent.print(agent.sanitize(`${name}: ${what}: ${why}.`));
    if (isTold) issues.push([one.issue, withAside(one.issue, notRepaired(one.kind, why))]);
  }
  return { ready, issues };
}

async function checkCandidate(
  candidate: Candidate,
  isAsked: boolean,
  { known, ready }: { known: readonly Repair[]; ready: readonly ReadyCandidate[] },
  { report, repairing: { configuration, isBlind }, context, signal }: RepairHour,
): Promise<ReadyCandidate | { why: string; isPrinted: boolean; isTold: boolean }> {
  const now = endOf(report.window);
  const printed = (why: string, isTold = false) => ({ why, isPrinted: true, isTold });
  if (isBlind) return printed("the monitor does not know what it did before");
  if (!isAsked) return printed(`more than ${maxLooks} pipelines have problems`);
  const seen = await readCandidate(candidate, context.service, signal);
  const why = heldBy(candidate, seen, now);
  if (why !== undefined) return printed(why, why === runAgainAlready);
  const circumstances = { now, configuration, journal: report.journal };
  const coming = ready.map((one) => intentOf(one.candidate, circumstances));
  const limit =
    limitOf(candidate, [...known, ...coming], circumstances) ??
    (ready.length >= maxInReport ? `a report repairs at most ${maxInReport} runs` : undefined);
  if (limit !== undefined) return { why: limit, isPrinted: false, isTold: true };
  return { candidate, agent: (seen.timeline && lostAgentOf(seen.timeline)) ?? "" };
}

function intentOf(
  { kind, incident, pipeline, definitionId, branch, at, run }: Candidate,
  { now, configuration }: { now: number; configuration: string },
): Repair {
  const about = { kind, incident, pipeline, definitionId, branch, at };
  return { ...about, intendedAt: now, state: "intended", runId: run?.id, outcome: undefined, configuration };
}

/** The outcome for a candidate; without a repair, nothing was sent. */
interface RepairOutcome {
  repair?: Repair | undefined;
  why: string;
}

/** Two monitors that started in the same minute look at different times: their runs have ids that are close. */
const slots = 30;

/** Records all intents, and then looks at each candidate once more just before its request is sent. */
async function actOn(
  ready: readonly ReadyCandidate[],
  { report, repairing, context, signal }: RepairHour,
): Promise<Map<Issue, RepairOutcome>> {
  const { own, configuration } = repairing;
  const { agent, clock, service, cancelled } = context;
  const done = new Map<Issue, RepairOutcome>();
  const startedAt = clock.now();
  const intents = ready.map(({ candidate }) =>
    intentOf(candidate, { now: endOf(report.window), configuration }),
  );
  const all = (why: string) => new Map(ready.map(({ candidate }) => [candidate.issue, { why }]));
  try {
    if (own === undefined || !(await record(intents, own, context, signal)))
      return all("what it was about to do could not be recorded");
    await wait(clock, (Number(own.runId) % slots) * 1000, signal);
    const claimed = await claimedBefore(own, signal);
    for (const [index, { candidate }] of ready.entries()) {
      const intent = intents[index];
      if (intent === undefined) continue;
      if (claimed.has(intent.incident)) {
        done.set(candidate.issue, { why: "another run of the monitor does it" });
        continue;
      }
      const seen = await readCandidate(candidate, service, signal);
      const now = endOf(report.window) + Math.floor((clock.now() - startedAt) / 1000);
      const why = heldBy(candidate, seen, now);
      const repair = why === undefined ? await carryOut(candidate, intent, context) : undefined;
      done.set(candidate.issue, { repair, why: why ?? reasons[repair?.state ?? "unsent"] });
      // What the identity may not do to one pipeline, it may do to another.
    }
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Could not go on with repairs: ${messageOf(error)}`);
  }
  return new Map([...all("the service did not say that it is safe"), ...done]);
}

const reasons: Readonly<Record<Repair["state"] | "unsent", string>> = {
  intended: "",
  sent: "",
  denied: denial,
  refused: "the service refused it; the step's log says why",
  unknown: "the service did not say whether it took the request, which is not repeated",
  unsent: "the request could not be sent; the step's log says why",
};

function issueAfterRepair(
  { candidate, agent }: ReadyCandidate,
  done: ReadonlyMap<Issue, RepairOutcome>,
  report: ProjectReport,
): Issue {
  const { issue, kind } = candidate;
  const result = done.get(issue);
  if (result === undefined) return withAside(issue, wouldRepair(kind, report.config.testFlag));
  const { repair, why } = result;
  return repair?.state === "sent"
    ? repaired(issue, repair, agent, report)
    : withAside(issue, notRepaired(kind, why));
}

/** A request that was accepted, and after which nothing happened, is a failed repair. */
async function withUnstarted(
  report: ProjectReport,
  known: readonly Repair[],
  { service }: Pick<Context, "service">,
  signal: AbortSignal,
): Promise<{ report: ProjectReport; after: Repair[] }> {
  const failed = new Set<Repair>();
  const issues: Issue[] = [];
  for (const repair of unstarted(known, endOf(report.window))) {
    const issue = againFailed(repair, report.entries);
    if (issue === undefined) continue;
    const since = repair.at - oldestSeconds;
    const queued = await allRecords(service.runsQueuedSince(since, signal, repair.definitionId));
    const run = runsIn(queued).find(({ id }) => id === repair.runId);
    if (run?.status !== "completed" || run.finishTime !== repair.at) continue;
    failed.add(repair);
    issues.push(issue);
  }
  return {
    report: { ...report, issues: [...report.issues, ...issues] },
    after: known.map((repair) => (failed.has(repair) ? { ...repair, outcome: "failed" as const } : repair)),
  };
}

/** No run lasts longer. */
const oldestSeconds = 7 * daySeconds;
