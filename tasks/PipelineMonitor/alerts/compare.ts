import type { Run } from "../../../shared/azure-devops/records";
import type { Issue } from "../rules/finding";
import { followPipeline } from "./follow-pipeline";
import {
  type Happening,
  isHeldBack,
  type KnownState,
  type Memory,
  type ProblemKind,
  type RemindRule,
} from "./known-problem";
import { pipelineDigest, type Sighting, sightingOf } from "./sighting";

/** A run that finished, and the digest of its problem without the cause. */
export interface JudgedRun {
  run: Run;
  problem: { verdict: string; kind: ProblemKind } | undefined;
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
  /** How many problems that are. */
  heldBackCount: number;
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
  const { candidates, runs, memory, rule, until } = comparison;
  const sightings = new Map<Issue, Sighting>();
  for (const { issue, importance } of candidates) {
    const sighting = sightingOf(issue, importance);
    if (sighting !== undefined) sightings.set(issue, sighting);
  }
  const { heldBack, states, keys } = compareStates(comparison, sightings);
  const happenings = happeningsOf(comparison, sightings);
  const reportedRuns = new Set(memory?.reportedRuns);
  const recoveries = new Map<number, ProblemKind>();
  const known = new Map<string, Memory["problems"][number][]>();
  for (const problem of memory?.problems ?? [])
    known.set(problem.pipeline, [...(known.get(problem.pipeline) ?? []), problem]);
  const definitionIds = new Map(runs.map(({ run }) => [pipelineDigest(run.pipeline), run.definitionId]));
  const problems = [...new Set([...known.keys(), ...happenings.keys()])].flatMap((pipeline) => {
    const own = happenings.get(pipeline) ?? new Map<Happening, Issue | undefined>();
    const followed = followPipeline(
      { pipeline, definitionId: definitionIds.get(pipeline), known: known.get(pipeline) ?? [], reportedRuns },
      [...own.keys()],
      rule,
    );
    for (const [happening, reportedAt] of followed.heldBack) {
      const issue = own.get(happening);
      if (issue === undefined) continue;
      heldBack.set(issue, reportedAt);
      keys.add(happening.problem?.key ?? "");
    }
    const { recovery } = followed;
    if (recovery !== undefined) recoveries.set(recovery.runId, recovery.problem.kind);
    return followed.problems;
  });
  const recent = candidates.flatMap(({ issue: { finding }, isReportable }) =>
    isReportable && "run" in finding && (finding.run.finishTime ?? 0) > until - reportedAgainSeconds
      ? [finding.run.id]
      : [],
  );
  return {
    heldBack,
    heldBackCount: keys.size,
    recoveries,
    memory: { until, problems, states, reportedRuns: [...new Set([...reportedRuns, ...recent])] },
  };
}

/** Compares what is wrong without runs: it is known if the last report found it too. */
function compareStates(
  { candidates, memory, rule }: Comparison,
  sightings: ReadonlyMap<Issue, Sighting>,
): { heldBack: Map<Issue, number>; states: KnownState[]; keys: Set<string> } {
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
  const keys = [...heldBack.keys()].flatMap((issue) => sightings.get(issue)?.key ?? []);
  return { heldBack, states: [...states.values()], keys: new Set(keys) };
}

/** Returns what happened to each pipeline, by its digest, with the issues that say so. */
function happeningsOf(
  { candidates, runs }: Comparison,
  sightings: ReadonlyMap<Issue, Sighting>,
): Map<string, Map<Happening, Issue | undefined>> {
  const all = new Map<string, Map<Happening, Issue | undefined>>();
  const add = (pipeline: string, happening: Happening, issue?: Issue) => {
    const own = all.get(pipeline) ?? new Map<Happening, Issue | undefined>();
    all.set(pipeline, own.set(happening, issue));
  };
  const seen = new Set<number>();
  for (const { issue, isReportable } of candidates) {
    const sighting = sightings.get(issue);
    const runId = "run" in issue.finding ? issue.finding.run.id : undefined;
    if (runId !== undefined) seen.add(runId);
    if (sighting?.basis !== "runs") continue;
    const { pipeline, at, verdict, key, kind } = sighting;
    add(pipeline, { at, runId, problem: { verdict, key, kind }, isReportable }, issue);
  }
  for (const { run, problem } of runs)
    if (run.finishTime !== undefined && !seen.has(run.id))
      add(pipelineDigest(run.pipeline), {
        at: run.finishTime,
        runId: run.id,
        problem: problem && { ...problem, key: undefined },
        isReportable: false,
      });
  return all;
}
