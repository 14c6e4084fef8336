import { messageOf } from "../../../shared/errors";
import type { Config } from "../config/parse";
import { attempt, type Context, withinBudget } from "../issue/context";
import type { Note } from "../issue/issue";
import {
  type Memories,
  type Memory,
  type OwnPipeline,
  ownTarget,
  projectFingerprint,
  whatWasReported,
} from "../issue/memory";
import { words } from "../issue/parts";
import { lastHour, sinceLast, type Window } from "../issue/window";
import { memoryName, memoryType, parseMemories } from "./memory-file";

export interface LastReport {
  /** From the reports to the target; undefined if there is none, or it is unknown. */
  memory: Memory | undefined;
  /** When the run started that delivered it, in seconds since 1970; undefined if there is none, or it is unknown. */
  startTime: number | undefined;
  /** Names what could not be read. */
  skipped: readonly string[];
  /** Says in the message that ends of problems may go untold. */
  notes: readonly Note[];
  /** Whether a later report may be able to read it, so that this one must not take its place. */
  isUnknown: boolean;
}

/** The same for all targets. */
export interface LastReports extends Omit<LastReport, "memory"> {
  memories: Memories | undefined;
}

/**
 * A target that no report has gone to begins where the step's own webhook did, so that it is not told of the whole day.
 * Schedules stay learned.
 */
export function lastTo(target: string, { memories, ...last }: LastReports): LastReport {
  const own = memories?.byTarget.get(ownTarget);
  return { ...last, memory: memories?.byTarget.get(target) ?? (own && begun(own)) };
}

function begun({ projects, othersUntil }: Memory): Memory {
  const nothingTold = { seen: [], problems: [], states: [], waiting: [] };
  return {
    projects: new Map([...projects].map(([project, known]) => [project, { ...known, ...nothingTold }])),
    ...{ othersUntil, unread: [] },
  };
}

const none = { memories: undefined, startTime: undefined, skipped: [], notes: [], isUnknown: false };

/** Reads the last report of this monitor, if the configuration depends on it. Logs a warning if it cannot be read. */
export async function readLastReports(
  { sinceLastReport, alerts }: Config,
  ownPipeline: OwnPipeline | { unknown: string } | undefined,
  context: Context,
): Promise<LastReports> {
  if (ownPipeline === undefined) return none;
  const name = alerts.remindSeconds === undefined ? "the time of the last report" : whatWasReported;
  const last = await attempt(name, context, () =>
    withinBudget(context, (signal) => {
      if ("unknown" in ownPipeline) throw new Error(ownPipeline.unknown);
      return readLast(ownPipeline, signal);
    }),
  );
  if (last === undefined && sinceLastReport) context.agent.print("Checking the last hour instead.");
  if (last !== undefined && last.problem === "") return { ...none, ...last };
  if (alerts.remindSeconds !== undefined)
    context.agent.print("Reporting everything, even if an earlier message has reported it.");
  if (last === undefined) return { ...none, skipped: [name], isUnknown: true };
  context.agent.warn(`Could not check ${name}: ${last.problem}`);
  return { ...none, startTime: last.startTime, skipped: [name], notes: [forgotten] };
}

const forgotten: Note = {
  parts: [words("Earlier messages are forgotten: problems that they reported may have ended since.")],
  severity: "note",
  rank: 7,
  tally: { thing: "memory", what: "lost" },
};

/** More runs with the tag are not looked at for one whose attachment agrees. */
const maxTagged = 5;

/**
 * Reads what the last run of this monitor attached that delivered its report. A run of another branch, or with a tag but
 * no attachment of its own, is none. Of several attempts, the one that covers most counts. Throws if the service cannot
 * say; `problem` says why an attachment is of no use.
 */
async function readLast(
  { service, definitionId, branch, tag }: OwnPipeline,
  signal: AbortSignal,
): Promise<Pick<LastReports, "memories" | "startTime"> & { problem: string }> {
  for (const run of await service.taggedRuns(definitionId, tag, maxTagged, signal)) {
    if (branch !== "" && run.branch !== undefined && run.branch !== branch) continue;
    const contents = await service.attachments(run.id, memoryType, memoryName(tag), signal);
    try {
      const attempts = contents.flatMap((content) => parseMemories(content, String(run.id)) ?? []);
      const [memories] = attempts.sort((one, other) => untilOf(other) - untilOf(one));
      if (memories !== undefined) return { memories, startTime: run.startTime, problem: "" };
    } catch (error) {
      return { memories: undefined, startTime: run.startTime, problem: messageOf(error) };
    }
  }
  return { memories: undefined, startTime: undefined, problem: "" };
}

function untilOf({ byTarget }: Memories): number {
  return Math.max(...[...byTarget.values()].map(({ othersUntil }) => othersUntil));
}

/** The window is a function of the time in milliseconds since 1970. */
export function windowOf(config: Config, last: LastReport): (now: number) => Window {
  const { memory, startTime, isUnknown } = last;
  if (!config.sinceLastReport || isUnknown) return lastHour;
  // A project that no report has read yet, such as a new one, begins where the reports on the others did.
  const others = memory?.othersUntil ?? startTime;
  const known =
    memory?.projects.get(projectFingerprint(config)) ??
    (others === undefined ? undefined : { until: others });
  return (now) => sinceLast(now, known);
}
