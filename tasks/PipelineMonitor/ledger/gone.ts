import pMap from "p-map";
import type { Run } from "../../../shared/azure-devops/records";
import type { Text } from "../../../shared/chat/message";
import { HttpError, statusOf } from "../../../shared/http/errors";
import { daySeconds } from "../../../shared/text/time";
import { attempt, type Context, withinBudget } from "../issue/context";
import type { Entry } from "../issue/entry";
import { runOf } from "../issue/issue";
import type { Note } from "../issue/note";
import { strong, words } from "../issue/parts";
import type { OptionalStage } from "../issue/stage";
import { endOf } from "../issue/window";

/** A report asks about so many, those first that have not run and were not asked about for longest. */
const maxAsked = 20;
const maxRequests = 4;
/** A branch other than the default one that has not run for so long is abandoned, if nobody knows whether it exists. */
const abandonedDays = 7;

/**
 * The lasting problems, of which this report has found nothing, whose pipelines may be gone: those that somebody is told again
 * now, and those that are known to somebody and were not asked about for a day. `now` is in seconds since 1970.
 */
export function doubtful(
  entries: readonly Entry[],
  { isTold, now }: { isTold: (entry: Entry) => boolean; now: number },
): Entry[] {
  const isKnown = ({ told, owed }: Entry) => Object.keys(told).length + Object.keys(owed).length > 0;
  return entries
    .filter((entry) => entry.end === undefined && lastRunOf(entry) !== undefined)
    .filter((entry) => isTold(entry) || (isKnown(entry) && now - lookedAt(entry) >= daySeconds))
    .sort((one, other) => lookedAt(one) - lookedAt(other))
    .slice(0, maxAsked);
}

function lookedAt({ last, askedAt = last }: Entry): number {
  return Math.max(last, askedAt);
}

/** Ends the problems of pipelines and branches that are not there any more. */
export function goneProblems(asked: readonly Entry[]): OptionalStage {
  const name = "deleted pipelines and branches";
  return {
    name,
    isEnabled: () => true,
    run: (report, context) =>
      withinBudget(context, async (signal) => {
        const now = endOf(report.window);
        const read = (one: LastRun) =>
          attempt(name, context, () => readEnd(one, now, context.service, signal));
        const runs = asked.flatMap((entry) => lastRunOf(entry) ?? []);
        const ends = await pMap(runs, async (one) => [one.key, await read(one)] as const, {
          concurrency: maxRequests,
        });
        const known = ends.flatMap(([key, end]): [string, Note][] => (end === undefined ? [] : [[key, end]]));
        return { ...report, ends: new Map([...report.ends, ...known]) };
      }),
  };
}

/** The last run of a pipeline or branch with a problem that only a run of it ends. */
interface LastRun extends Pick<Run, "pipeline" | "branch"> {
  key: string;
  definitionId: number;
  last: number;
}

function lastRunOf({ family, content, key, last }: Entry): LastRun | undefined {
  const run = "about" in content ? runOf(content) : undefined;
  if ((family !== "failure" && family !== "limit") || run?.definitionId === undefined) return undefined;
  const { pipeline, definitionId, branch = "" } = run;
  return { key, pipeline, definitionId, branch, last };
}

/** Undefined if it is there, or nobody knows. Throws if the service does not say. */
async function readEnd(
  { pipeline, definitionId, branch = "", last }: LastRun,
  now: number,
  service: Context["service"],
  signal: AbortSignal,
): Promise<Note | undefined> {
  const code = await service.pipelineCode(definitionId, signal).catch((error: unknown) => {
    if (error instanceof HttpError && statusOf(error.problem) === 404) return "deleted" as const;
    throw error;
  });
  if (code === "deleted") return noteOf(pipeline, words(" was deleted, so its problem is over"));
  const { repository, defaultBranch } = code;
  if (branch === "" || defaultBranch === undefined || short(branch) === short(defaultBranch))
    return undefined;
  const isThere = repository === undefined ? undefined : await isBranch(repository, branch, service, signal);
  const ofBranch = (why: string) => noteOf(pipeline, words(` ${why}, so its problem is over`), short(branch));
  if (isThere === false) return aside(ofBranch("was deleted"));
  const isAbandoned = isThere === undefined && now - last >= abandonedDays * daySeconds;
  return isAbandoned ? aside(ofBranch(`has not run for ${abandonedDays} days`)) : undefined;
}

/** Undefined if the service does not tell: many credentials may not read code. */
async function isBranch(
  repository: string,
  branch: string,
  service: Context["service"],
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    return await service.hasBranch(repository, branch, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function short(branch: string): string {
  return branch.replace(/^refs\/heads\//, "");
}

function noteOf(pipeline: string, what: Text, branch?: string): Note {
  const name = { name: pipeline };
  const said = branch === undefined ? [what] : [words(", branch "), { name: branch }, what];
  return {
    parts: [name, ...said, words(".")],
    block: { parts: [strong(name), ...said] },
    severity: "note",
    rank: 7,
    pipeline,
    tally: { thing: "problem", what: "closed" },
  };
}

/** Told beside something else only. */
function aside(note: Note): Note {
  return { ...note, urgency: "info" };
}
