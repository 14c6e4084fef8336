import { attemptOf, type Happening, isHeldBack, type KnownProblem, type RemindRule } from "./known-problem";

/** What became of a pipeline's problems. */
export interface Followed {
  /** The problems that are known after this report. */
  problems: KnownProblem[];
  /** The happenings that are not reported, each with the time of the message that reported them. */
  heldBack: ReadonlyMap<Happening, number>;
  /** The last run, if it has no problem and ended a known one; and that problem. */
  recovery: { problem: KnownProblem; runId: number } | undefined;
}

/** What is known of a pipeline when a report begins. */
export interface PipelineMemory {
  pipeline: string;
  known: readonly KnownProblem[];
  /** The attempts of runs that earlier reports have reported, or held back. */
  reportedRuns: ReadonlySet<string>;
}

/**
 * Follows the problems of one pipeline through what happened to it. A problem lasts until a run does not have it, or
 * has it for another cause. While it lasts, it is reported once, and again when the reminder is due.
 */
export function followPipeline(
  memory: PipelineMemory,
  happenings: readonly Happening[],
  rule: RemindRule,
): Followed {
  const inOrder = [...happenings].sort(
    (one, other) => one.at - other.at || (one.run?.id ?? 0) - (other.run?.id ?? 0),
  );
  const heldBack = new Map<Happening, number>();
  const problems: KnownProblem[] = [];
  const ended: KnownProblem[] = [];
  const keys = inOrder.flatMap(({ problem }) => problem?.key ?? []);
  for (const key of new Set([...memory.known.map((known) => known.key), ...keys])) {
    const known = memory.known.find((one) => one.key === key);
    const open = followProblem(key, known, memory, inOrder, rule, heldBack);
    if (open !== undefined) problems.push(open);
    else if (known !== undefined) ended.push(known);
  }
  const last = inOrder.at(-1);
  const [problem] = ended.sort((one, other) => other.lastSeen - one.lastSeen);
  const recovered = last?.problem === undefined ? last?.run : undefined;
  const recovery = problem && recovered && { problem, runId: recovered.id };
  return { problems, heldBack, recovery };
}

/** Returns a problem as it is after all happenings; undefined if it has ended. Adds to `heldBack`. */
function followProblem(
  key: string,
  known: KnownProblem | undefined,
  { pipeline, reportedRuns }: PipelineMemory,
  happenings: readonly Happening[],
  rule: RemindRule,
  heldBack: Map<Happening, number>,
): KnownProblem | undefined {
  let open = known;
  for (const happening of happenings) {
    const { at, run, problem, isReportable } = happening;
    const isSame =
      problem !== undefined &&
      (problem.key === key || (problem.key === undefined && problem.verdict === open?.verdict));
    if (!isSame) {
      if (open !== undefined && at >= open.since) open = undefined;
      continue;
    }
    const wasReported = run !== undefined && reportedRuns.has(attemptOf(run));
    const isRepeated = open !== undefined && at >= open.since && isHeldBack(open.reportedAt, rule);
    if (!isReportable || wasReported || isRepeated) {
      if (isReportable) heldBack.set(happening, open?.reportedAt ?? 0);
      if (open !== undefined) open = { ...open, lastSeen: Math.max(open.lastSeen, at) };
      continue;
    }
    // A run that reached the list late, and is older than the known problem, is reported beside it.
    if (open !== undefined && at < open.since) continue;
    const { verdict, kind } = problem;
    open =
      open === undefined
        ? {
            pipeline,
            definitionId: run?.definitionId,
            key,
            verdict,
            kind,
            since: at,
            lastSeen: at,
            reportedAt: rule.now,
          }
        : { ...open, lastSeen: Math.max(open.lastSeen, at), reportedAt: rule.now };
  }
  return open;
}
