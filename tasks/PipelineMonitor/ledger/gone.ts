import pMap from "p-map";
import type { Run } from "../../../shared/azure-devops/records";
import type { Text } from "../../../shared/chat/message";
import { HttpError, statusOf } from "../../../shared/http/errors";
import type { ProjectJournal } from "../../../shared/journal/schema";
import { pipelineIdOf } from "../../../shared/pipeline";
import { branchName, isTag, type Subject } from "../../../shared/subject";
import { daySeconds } from "../../../shared/text/time";
import { type Context, warnOfSkipped, withinBudget } from "../issue/context";
import type { Entry } from "../issue/entry";
import { isIssue, subjectIn } from "../issue/finding";
import { runOf } from "../issue/issue";
import { hasNews, isOwed, isTold } from "../issue/knowledge";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";
import { placeOf } from "../issue/place";
import { type FoundProject, withSkipped } from "../issue/report";
import type { OptionalStage } from "../issue/stage";
import { endOf } from "../issue/window";
import { earlyReminderSeconds } from "./decide";

/** A report asks about so many, beginning with those that were not seen or asked about for longest. */
const maxAsked = 20;
/** A branch other than the default one that has not run for so long, and for two of its pauses, is abandoned, if nobody knows whether it exists. */
const abandonedDays = 7;

/**
 * The lasting problems of which a report has found nothing, and whose pipelines may be gone: those that were looked at longest
 * ago, once a day or before each reminder; and those that wait to be told, in each report.
 */
function doubtfulIn({ entries, issues, config, window }: FoundProject): Entry[] {
  const now = endOf(window);
  const keys = new Set(issues.map((issue) => placeOf(issue, now).key));
  const restSeconds = Math.min(daySeconds, config.alerts.remindSeconds || daySeconds) - earlyReminderSeconds;
  const isDue = (entry: Entry) =>
    isOwed(entry) || hasNews(entry) || (isTold(entry) && now - lookedAt(entry) >= restSeconds);
  return entries
    .filter((entry) => entry.end === undefined && lastRunOf(entry) !== undefined && !keys.has(entry.key))
    .filter(isDue)
    .sort((one, other) => lookedAt(one) - lookedAt(other))
    .slice(0, maxAsked);
}

function lookedAt({ last, askedAt = last }: Entry): number {
  return Math.max(last, askedAt);
}

const name = "deleted pipelines and branches";

/** Ends the problems of pipelines and branches that are not there any more. */
export const goneProblems: OptionalStage = {
  name,
  isEnabled: (report) => doubtfulIn(report).length > 0,
  run: (report, context) =>
    withinBudget(context, async (signal) => {
      const now = endOf(report.window);
      const asked = new Set(doubtfulIn(report));
      const ends = new Map(report.ends);
      let failure: unknown;
      const ask = async (entry: Entry) => {
        try {
          const end = await readEnd(entry, report, context.service, signal);
          if (end !== undefined) ends.set(entry.key, end);
        } catch (error) {
          failure ??= error;
        }
      };
      await pMap(asked, ask, { concurrency: context.connections });
      if (failure !== undefined) warnOfSkipped(name, context, failure);
      const entries = report.entries.map((entry) => (asked.has(entry) ? { ...entry, askedAt: now } : entry));
      return { ...(failure === undefined ? report : withSkipped(report, name)), ends, entries };
    }),
};

/** The last run of a pipeline or branch with a problem that only a run of it ends. */
function lastRunOf({ family, content }: Entry): Run | undefined {
  const run = isIssue(content) ? runOf(content) : undefined;
  const isOfRun = family === "failure" || family === "limit";
  return isOfRun && run?.pipeline.id !== undefined ? run : undefined;
}

/** Undefined if it exists, or may exist. Throws if the service does not say. */
async function readEnd(
  entry: Entry,
  { window, journal }: FoundProject,
  service: Context["service"],
  signal: AbortSignal,
): Promise<Note | undefined> {
  const { pipeline, branch = "" } = lastRunOf(entry) ?? {};
  if (pipeline?.id === undefined) return undefined;
  const subject = subjectIn(entry.content);
  const code = await service.pipelineCode(pipeline.id, signal).catch((error: unknown) => {
    if (error instanceof HttpError && statusOf(error.problem) === 404) return "deleted" as const;
    throw error;
  });
  if (code === "deleted") return noteOf(subject, words(" was deleted, so its problem is over"));
  // A tag is over after a day, whether it is there or not.
  if (isTag(subject)) return undefined;
  const times = { idleSeconds: endOf(window) - entry.last, pauseSeconds: longestPause(journal, subject) };
  return readBranchEnd(code, { pipeline, branch, ...times }, service, signal);
}

/** Between two runs of a branch that are known; 0 if there is none. */
function longestPause({ pipelines }: ProjectJournal, { pipeline, branch }: Subject): number {
  const { branches = [] } = (pipeline && pipelines.get(pipelineIdOf(pipeline))) ?? {};
  const { runs = [] } = branches.find((journal) => journal.branch === branch) ?? {};
  const pauses = runs.map(
    ({ finishTime }, index) => finishTime - (runs[index - 1]?.finishTime ?? finishTime),
  );
  return Math.max(0, ...pauses);
}

/** Says that a branch will not run again; undefined if it may, or nobody knows. Throws if the service does not say. */
export async function readBranchEnd(
  { repository, defaultBranch }: { repository?: string | undefined; defaultBranch?: string | undefined },
  {
    pipeline,
    branch = "",
    idleSeconds,
    pauseSeconds = 0,
  }: Subject & { idleSeconds: number; pauseSeconds?: number },
  service: Context["service"],
  signal: AbortSignal,
): Promise<Note | undefined> {
  if (branch === "" || defaultBranch === undefined || short(branch) === short(defaultBranch))
    return undefined;
  // Many credentials may not read code.
  const unknown = () => signal.throwIfAborted();
  const isThere =
    // Asterisks stand for a secret: they are in no name.
    repository === undefined || branch.includes("*")
      ? undefined
      : await service.hasBranch(repository, branch, signal).catch(unknown);
  const isAbandoned =
    isThere === undefined && idleSeconds >= Math.max(abandonedDays * daySeconds, 2 * pauseSeconds);
  if (isThere !== false && !isAbandoned) return undefined;
  const why = isAbandoned ? `has not run for ${Math.floor(idleSeconds / daySeconds)} days` : "was deleted";
  const note = noteOf({ pipeline, branch }, words(` ${why}, so its problem is over`), branch);
  // It is told only together with something else.
  return { ...note, urgency: "info" };
}

const heads = "refs/heads/";

function short(branch: string): string {
  return branch.replace(heads, "");
}

function noteOf(subject: Subject, what: Text, branch?: string): Note {
  const kind = branch?.startsWith(heads) === false ? "" : "branch ";
  return {
    subject: { pipeline: subject.pipeline },
    says: branch === undefined ? [what] : [words(`, ${kind}`), { name: branchName(branch) }, what],
    severity: "note",
    rank: 7,
    tally: { thing: "problem", what: "closed" },
  };
}
