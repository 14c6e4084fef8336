import type { Run } from "../../../shared/azure-devops/records";
import { type Issue, pipelineNameOf } from "../issue/issue";
import type { KnownProblem } from "../issue/memory";
import type { Identity } from "./identity";

/** When a known problem is repeated. */
export interface RemindRule {
  /** In seconds since 1970. */
  now: number;
  remindSeconds: number;
}

/** A monitor may start this much earlier than the one that reported a problem, and repeat it all the same. */
const earlyReminderSeconds = 300;

/** A problem that was reported before this report is not repeated until its reminder is due. */
export function isHeldBack(reportedAt: number, { now, remindSeconds }: RemindRule): boolean {
  return reportedAt < now && now < reportedAt + remindSeconds - earlyReminderSeconds;
}

/** Something that happened to a pipeline: a run that finished, one that was missed, or one that was queued after it. */
export interface Happening {
  /** In seconds since 1970. */
  at: number;
  run?: Run | undefined;
  /** Undefined if nothing is wrong, or an earlier report has dealt with it. */
  problem?: { issue: Issue; identity: Identity };
  wasDealtWith?: boolean;
  /** Whether a mute or a maintenance window keeps it from the message. */
  isSilent: boolean;
  /** The same, for a mute: when it ends, the message reports what lasts. */
  isMuted: boolean;
}

export interface Followed {
  /** As known after this report; undefined if all is well, and nothing is left to tell. */
  problem: KnownProblem | undefined;
  /** The issues that are not repeated, each with the time of the message that reported the problem. */
  heldBack: ReadonlyMap<Issue, number>;
  /** A problem that was told, and the run with which it ended; undefined if it lasts, or silence keeps its end from the message. */
  recovery: { ended: KnownProblem; run: Run } | undefined;
}

/** The key of what has ended in silence. No issue has it, so whatever comes next is news. */
export const endedKey = "0000000000000000";

/**
 * Follows one pipeline through what happened to it. A problem lasts until a run does not have it, or has it for another
 * cause. While it lasts, it is told once, and again when the reminder is due. If it was told, its end is told.
 */
export function follow(
  row: string,
  known: KnownProblem | undefined,
  happenings: readonly Happening[],
  rule: RemindRule,
): Followed {
  const heldBack = new Map<Issue, number>();
  let open = known;
  let ended: { problem: KnownProblem; by: Happening } | undefined;
  for (const happening of inOrder(happenings)) {
    const { at, problem, isSilent } = happening;
    if (open !== undefined && isOlder(happening, open, known)) continue;
    if (happening.wasDealtWith === true) {
      // A message told it before what it did not tell until now, so what comes next is news.
      if (open !== undefined) open = { ...open, lastSeen: at, reportedAt: 0 };
      continue;
    }
    if (problem === undefined) {
      if (open?.wasTold === true) ended = { problem: open, by: happening };
      else if (ended?.by.isSilent === true) ended = { ...ended, by: happening };
      open = undefined;
      continue;
    }
    const wasTold = open?.wasTold === true || ended !== undefined;
    ended = undefined;
    const same = open?.key === problem.identity.key ? open : undefined;
    const reportedAt = same?.reportedAt ?? 0;
    const isRepeated = !isSilent && isHeldBack(reportedAt, rule);
    if (isRepeated) heldBack.set(problem.issue, reportedAt);
    const isTold = !isSilent && !isRepeated;
    open = {
      ...(same ?? { row, since: at, key: problem.identity.key }),
      kind: problem.identity.kind,
      lastSeen: Math.max(at, same?.lastSeen ?? at),
      // After a mute, what lasts is told again.
      reportedAt: isTold ? rule.now : happening.isMuted ? 0 : reportedAt,
      wasTold: wasTold || isTold,
      held: happening.isMuted ? heldOf(happening) : isSilent ? same?.held : undefined,
    };
  }
  if (ended === undefined) return { problem: open, heldBack, recovery: undefined };
  const { by } = ended;
  if (!by.isSilent && by.run !== undefined)
    return { problem: undefined, heldBack, recovery: { ended: ended.problem, run: by.run } };
  const times = { since: by.at, lastSeen: by.at, reportedAt: 0 };
  const { kind } = ended.problem;
  const problem = { row, key: endedKey, kind, ...times, wasTold: true, held: heldOf(by) };
  return { problem, heldBack, recovery: undefined };
}

/** True if a run is no news beside a problem, because it reached the list late, or a report listed it before. */
function isOlder(
  { at, run, problem, wasDealtWith }: Happening,
  open: KnownProblem,
  known: KnownProblem | undefined,
): boolean {
  const isHeld = run !== undefined && run.id === open.held?.runId;
  // Beside a run of the same second that is told only now, one that was told before may be the last.
  const isBefore = wasDealtWith === true && open !== known ? at < open.lastSeen : at <= open.lastSeen;
  return at < open.since || (problem === undefined && !isHeld && isBefore);
}

function heldOf({ run, problem }: Happening): KnownProblem["held"] {
  const pipeline = run?.pipeline ?? (problem && pipelineNameOf(problem.issue)) ?? "";
  return { runId: run?.id, pipeline };
}

/** Of what happened in the same second, a problem counts as the last: its end is told with the next run. */
function inOrder(happenings: readonly Happening[]): Happening[] {
  const rank = ({ problem, wasDealtWith }: Happening) =>
    problem === undefined && wasDealtWith !== true ? 0 : 1;
  return [...happenings].sort(
    (one, other) => one.at - other.at || rank(one) - rank(other) || (one.run?.id ?? 0) - (other.run?.id ?? 0),
  );
}
