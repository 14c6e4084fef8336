import type { Run } from "../../../shared/azure-devops/records";
import type { Issue } from "../rules/finding";
import { followPipeline } from "./follow-pipeline";
import {
  attemptOf,
  finishOf,
  type Happening,
  isHeldBack,
  type KnownProblem,
  type KnownState,
  type Memory,
  type ProblemKind,
  type RemindRule,
} from "./known-problem";
import { missedFingerprint, pipelineFingerprints, type Sighting, sightingOf, type Verdict } from "./sighting";

/** A run that finished, and what its problem is known by without the cause. */
export interface JudgedRun {
  run: Run;
  problem: Verdict | undefined;
}

/** An issue, and whether the message may report it if it is news. */
export interface Candidate {
  issue: Issue;
  importance: string;
  isReportable: boolean;
}

/** What the comparison with the last report needs. */
export interface Comparison {
  candidates: readonly Candidate[];
  /** All runs since the last report whose pipelines are checked and not muted, with or without issues. */
  runs: readonly JudgedRun[];
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
  const { candidates, memory, rule, until } = comparison;
  const sightings = new Map<Issue, Sighting>();
  for (const { issue, importance } of candidates) {
    const sighting = sightingOf(issue, importance);
    if (sighting !== undefined) sightings.set(issue, sighting);
  }
  const { heldBack, lasting, states } = compareStates(comparison, sightings);
  const reportedRuns = new Set(memory?.reportedRuns);
  const recoveries = new Map<number, ProblemKind>();
  const problems: KnownProblem[] = [];
  for (const [pipeline, happenings] of happeningsOf(comparison, sightings)) {
    const known = (memory?.problems ?? []).filter((problem) => problem.pipeline === pipeline);
    const followed = followPipeline({ pipeline, known, reportedRuns }, [...happenings.keys()], rule);
    for (const [happening, reportedAt] of followed.heldBack) {
      const issue = happenings.get(happening);
      if (issue !== undefined) heldBack.set(issue, reportedAt);
    }
    for (const { key, reportedAt } of followed.problems)
      if ([...followed.heldBack.keys()].some(({ problem }) => problem?.key === key))
        lasting.set(key, reportedAt);
    const { recovery } = followed;
    if (recovery !== undefined) recoveries.set(recovery.runId, recovery.problem.kind);
    problems.push(...followed.problems);
  }
  const ofNow = candidates.flatMap(({ issue: { finding }, isReportable }) =>
    isReportable && "run" in finding ? [finding.run] : [],
  );
  const recent = [...reportedRuns, ...ofNow.map(attemptOf)].filter(
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
function compareStates(
  { candidates, memory, rule }: Comparison,
  sightings: ReadonlyMap<Issue, Sighting>,
): { heldBack: Map<Issue, number>; lasting: Map<string, number>; states: KnownState[] } {
  const isRecent = memory !== undefined && rule.now - memory.until <= maxStateAgeSeconds;
  const before = new Map((isRecent ? memory.states : []).map(({ key, reportedAt }) => [key, reportedAt]));
  const heldBack = new Map<Issue, number>();
  const states = new Map<string, KnownState>();
  for (const { issue, isReportable } of candidates) {
    const sighting = sightings.get(issue);
    if (sighting?.basis !== "state") continue;
    const { key } = sighting;
    const reportedAt = before.get(key);
    const isKnown = reportedAt !== undefined && (!isReportable || isHeldBack(reportedAt, rule));
    if (isKnown && isReportable) heldBack.set(issue, reportedAt);
    if (isKnown || isReportable) states.set(key, { key, reportedAt: isKnown ? reportedAt : rule.now });
  }
  const lasting = [...heldBack].map(
    ([issue, reportedAt]) => [sightings.get(issue)?.key ?? "", reportedAt] as const,
  );
  return { heldBack, lasting: new Map(lasting), states: [...states.values()] };
}

/** Returns what happened to each pipeline, by its fingerprint, with the issues that say so. */
function happeningsOf(
  { candidates, runs, memory }: Comparison,
  sightings: ReadonlyMap<Issue, Sighting>,
): Map<string, Map<Happening, Issue | undefined>> {
  const all = new Map<string, Map<Happening, Issue | undefined>>();
  const ownOf = (pipeline: string) => {
    const own = all.get(pipeline) ?? new Map<Happening, Issue | undefined>();
    all.set(pipeline, own);
    return own;
  };
  for (const { pipeline } of memory?.problems ?? []) ownOf(pipeline);
  const seen = new Set<number>();
  for (const { issue, isReportable } of candidates) {
    const sighting = sightings.get(issue);
    const run = "run" in issue.finding ? issue.finding.run : undefined;
    if (run !== undefined) seen.add(run.id);
    if (sighting?.basis !== "runs") continue;
    const { pipeline, at, verdict, key, kind } = sighting;
    ownOf(pipeline).set({ at, run, problem: { verdict, key, kind }, isReportable }, issue);
  }
  const fingerprintOf = pipelineFingerprints();
  const missed = [...(memory?.problems ?? []), ...sightings.values()].some(
    (one) => "kind" in one && one.kind === "missed",
  );
  for (const { run, problem } of runs) {
    const { finishTime: at, pipeline } = run;
    if (at === undefined) continue;
    const unreported = { at, run, isReportable: false };
    if (!seen.has(run.id))
      ownOf(fingerprintOf(run)).set(
        { ...unreported, problem: problem && { ...problem, key: undefined } },
        undefined,
      );
    // Any run ends a row of missed ones.
    if (missed) all.get(missedFingerprint(pipeline))?.set({ ...unreported, problem: undefined }, undefined);
  }
  return all;
}
