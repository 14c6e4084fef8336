import type { Tool } from "../../../shared/agent/program";
import { succeedWith } from "../../../shared/agent/task";
import { InputErrors } from "../../../shared/errors";

const expected = "a time from 1m to 1d, such as 6m, 90m or 2h";

/** `--plan --every 6m`: prints the pipelines that a job needs to run more often than one pipeline may. */
export const planTool: Tool = {
  description: "says how many pipelines a frequent job needs, and with which schedules",
  options: { every: expected },
  async act({ agent }) {
    const minutes = minutesOf(agent.input("every"));
    if (minutes === undefined)
      throw new InputErrors([`--every: expected ${expected}, got ${JSON.stringify(agent.input("every"))}`]);
    return succeedWith(agent, renderPlan(minutes, findPlan(minutes)));
  },
};

const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

/** Undefined if the time is invalid, or not from a minute to a day. */
export function minutesOf(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text.trim()) ?? [];
  const minutes = Number(count) * (unitMinutes[unit] ?? Number.NaN);
  return minutes >= 1 && minutes <= 24 * 60 ? minutes : undefined;
}

export function renderPlan(everyMinutes: number, plan: readonly PlannedPipeline[]): string[] {
  const most = Math.max(...plan.map((pipeline) => pipeline.runsPerWeek));
  const every = everyMinutes === 1 ? "every minute" : `every ${everyMinutes} minutes`;
  const isEven = (24 * 60) % everyMinutes === 0;
  return [
    plan.length === 1
      ? `One pipeline can run ${every}: ${most} runs a week, of 1000.`
      : `To run ${every} takes ${plan.length} pipelines, which take turns: ${most} runs a week at most for each, of 1000.`,
    ...(isEven
      ? []
      : [`A day is not a multiple of ${everyMinutes} minutes, so they start again at 00:00 UTC.`]),
    ...(plan.length === 1
      ? []
      : [
          "Variables and permissions for connections and pools belong to a pipeline. Set them for each new pipeline,",
          "or keep the variables in a variable group that all of them use.",
        ]),
    ...plan.flatMap(({ crons }, index) => [
      "",
      `# azure-pipelines-${index + 1}.yml`,
      "trigger: none",
      "pr: none",
      "schedules:",
      ...crons.flatMap((cron) => [
        `  - cron: "${cron}"`,
        `    displayName: E${every.slice(1)}, ${index + 1} of ${plan.length}`,
        "    branches: { include: [main] }",
        "    always: true # also when the code did not change",
      ]),
      "steps:",
      "  - template: job.yml # the same steps for all of them",
    ]),
  ];
}

/** One of the pipelines that share the runs of an interval. */
export interface PlannedPipeline {
  /** Its cron expressions (UTC); no other pipeline runs in the same minutes. */
  crons: string[];
  runsPerWeek: number;
}

export const runsPerWeek = 1000;

const minutesOfDay = 24 * 60;
const minutesOfHour = 60;
const hoursOfDay = 24;
const daysOfWeek = 7;

/**
 * As few pipelines as possible that together run every `everyMinutes` minutes, from midnight (UTC) on and again
 * each day, within the service's limits: 1000 runs a week for each, and 10 in 15 minutes. They take turns, so none
 * comes close to the second limit: with up to 143 runs a day, two runs of one pipeline are ten minutes apart.
 */
export function findPlan(everyMinutes: number): PlannedPipeline[] {
  const minutes = Array.from(
    { length: Math.ceil(minutesOfDay / everyMinutes) },
    (_, turn) => turn * everyMinutes,
  );
  const runsPerDay = Math.floor(runsPerWeek / daysOfWeek);
  const count = Math.ceil(minutes.length / runsPerDay);
  return Array.from({ length: count }, (_, index) => {
    const own = minutes.filter((_, turn) => turn % count === index);
    return { crons: cronsOf(own), runsPerWeek: own.length * daysOfWeek };
  });
}

/** For minutes of each day. Hours with the same minutes share one expression. */
function cronsOf(minutes: readonly number[]): string[] {
  const hoursByMinutes = new Map<string, number[]>();
  for (let hour = 0; hour < hoursOfDay; hour++) {
    const ofHour = minutes.filter((minute) => Math.floor(minute / minutesOfHour) === hour);
    const list = ofHour.map((minute) => minute % minutesOfHour).join(",");
    if (list !== "") hoursByMinutes.set(list, [...(hoursByMinutes.get(list) ?? []), hour]);
  }
  return [...hoursByMinutes].map(
    ([list, hours]) => `${list} ${hours.length === hoursOfDay ? "*" : hours.join(",")} * * *`,
  );
}
