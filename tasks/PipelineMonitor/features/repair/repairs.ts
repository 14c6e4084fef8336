import { allRecords, runsIn } from "../../../../shared/azure-devops/records";
import { wait } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { daySeconds } from "../../../../shared/text/time";
import type { Entries } from "../../config/entries";
import type { HourBefore } from "../../feature";
import type { Context, OwnPipeline } from "../../issue/context";
import { type Issue, runOf, subjectOfIssue, withAside } from "../../issue/issue";
import type { FoundProject } from "../../issue/report";
import { endOf } from "../../issue/window";
import { namesOnPage } from "../../render/names";
import { carryOut, readCandidate } from "./act";
import { type Candidate, type Considered, findCandidates } from "./candidate";
import { denial, heldBy, limitOf, lostAgentOf, maxInReport, runAgainAlready } from "./decide";
import { againFailed, knownRepairs, unstarted, withOutcomes } from "./follow";
import { claimedBefore, isRerun, type Repair, readIntents, record } from "./record";
import { notRepaired, repaired, withResults, wouldRepair } from "./words";

interface Repairing
  extends Pick<HourBefore, "own" | "remembered" | "unfinished" | "configuration" | "quiet"> {
  allowed: Entries<readonly Repair["kind"][]>;
  /** The repairs of earlier reports. */
  known: readonly Repair[];
}

/** The means of acting on a report. */
interface RepairHour extends Repairing {
  report: FoundProject;
  context: Context;
  signal: AbortSignal;
}

/** More candidates are left to people. Each takes three requests. */
const maxLooks = 20;

/** Acts on what a report has found. Returns what it says then, and what is to be remembered. */
export async function repairAll(
  listed: FoundProject,
  repairing: Repairing,
  context: Context,
  signal: AbortSignal,
): Promise<{ report: FoundProject; repairs: Repair[] }> {
  const { own, unfinished, allowed, quiet, configuration } = repairing;
  const intended = own === undefined ? [] : await readIntents(unfinished, own, signal);
  const before = knownRepairs(repairing.known, intended, endOf(listed.window));
  const outcomes = withOutcomes(before, runsIn(listed.records));
  const followed = withResults(listed, outcomes, before);
  const { report, after: known } = await withUnstarted(followed, outcomes, context, signal);
  const hour = { ...repairing, known, report, context, signal };
  const candidates = findCandidates(report, allowed, quiet, configuration);
  const { ready, changed } = await chooseCandidates(candidates, hour);
  const isActing = ready.length > 0 && !report.config.testFlag && own !== undefined;
  const done = isActing ? await actOn(ready, own, hour) : undefined;
  for (const { issue, intent } of ready) {
    const { repair, why, agent = "" } = done?.get(issue) ?? {};
    const aside =
      why === undefined ? wouldRepair(intent.kind, report.config.testFlag) : notRepaired(intent.kind, why);
    changed.set(
      issue,
      repair?.state === "sent" ? repaired(issue, repair, agent, report) : withAside(issue, aside),
    );
  }
  return {
    report: { ...report, issues: report.issues.map((issue) => changed.get(issue) ?? issue) },
    repairs: [...known, ...[...(done?.values() ?? [])].flatMap(({ repair }) => repair ?? [])],
  };
}

/** Looks at each candidate at the service, and keeps those that may be repaired; the others get the reason that people need. */
async function chooseCandidates(
  considered: readonly Considered[],
  hour: RepairHour,
): Promise<{ ready: Candidate[]; changed: Map<Issue, Issue> }> {
  const { agent } = hour.context;
  const subjects = considered.map(({ issue }) => subjectOfIssue(issue));
  const nameOf = namesOnPage(hour.report, subjects);
  const ready: Candidate[] = [];
  const changed = new Map<Issue, Issue>();
  for (const [index, candidate] of considered.entries()) {
    const { issue } = candidate;
    const kind = "why" in candidate ? candidate.kind : candidate.intent.kind;
    const { printed, told } =
      "why" in candidate
        ? { printed: candidate.why }
        : await holdOf(candidate, index < maxLooks, ready, hour);
    const what = isRerun(kind) ? "not run again" : "not started";
    if (printed !== undefined)
      agent.print(agent.sanitize(`${nameOf(subjectOfIssue(issue))}${numberIn(issue)}: ${what}: ${printed}.`));
    if (told !== undefined) changed.set(issue, withAside(issue, notRepaired(kind, told)));
    if (!("why" in candidate) && printed === undefined && told === undefined) ready.push(candidate);
  }
  return { ready, changed };
}

