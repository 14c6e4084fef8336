import type { Run } from "../../../shared/azure-devops/records";
import type { Issue } from "../issue/issue";
import type { KnownProblem } from "../issue/memory";
import type { Identity } from "./identity";
import { attemptOf } from "./identity";

/** When a known problem is repeated. */
export interface RemindRule {
  /** In seconds since 1970. */
  now: number;
  remindSeconds: number;
}

/** A monitor may start this much earlier than the one that reported a problem, and repeat it all the same. */
const earlyReminderSeconds = 300;

/** Returns whether a problem that was reported before this report is not repeated yet. */
export function isHeldBack(reportedAt: number, { now, remindSeconds }: RemindRule): boolean {
  return reportedAt < now && now < reportedAt + Math.max(0, remindSeconds - earlyReminderSeconds);
}

/** Something that happened to a pipeline: a run that finished, or one that was missed. */
export interface Happening {
  /** In seconds since 1970. */
  at: number;
  /** Undefined if a run was missed. */
  run: Run | undefined;
  /** Undefined if nothing is wrong, or it is from before this report. */
  issue?: Issue;
  /** What is wrong; undefined if nothing is. */
  identity: Omit<Identity, "pipeline"> | undefined;
  /** Whether the message may report it. It may not if it is from before this report, or in a maintenance window. */
  isReportable: boolean;
}

/** What is known of a pipeline when a report begins, and what happened since. */
export interface PipelineStory {
  pipeline: string;
  known: readonly KnownProblem[];
  happenings: readonly Happening[];
  /** The attempts of runs that earlier reports have reported, or held back. */
  reportedRuns: ReadonlySet<string>;
  rule: RemindRule;
}

/** What became of a pipeline's problems. */
export interface Followed {
  /** The problems that are known after this report. */
  problems: KnownProblem[];
  /** The happenings that are not reported, each with the time of the message that reported them. */
  heldBack: ReadonlyMap<Happening, number>;
  /** The last run, if it has no problem and ended a known one; and that problem. */
  recovery: { problem: KnownProblem; runId: number } | undefined;
}

/**
 * Follows the problems of one pipeline through what happened to it. A problem lasts until a run does not have it, or
 * has it for another cause. While it lasts, it is reported once, and again when the reminder is due.
 */
export function followPipeline(story: PipelineStory): Followed {
  const happenings = [...story.happenings].sort(
    (one, other) => one.at - other.at || (one.run?.id ?? 0) - (other.run?.id ?? 0),
  );
  const heldBack = new Map<Happening, number>();
  const problems: KnownProblem[] = [];
  const ended: KnownProblem[] = [];
  const keys = happenings.flatMap(({ identity }) => identity?.key ?? []);
  for (const key of new Set([...story.known.map((known) => known.key), ...keys])) {
    const known = story.known.find((one) => one.key === key);
    const open = followProblem(key, { ...story, happenings }, known, heldBack);
    if (open !== undefined) problems.push(open);
    else if (known !== undefined) ended.push(known);
  }
  const last = happenings.at(-1);
  const [problem] = ended.sort((one, other) => other.lastSeen - one.lastSeen);
  const recovered = last?.identity === undefined ? last?.run : undefined;
  const recovery = problem && recovered && { problem, runId: recovered.id };
  return { problems, heldBack, recovery };
}

/** Returns a problem as it is after all happenings; undefined if it has ended. Adds to `heldBack`. */
function followProblem(
  key: string,
  { pipeline, happenings, reportedRuns, rule }: PipelineStory,
  known: KnownProblem | undefined,
  heldBack: Map<Happening, number>,
): KnownProblem | undefined {
  let open = known;
  for (const happening of happenings) {
    const { at, run, identity, isReportable } = happening;
    const isSame =
      identity !== undefined &&
      (identity.key === key || (identity.key === undefined && identity.verdict === open?.verdict));
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
    const { verdict, kind } = identity;
    const definitionId = run?.definitionId;
    const since = { pipeline, definitionId, key, verdict, kind, since: at, lastSeen: at };
    const seen = open === undefined ? since : { ...open, lastSeen: Math.max(open.lastSeen, at) };
    open = { ...seen, reportedAt: rule.now };
  }
  return open;
}
