import pMap from "p-map";
import * as v from "valibot";
import { type Run, runsIn } from "../../../../shared/azure-devops/records";
import { messageOf } from "../../../../shared/errors";
import { memberAt } from "../../../../shared/json/path";
import { mayBe, pathOf } from "../../../../shared/pipeline";
import { isHidden } from "../../config/filter";
import { hasMoreProjects } from "../../config/parse";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { attempt, type Context, withinBudget } from "../../issue/context";
import { isIssue } from "../../issue/finding";
import type { Issue } from "../../issue/issue";
import type { Note } from "../../issue/note";
import { type FoundProject, withSkipped } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { endOf } from "../../issue/window";
import { withFilled } from "../../journal/fill";
import { pipelineNames } from "../../render/names";
import { readStatus } from "../../schedules/queue-status";
import { type FinishBy, failuresSince, lastDeadlines, parseFinishBy } from "./judge";
import { outcomeOf, type WatchedDeadline, watchedIn } from "./watched";
import { endNote, isOpenOverdue, lateIssue, overdueIssue } from "./words";

const someTime = 'a time of the day such as "06:00", or with days such as "Mon-Fri 06:00"';

/** Reports pipelines that have not succeeded by a time of the day. */
export const deadlines = feature({
  name: "deadlines",
  keys: {},
  entryKeys: {
    finish_by: optional(
      v.pipe(
        v.string(someTime),
        v.check((value) => parseFinishBy(value) !== undefined, someTime),
      ),
      "Report that the pipeline has not succeeded by this time in `time_zone`. Not in `default`.",
      { example: "Mon-Fri 06:00", page: "schedules-and-limits.md#deadlines" },
    ),
  },
  memory: {},
  problems: (value) =>
    memberAt(value, ["pipelines", "default", "finish_by"]) === undefined
      ? []
      : [
          "pipelines.default.finish_by: not for all pipelines; move it to the entries of those it is for, such as nightly *",
        ],
  read({ entries }) {
    const finishBy = entries(({ finish_by = "" }) => parseFinishBy(finish_by));
    if ([...finishBy.byName.values()].every((schedule) => schedule === undefined)) return undefined;
    return { open: () => ({ finds: [{ ...findOverdue(finishBy), readsJournal: true }] }) };
  },
});

const name = "deadlines";

/** Reports pipelines that have not succeeded by their deadline, and that they succeeded later. */
export function findOverdue(finishBy: FinishBy): OptionalStage {
  return {
    name,
    findsIssues: true,
    // If it fails, the next report looks for what was due in this one, too.
    looksFor: ["state", "missed"],
    isEnabled: ({ window, config, entries }) =>
      entries.some(isOpenOverdue) ||
      [...lastDeadlines(finishBy, endOf(window), config.zone).values()].some(
        ({ at }) => at >= window.dueFrom,
      ),
    run: (report, context) => withOverdue(report, finishBy, context),
  };
}

async function withOverdue(given: FoundProject, finishBy: FinishBy, context: Context): Promise<FoundProject> {
  const report = await withFilled(given, context);
  const judged = watchedIn(report, finishBy).map((watched) => ({
    ...watched,
    outcome: outcomeOf(watched, report.window),
  }));
  const ends = judged.flatMap(({ outcome, entry, pipeline }): [string, Note][] =>
    outcome.what === "ended" && entry !== undefined
      ? [[entry.key, endNote({ pipeline }, outcome.at, outcome.success, report)]]
      : [],
  );
  const read = (signal: AbortSignal) => readIssues(judged, report, context, signal);
  const { issues, isCut } = await withinBudget(context, read);
  return {
    ...(isCut ? withSkipped(report, "why deadlines were missed") : report),
    issues: [...report.issues, ...issues],
    ends: new Map<string, Note | undefined>([...report.ends, ...ends]),
  };
}

/** The service is asked only if a deadline was missed. */
async function readIssues(
  judged: readonly (WatchedDeadline & { outcome: ReturnType<typeof outcomeOf> })[],
  report: FoundProject,
  context: Context,
  signal: AbortSignal,
): Promise<{ issues: Issue[]; isCut: boolean }> {
  const isAsked = judged.some(({ outcome }) => outcome.what === "overdue");
  const readActive = async () => runsIn(await context.unfinishedRuns(signal));
  const active = isAsked ? await attempt(name, context, readActive) : [];
  const issues = await pMap(
    judged,
    async ({ outcome, ...watched }): Promise<Issue[]> => {
      const { about, entry, deadline, runs } = watched;
      if (outcome.what === "late") return [lateIssue(about, outcome.at, outcome.success, report)];
      if (outcome.what === "unknown") return entry && isIssue(entry.content) ? [entry.content] : [];
      if (outcome.what !== "overdue") return [];
      const isOf = (run: Run) => mayBe(run.pipeline, watched.pipeline);
      const own = active?.filter((run) => isOf(run) && !isHidden(report.config.pipelines, { run }));
      const failures = failuresSince(deadline, runs);
      const isIdle = own?.length === 0 && failures.length === 0;
      const obstacle = isIdle ? await readObstacle(watched, report, context, signal) : undefined;
      if (obstacle === "ignored") return [];
      return [overdueIssue(about, outcome.at, { active: own, failures, obstacle }, report)];
    },
    { concurrency: context.connections },
  );
  return { issues: issues.flat(), isCut: active === undefined };
}

/**
 * Why a pipeline cannot start, by the service: "it is disabled"; undefined if it can. A pipeline that does not exist is ignored
 * if others may have been meant.
 */
async function readObstacle(
  { pipeline, isAlone }: WatchedDeadline,
  report: FoundProject,
  context: Context,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { service, agent, cancelled } = context;
  if (pipeline.id !== undefined) {
    const status = await readStatus(pipeline.id, pipelineNames(report)({ pipeline }), context, signal);
    if (status === "deleted") return isAlone ? "it was deleted" : "ignored";
    return ["disabled", "paused"].includes(status) ? `it is ${status}` : undefined;
  }
  try {
    if ((await service.pipelinesNamed(pathOf(pipeline), signal)).length > 0) return undefined;
    return hasMoreProjects(report.config) ? "ignored" : "no pipeline has this name";
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Could not read whether ${agent.sanitize(pathOf(pipeline))} can start: ${messageOf(error)}`);
    return undefined;
  }
}
