import { endsProblem, hasSucceeded } from "../../shared/azure-devops/run-state";
import { groupBy } from "../../shared/group-by";
import { pipelineIdOf } from "../../shared/pipeline";
import type { Project } from "../../shared/project";
import { isCalm, problemKinds } from "../../shared/report/form";
import { isTag, type Subject } from "../../shared/subject";
import { branchKey, byBranch, type Failing, failingNow, isPast, problemOf } from "./failing";
import type { Problem } from "./problem";
import type { ProjectRun } from "./project-run";

/** A problem, and when whoever says so knew it, in seconds since 1970. */
export interface Claim extends Problem {
  knownAt: number;
  /** Whether the next reports of its monitor are missing. */
  isOld: boolean;
  /** Whether it may have begun earlier: before `since`, nothing is known. */
  isLonger?: boolean;
  /** The first run that did not succeed, if it is known. */
  first?: ProjectRun | undefined;
}

/**
 * Finds the present problems: by the last run of each pipeline of the project, and by what monitors know besides. Each is there once.
 * The most important come first, and last what is kept quiet.
 */
export function wrongNow(
  reported: readonly Claim[],
  project: Project,
  listed: {
    /** Those that finished, as the service lists them. */
    runs: readonly ProjectRun[];
    /** When they were listed, and from when on all failures are known. */
    readAt: number;
    failuresSince: number;
    /** Whether the configuration of every monitor that knows a branch excludes it. By `branchKey`. */
    isExcluded(branch: string): boolean;
  },
  isReported: boolean,
): Claim[] {
  const branches = byBranch(listed.runs);
  const runs = new Map(listed.runs.map((run) => [run.id, run]));
  const isOwn = (claim: Claim) => claim.project.id === project.id;
  const merged = mergedClaims(reported);
  const lasting = merged.filter((claim) => !isOwn(claim) || !isOver(claim, branches, runs, listed.readAt));
  const left = new Set(lasting.filter((claim) => isOwn(claim) && ofRuns.includes(claim.kind)));
  const confirmed = new Map<Claim, Claim>();
  const untold: Claim[] = [];
  for (const failing of failingNow([...branches.values()], listed.readAt, listed.failuresSince)) {
    const branch = branchKey(failing.run);
    const claim = claimOf(failing.run, left, runs);
    if (claim === undefined) {
      const problem = problemOf(failing, project);
      const state = listed.isExcluded(branch) ? excluded : isReported ? unreported : problem.state;
      const { isLonger = false } = failing;
      const first = isLonger ? undefined : failing.first;
      untold.push({ ...problem, state, first, isLonger, knownAt: listed.readAt, isOld: false });
    } else {
      left.delete(claim);
      confirmed.set(claim, confirmedClaim(claim, failing, listed.readAt));
    }
  }
  return inOrder([
    ...lasting.map((claim) => confirmed.get(claim) ?? claim),
    ...untold.toSorted((one, other) => other.since - one.since),
  ]);
}

const excluded = { kind: "notChecked", why: "The monitor's configuration excludes its runs." } as const;
const unreported = { kind: "told", why: "No report has it: it is what the last run says." } as const;

/** Problems of the runs of a branch, of which it has one at a time. */
const ofRuns = problemKinds.filter((kind) => !["stuck", "waiting", "missed", "other"].includes(kind));

/** Two monitors may watch one pipeline, and have seen different last runs. What one of them keeps quiet, the other may tell. */
function mergedClaims(claims: readonly Claim[]): Claim[] {
  const keyOf = ({ project, pipeline, key }: Claim) =>
    JSON.stringify([project.id, pipeline && pipelineIdOf(pipeline), key]);
  return [...groupBy(claims, keyOf).values()].flatMap((some) => {
    const loud = some.filter(({ state }) => !isCalm(state.kind));
    const [last] = (loud.length > 0 ? loud : some).toSorted(
      (one, other) => other.last - one.last || other.knownAt - one.knownAt,
    );
    if (last === undefined) return [];
    const same = some.filter((claim) => !isOtherTag(claim, last));
    const fresh = same.filter(({ isOld }) => !isOld);
    return {
      ...last,
      since: Math.min(...same.map(({ since }) => since)),
      count: Math.max(...same.map(({ count }) => count)),
      knownAt: Math.max(...(fresh.length > 0 ? fresh : same).map(({ knownAt }) => knownAt)),
      isOld: fresh.length === 0,
    };
  });
}

