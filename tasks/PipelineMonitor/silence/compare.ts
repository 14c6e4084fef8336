import type { Run } from "../../../shared/azure-devops/records";
import type { Config } from "../config/parse";
import { type Issue, runOf } from "../issue/issue";
import type { KnownProblem, Memory, ProblemKind } from "../issue/memory";
import { checkRecord } from "../rules/rules";
import { followPipeline, type Happening, isHeldBack, type RemindRule } from "./follow-pipeline";
import {
  attemptOf,
  finishOf,
  type Identity,
  identityOf,
  missedFingerprint,
  pipelineFingerprints,
  stateKeyOf,
  verdictOf,
} from "./identity";

/** A report, compared with what the last one knew. */
export interface Comparison {
  /** Those that are not muted. The message may report those that are not silenced. */
  issues: readonly Issue[];
  /** All runs since the last report whose pipelines are checked and not muted, with or without issues. */
  runs: readonly Run[];
  config: Config;
  /** What the last report knew; undefined if that is unknown. */
  known: Memory | undefined;
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
  const { issues, known, rule, until } = comparison;
  const { heldBack, lasting, states } = compareStates(comparison);
  const reportedRuns = new Set(known?.reportedRuns);
  const recoveries = new Map<number, ProblemKind>();
  const problems: KnownProblem[] = [];
  for (const [pipeline, happenings] of happeningsOf(comparison)) {
    const own = (known?.problems ?? []).filter((problem) => problem.pipeline === pipeline);
    const followed = followPipeline({ pipeline, known: own, happenings, reportedRuns, rule });
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
    const run = issue.isState === true || issue.silenced !== undefined ? undefined : runOf(issue);
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
function compareStates({ issues, known, rule }: Comparison): {
  heldBack: Map<Issue, number>;
  lasting: Map<string, number>;
  states: Memory["states"];
} {
  const isRecent = known !== undefined && rule.now - known.until <= maxStateAgeSeconds;
  const before = new Map((isRecent ? known.states : []).map(({ key, reportedAt }) => [key, reportedAt]));
  const heldBack = new Map<Issue, number>();
  const lasting = new Map<string, number>();
  const states = new Map<string, Memory["states"][number]>();
  for (const issue of issues) {
    const key = stateKeyOf(issue);
    if (key === undefined) continue;
    const reportedAt = before.get(key);
    const isNews = issue.silenced === undefined;
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
function happeningsOf({ issues, runs, config, known }: Comparison): Map<string, Happening[]> {
  const all = new Map<string, Happening[]>((known?.problems ?? []).map(({ pipeline }) => [pipeline, []]));
  const ownOf = (pipeline: string) => {
    const own = all.get(pipeline) ?? [];
    all.set(pipeline, own);
    return own;
  };
  const seen = new Set<number>();
  let isAnyMissed = (known?.problems ?? []).some(({ kind }) => kind === "missed");
  for (const issue of issues) {
    const run = issue.isState === true ? undefined : runOf(issue);
    if (run !== undefined) seen.add(run.id);
    const { at } = issue;
    const identity = identityOf(issue);
    if (identity === undefined || at === undefined) continue;
    isAnyMissed ||= identity.kind === "missed";
    ownOf(identity.pipeline).push({ at, run, issue, identity, isReportable: issue.silenced === undefined });
  }
  const fingerprintOf = pipelineFingerprints();
  for (const run of runs) {
    const { finishTime: at, pipeline } = run;
    if (at === undefined) continue;
    const earlier = { at, run, identity: undefined, isReportable: false };
    if (!seen.has(run.id)) {
      const identity = earlierIdentity(run, config);
      ownOf(fingerprintOf(run)).push({ ...earlier, identity });
    }
    // Any run ends a row of missed ones.
    if (isAnyMissed) all.get(missedFingerprint(pipeline))?.push(earlier);
  }
  return all;
}

/** Returns what the issue of a run is known by whose cause nobody has looked for; undefined if it has none. */
function earlierIdentity(run: Run, config: Config): Identity | undefined {
  const issue = checkRecord({ run }, config);
  const { importance } = config.pipelines.entryFor(run.pipeline);
  return issue && { ...verdictOf(issue, run, importance), key: undefined };
}
