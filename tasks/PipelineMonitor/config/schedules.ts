import { groupBy } from "../../../shared/group-by";
import { keysOf, memberAt } from "../../../shared/json/path";
import { type Pipeline, pipelineAt } from "../../../shared/pipeline";
import { expressionProblem, type Schedule, validSchedules } from "./cron";

export interface ScheduledPipeline {
  pipeline: Pipeline;
  /** Such as refs/heads/main; undefined if a run of any branch counts. */
  branch?: string | undefined;
  schedules: readonly Schedule[];
  /** How long after its scheduled time a run may be queued. */
  graceSeconds: number;
}

/** Long enough for a busy service, short enough to report a missing run within the hour. */
export const usualGraceSeconds = 900;

export function isLearned(schedule: unknown): boolean {
  return schedule === "auto";
}

export function graceOf({ grace = usualGraceSeconds }: { grace?: number | undefined }): number {
  return grace;
}

/** Ignores invalid cron expressions. */
export function scheduledPipeline(
  name: string,
  settings: { schedule?: unknown; grace?: number | undefined; check_flag?: boolean | undefined },
): ScheduledPipeline[] {
  if (settings.check_flag === false) return [];
  const byBranch = groupBy(cronsOf(settings.schedule), ({ branch = "" }) =>
    branch.replace(/^(?!refs\/|$)/, "refs/heads/"),
  );
  return [...byBranch].flatMap(([branch, crons]) => {
    const schedules = validSchedules(crons.map(({ cron }) => cron));
    const given = { pipeline: pipelineAt(name), schedules, graceSeconds: graceOf(settings) };
    if (schedules.length === 0) return [];
    return [branch === "" ? given : { ...given, branch }];
  });
}

/** Whether a valid configuration has a cron expression. */
export function hasSchedule(pipelines: unknown): boolean {
  return keysOf(pipelines).some(
    (name) =>
      memberAt(pipelines, [name, "check_flag"]) !== false &&
      validSchedules(expressionsOf(memberAt(pipelines, [name, "schedule"]))).length > 0,
  );
}

/** The monitor must evaluate all schedules well within its hour. */
const maxSchedules = 1000;

/** A schedule of the default would not say which pipelines it means. */
export function scheduleProblems(pipelines: unknown): string[] {
  // A comment may hold anything (decision 5).
  const names = keysOf(pipelines).filter((name) => name !== "comment");
  const expressions = names.map((name) => expressionsOf(memberAt(pipelines, [name, "schedule"])).length);
  const all = expressions.reduce((sum, count) => sum + count, 0);
  if (all > maxSchedules)
    return [
      `pipelines: ${all} cron expressions in total, of which ${maxSchedules} are allowed; ` +
        "check some of the pipelines with a second monitor",
    ];
  return names.flatMap((name) => {
    const schedule = memberAt(pipelines, [name, "schedule"]);
    if (isLearned(schedule)) return [];
    if (name === "default" && schedule !== undefined)
      return [
        'pipelines.default.schedule: a schedule belongs to one pipeline; move it to the entry of that pipeline, or use "auto"',
      ];
    const path = ["pipelines", name, "schedule"];
    return expressionsOf(schedule).flatMap((expression) => expressionProblem(path, expression));
  });
}

export function expressionsOf(schedule: unknown): string[] {
  return isLearned(schedule) ? [] : cronsOf(schedule).map(({ cron }) => cron);
}

/** The cron expressions, valid or not, and their branches. */
function cronsOf(schedule: unknown): { cron: string; branch?: string }[] {
  return [schedule].flat().flatMap((item) => {
    if (typeof item === "string") return [{ cron: item }];
    const [cron, branch] = ["cron", "branch"].map((key) => memberAt(item, [key]));
    if (typeof cron !== "string") return [];
    return [typeof branch === "string" ? { cron, branch } : { cron }];
  });
}