/** Each tag is news: a later one does not fail since an earlier one did. */
function isOtherTag({ branch }: Subject, latest: Subject): boolean {
  return isTag(latest) && branch !== latest.branch;
}

/** Whether the list has a later run that ends a problem. `runs` are by their ids. */
function isOver(
  claim: Claim,
  branches: ReturnType<typeof byBranch>,
  runs: ReadonlyMap<number, ProjectRun>,
  now: number,
): boolean {
  const { kind, last } = claim;
  const own = [...branches.values()].filter(([run]) => isOfPipeline(claim, run));
  const run = runOf(claim, runs);
  const isEnd = (later: ProjectRun, at = 0) => endsProblem({ at, run: later }, { last, run });
  if (kind === "missed") return own.flat().some((later) => isEnd(later, later.queueTime));
  if (kind === "stuck" || kind === "waiting") return run !== undefined;
  if (!["failed", "partiallySucceeded", "canceled"].includes(kind)) return false;
  const { branch } = run ?? claim;
  if (isPast({ branch }, last, now)) return true;
  const ofBranch = branches.get(branchKey(run ?? claim));
  // Of an unknown branch, only the only one can be meant.
  const [newest] = ofBranch ?? (claim.branch === undefined && own.length === 1 ? own[0] : undefined) ?? [];
  return newest !== undefined && hasSucceeded(newest) && isEnd(newest, newest.finishTime);
}

function isOfPipeline({ pipeline }: Claim, run: ProjectRun): boolean {
  return pipeline !== undefined && pipelineIdOf(pipeline) === pipelineIdOf(run.pipeline);
}

/** The run that a problem names, if it is listed. */
function runOf({ runUrl = "" }: Problem, runs: ReadonlyMap<number, ProjectRun>): ProjectRun | undefined {
  const [, id] = /[?&]buildId=(\d+)/.exec(runUrl) ?? [];
  return id === undefined ? undefined : runs.get(Number(id));
}

/** Who has told that a branch fails. */
function claimOf(
  run: ProjectRun,
  claims: ReadonlySet<Claim>,
  runs: ReadonlyMap<number, ProjectRun>,
): Claim | undefined {
  const own = [...claims].filter((claim) => isOfPipeline(claim, run));
  const isOfBranch = (claim: Claim) => branchKey(runOf(claim, runs) ?? claim) === branchKey(run);
  const isOfUnknown = (claim: Claim) => claim.branch === undefined && runOf(claim, runs) === undefined;
  return own.find(isOfBranch) ?? own.find(isOfUnknown);
}

/** A claim as a later run confirms it, without a cause: nobody has looked for that of the run. */
function confirmedClaim(claim: Claim, failing: Failing, readAt: number): Claim {
  // The pipeline has worked in between. A monitor may have seen another problem of a run, or one that was canceled, and what it keeps
  // quiet is quiet since it says so.
  const isAnother =
    isOtherTag(claim, failing.run) || (failing.since > claim.last && failing.hasSuccess === true);
  const isSame = claim.kind === failing.kind && !isCalm(claim.state.kind);
  const isKnown = isAnother || (isSame && failing.hasSuccess === true);
  const since = isKnown ? failing.since : Math.min(claim.since, failing.since);
  const isLonger = failing.isLonger === true && failing.since <= claim.since;
  const first = isLonger || since !== failing.since ? undefined : failing.first;
  const same = { ...claim, since, first, isLonger, knownAt: readAt, isOld: false };
  if (failing.last <= claim.last) return same;
  const { cause: _, group: __, logUrl: ___, ...others } = same;
  const { run, kind, sentence, severity, last, count } = failing;
  return {
    ...others,
    kind,
    sentence,
    severity,
    last,
    number: run.number,
    runUrl: run.url,
    count: isAnother ? count : Math.max(claim.count + 1, count),
  };
}

/** Each monitor has its own order. */
function inOrder(claims: readonly Claim[]): Claim[] {
  const importances = ["high", "normal", "info"];
  const orderOf = (claim: Claim) =>
    importances.length * Number(isCalm(claim.state.kind)) + importances.indexOf(claim.importance);
  return claims.toSorted((one, other) => orderOf(one) - orderOf(other));
}
