import { type Issue, runOf } from "../issue/issue";
import type { FinishedRun } from "../rules/check-runs";
import { followPipeline, type Happening } from "./follow-pipeline";
import {
  type Identity,
  identityOf,
  missedFingerprint,
  pipelineFingerprints,
  stateKeyOf,
  verdictOf,
} from "./identity";
import {
  attemptOf,
  finishOf,
  isHeldBack,
  type KnownProblem,
  type KnownState,
  type Memory,
  type ProblemKind,
  type RemindRule,
} from "./known-problem";

/** What the comparison with the last report needs. */
export interface Comparison {
  issues: readonly Issue[];
  /** Returns whether the message may report an issue if it is news. */
  isReportable: (issue: Issue) => boolean;
  /** All runs since the last report whose pipelines are checked and not muted, with or without issues. */
  runs: readonly FinishedRun[];
  /** Returns how important a pipeline's issues are. */
  importanceFor: (pipeline: string) => string;
  /** What the last report knew; undefined if that is unknown. */
  memory: Memory | undefined;
  rule: RemindRule;
  /** The end of this report's window, in seconds since 1970. */
  until: number;
}

/** What is news, and what this report knows. */
export interface Compared {
  /** The issues that are not repeated, each with the time of the message that reported it; 0 if it is unknown. */
  heldBack: ReadonlyMap<Issue, number>;
  /** The problems among them that have not ended, by their keys, each with the time of that message. */
  lasting: ReadonlyMap<string, number>;
  /** The runs that ended a known problem, by their ids, and what ended. */
  recoveries: ReadonlyMap<number, ProblemKind>;
  memory: Memory;
}

/** A report repeats a state, such as too few runs, if the last report is older than this. */
const maxStateAgeSeconds = 2 * 3600;
/** A report may list runs again that an earlier one has reported: those of the last hours. */
const reportedAgainSeconds = 2 * 3600;

/** Compares the issues of a project with what its last report knew. */
export function compareWithMemory(comparison: Comparison): Compared {
  const { issues, isReportable, memory, rule, until } = comparison;
  const { heldBack, lasting, states } = compareStates(comparison);
  const reportedRuns = new Set(memory?.reportedRuns);
  const recoveries = new Map<number, ProblemKind>();
  const problems: KnownProblem[] = [];
  for (const [pipeline, happenings] of happeningsOf(comparison)) {
    const known = (memory?.problems ?? []).filter((problem) => problem.pipeline === pipeline);
    const followed = followPipeline({ pipeline, known, happenings, reportedRuns, rule });
    for (const [{ issue }, reportedAt] of followed.heldBack)
      if (issue !== undefined) heldBack.set(issue, reportedAt);
    for (const { key, reportedAt } of followed.problems)
      if ([...followed.heldBack.keys()].some(({ identity }) => identity?.key === key))
        lasting.set(key, reportedAt);
    const { recovery } = followed;
    if (recovery !== undefined) recoveries.set(recovery.runId, recovery.problem.kind);
    problems.push(...followed.problems);
  }
  const ofNow = issues.flatMap((issue) => {
    const run = issue.isState === true || !isReportable(issue) ? undefined : runOf(issue);
    return run === undefined ? [] : [attemptOf(run)];
  });
  const recent = [...reportedRuns, ...ofNow].filter(
    (attempt) => finishOf(attempt) > until - reportedAgainSeconds,
  );
  return {
    heldBack,
    lasting,
    recoveries,
    memory: { until, problems, states, reportedRuns: [...new Set(recent)] },
  };
}

/** Compares what is wrong without runs: it is known if the last report found it too. */
function compareStates({ issues, isReportable, memory, rule }: Comparison): {
  heldBack: Map<Issue, number>;
  lasting: Map<string, number>;
  states: KnownState[];
} {
  const isRecent = memory !== undefined && rule.now - memory.until <= maxStateAgeSeconds;
  const before = new Map((isRecent ? memory.states : []).map(({ key, reportedAt }) => [key, reportedAt]));
  const heldBack = new Map<Issue, number>();
  const lasting = new Map<string, number>();
  const states = new Map<string, KnownState>();
  for (const issue of issues) {
    const key = stateKeyOf(issue);
    if (key === undefined) continue;
    const reportedAt = before.get(key);
    const isNews = isReportable(issue);
    const isKnown = reportedAt !== undefined && (!isNews || isHeldBack(reportedAt, rule));
    if (isKnown && isNews) {
      heldBack.set(issue, reportedAt);
      lasting.set(key, reportedAt);
    }
    if (isKnown || isNews) states.set(key, { key, reportedAt: isKnown ? reportedAt : rule.now });
  }
  return { heldBack, lasting, states: [...states.values()] };
}

/** Returns what happened to each pipeline, by its fingerprint. */
function happeningsOf(comparison: Comparison): Map<string, Happening[]> {
  const { issues, isReportable, runs, memory, importanceFor } = comparison;
  const all = new Map<string, Happening[]>((memory?.problems ?? []).map(({ pipeline }) => [pipeline, []]));
  const ownOf = (pipeline: string) => {
    const own = all.get(pipeline) ?? [];
    all.set(pipeline, own);
    return own;
  };
  const seen = new Set<number>();
  let isAnyMissed = (memory?.problems ?? []).some(({ kind }) => kind === "missed");
  for (const issue of issues) {
    const run = issue.isState === true ? undefined : runOf(issue);
    if (run !== undefined) seen.add(run.id);
    const { at } = issue;
    const identity = identityOf(issue);
    if (identity === undefined || at === undefined) continue;
    isAnyMissed ||= identity.kind === "missed";
    ownOf(identity.pipeline).push({ at, run, issue, identity, isReportable: isReportable(issue) });
  }
  const fingerprintOf = pipelineFingerprints();
  for (const { run, issue } of runs) {
    const { finishTime: at, pipeline } = run;
    if (at === undefined) continue;
    const earlier = { at, run, identity: undefined, isReportable: false };
    if (!seen.has(run.id)) {
      const identity = earlierIdentity(issue, importanceFor);
      ownOf(fingerprintOf(run)).push({ ...earlier, identity });
    }
    // Any run ends a row of missed ones.
    if (isAnyMissed) all.get(missedFingerprint(pipeline))?.push(earlier);
  }
  return all;
}

/** Returns what an issue is known by whose cause nobody has looked for. */
function earlierIdentity(
  issue: Issue | undefined,
  importanceFor: Comparison["importanceFor"],
): Identity | undefined {
  const run = issue && runOf(issue);
  return issue && run && { ...verdictOf(issue, run, importanceFor(run.pipeline)), key: undefined };
}