/** " 20261120.2", where another run of the pipeline may be run again. */
function numberIn(issue: Issue): string {
  const { buildNumber = "" } = runOf(issue) ?? {};
  return buildNumber === "" ? "" : ` ${buildNumber}`;
}

/** Why a candidate is not repaired now: what the log says of it, and what people are told; empty if it may be. */
async function holdOf(
  candidate: Candidate,
  isAsked: boolean,
  ready: readonly Candidate[],
  { report, known, remembered, context, signal }: RepairHour,
): Promise<{ printed?: string; told?: string }> {
  if (remembered === "lost" || remembered === "unreadable")
    return { printed: "the monitor does not know what it did before" };
  if (!isAsked) return { printed: `more than ${maxLooks} pipelines have problems` };
  const seen = await readCandidate(candidate, context.service, signal);
  const why = heldBy(candidate, seen, endOf(report.window));
  if (why !== undefined) return { printed: why, ...(why === runAgainAlready ? { told: why } : {}) };
  const limit = limitOf(candidate.intent, [...known, ...ready.map(({ intent }) => intent)], report.journal);
  if (limit !== undefined) return { told: limit };
  return ready.length < maxInReport ? {} : { told: `a report repairs at most ${maxInReport} runs` };
}

/** Two monitors that started in the same minute look at different times: their runs have ids that are close. */
const slots = 30;

/**
 * Records all intents, and then looks at each candidate once more just before its request is sent. Without a repair, nothing was
 * sent. The agent is the one that was lost, if it is named.
 */
async function actOn(
  ready: readonly Candidate[],
  own: OwnPipeline,
  { report, context, signal }: RepairHour,
): Promise<Map<Issue, { repair?: Repair | undefined; why: string; agent?: string | undefined }>> {
  const { agent, clock, service, cancelled } = context;
  const all = (why: string): Awaited<ReturnType<typeof actOn>> =>
    new Map(ready.map(({ issue }) => [issue, { why }]));
  const done = all("the service did not say that it is safe");
  const intents = ready.map(({ intent }) => intent);
  const nameOf = namesOnPage(report, intents);
  const startedAt = clock.now();
  try {
    if (!(await record(intents, own, context, signal)))
      return all("what it was about to do could not be recorded");
    await wait(clock, (Number(own.runId) % slots) * 1000, signal);
    const claimed = await claimedBefore(own, signal);
    for (const candidate of ready) {
      const { issue, intent } = candidate;
      if (claimed.has(intent.incident)) {
        done.set(issue, { why: "another run of the monitor does it" });
        continue;
      }
      const seen = await readCandidate(candidate, service, signal);
      const now = endOf(report.window) + Math.floor((clock.now() - startedAt) / 1000);
      const why = heldBy(candidate, seen, now);
      // What the identity may not do to one pipeline, it may do to another.
      const repair = why === undefined ? await carryOut(candidate, nameOf(intent), context) : undefined;
      const lostAgent = seen.timeline && lostAgentOf(seen.timeline.records);
      done.set(issue, { repair, why: why ?? reasons[repair?.state ?? "unsent"], agent: lostAgent });
    }
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Could not go on with repairs: ${messageOf(error)}`);
  }
  return done;
}

const reasons: Readonly<Record<Repair["state"] | "unsent", string>> = {
  intended: "",
  sent: "",
  denied: denial,
  refused: "the service refused it; the step's log says why",
  unknown: "the service did not say whether it took the request, which is not repeated",
  unsent: "the request could not be sent; the step's log says why",
};

/** A request that was accepted, and after which nothing happened, is a failed repair. */
async function withUnstarted(
  report: FoundProject,
  known: readonly Repair[],
  { service }: Context,
  signal: AbortSignal,
): Promise<{ report: FoundProject; after: Repair[] }> {
  const failed = new Set<Repair>();
  const issues: Issue[] = [];
  for (const repair of unstarted(known, endOf(report.window))) {
    const issue = againFailed(repair, report.entries);
    if (issue === undefined) continue;
    const since = repair.at - oldestSeconds;
    const queued = await allRecords(service.runsQueuedSince(since, signal, repair.pipeline.id));
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
