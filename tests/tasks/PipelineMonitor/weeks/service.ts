import type { BuildService } from "../../../../shared/azure-devops/client";
import type { RunSketch } from "../../../sandbox/runs";
import { refusal } from "../refusal";
import {
  everyMinutes,
  firstStuckId,
  isWithin,
  type Pipeline,
  pipelines,
  type Run,
  scheduled,
  stuckPipeline,
  type Week,
} from "./script";

/** What the build service has at a minute of the week. */

/** When the scheduled pipeline was due, and whether it ran. */
export function dueTimes({ absences }: Week, until: number): { at: number; hasRun: boolean }[] {
  return Array.from({ length: Math.ceil(until / everyMinutes) }, (_, index) => {
    const at = index * everyMinutes;
    return { at, hasRun: !isWithin(absences, at) };
  });
}

/** Those that have not finished come first. */
type Finished = RunSketch & { finishedSecondsAgo: number };

/** Of those that have finished, the latest first. */
export function runsAt(week: Week, at: number): RunSketch[] {
  const ofSchedule = dueTimes(week, at).flatMap((due): Run[] =>
    due.hasRun ? [{ pipeline: scheduled, at: due.at + 2, result: "succeeded" }] : [],
  );
  const usual = { logs: [], runSeconds: 60, queuedSeconds: 30, record: { sourceBranch: "refs/heads/work" } };
  const deleted = week.gone?.kind === "pipeline" && at >= week.gone.at ? week.gone.pipeline : undefined;
  const finished = [...week.runs, ...ofSchedule]
    .sort((one, other) => one.at - other.at)
    .map(({ pipeline, at: finishedAt, result }, index) => ({
      ...{ ...usual, id: index + 1, pipeline, definitionId: idOf(pipeline), result },
      finishedSecondsAgo: (at - finishedAt) * 60,
    }))
    .filter(({ pipeline, finishedSecondsAgo }) => {
      const lateMinutes = pipeline === scheduled ? 0 : week.lateMinutes;
      return pipeline !== deleted && finishedSecondsAgo > lateMinutes * 60;
    });
  const stuck = week.stuck.flatMap(({ from, until, result }, index): Finished[] => {
    const of = {
      logs: [],
      id: firstStuckId + index,
      pipeline: stuckPipeline,
      definitionId: 99,
      queuedSeconds: 5,
    };
    if (at <= from || (result === "deleted" && at >= until)) return [];
    return at < until
      ? [{ ...of, unfinished: "running", runSeconds: (at - from) * 60, finishedSecondsAgo: 1 }]
      : [{ ...of, result, runSeconds: (until - from) * 60, finishedSecondsAgo: (at - until) * 60 }];
  });
  return [...finished, ...stuck]
    .filter(({ finishedSecondsAgo }) => finishedSecondsAgo > 0 && finishedSecondsAgo < 15 * 24 * 3600)
    .sort((one, other) => one.finishedSecondsAgo - other.finishedSecondsAgo);
}

/** What the service says of the code of pipelines: each runs on a branch that is not the default one. */
export function codeAt({ gone }: Week, at: number): Partial<BuildService> {
  const isGone = gone !== undefined && at >= gone.at;
  const isIt = (definitionId: number) => gone !== undefined && idOf(gone.pipeline) === definitionId;
  return {
    async pipelineCode(definitionId) {
      if (isGone && gone.kind === "pipeline" && isIt(definitionId)) throw refusal(404);
      return { repository: String(definitionId), defaultBranch: isIt(definitionId) ? "main" : "work" };
    },
    async hasBranch(repository) {
      if (!isGone || !isIt(Number(repository))) return true;
      if (gone.kind === "abandoned") throw refusal(403);
      return false;
    },
  };
}

function idOf(pipeline: Pipeline): number {
  return pipelines.indexOf(pipeline) + 1;
}
