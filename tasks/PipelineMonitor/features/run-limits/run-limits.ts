import pMap from "p-map";
import { type Phrase, plainText } from "../../../../shared/chat/message";
import { groupBy } from "../../../../shared/group-by";
import { type ProjectJournal, pipelineKey } from "../../../../shared/journal/schema";
import { memberAt } from "../../../../shared/json/path";
import { mayBe, type Pipeline, pathOf } from "../../../../shared/pipeline";
import { pluralize } from "../../../../shared/text/pluralize";
import { daySeconds, weekSeconds } from "../../../../shared/text/time";
import type { Zone } from "../../../../shared/text/zone";
import { occurrences } from "../../config/cron";
import { hasSchedule, type ScheduledPipeline } from "../../config/schedules";
import { optional, wholeNumber } from "../../config/values";
import { feature, type Hooks } from "../../feature";
import { type Context, withinBudget } from "../../issue/context";
import { type Issue, issueOf, subjectOfIssue } from "../../issue/issue";
import type { IssueKind } from "../../issue/kind";
import { namePart } from "../../issue/names";
import { momentAt, words } from "../../issue/parts";
import type { FoundProject } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { endOf } from "../../issue/window";
import { withFilled } from "../../journal/fill";
import { withDays } from "../../render/as-read";

/** Reports schedules that will reach the service's limits. */
export const runLimits = feature({
  name: "run limits",
  keys: {
    runs_per_week_max: optional(
      wholeNumber("a whole number of runs, 1 or more", 1),
      "Report schedules that will reach this many runs in seven days.",
      { example: 1000, page: "schedules-and-limits.md#the-weekly-run-limit" },
    ),
  },
  entryKeys: {},
  memory: {},
  warnings: (value) =>
    memberAt(value, ["runs_per_week_max"]) !== undefined && !hasSchedule(memberAt(value, ["pipelines"]))
      ? ["runs_per_week_max: no pipeline has a schedule, so there is nothing to check; add a schedule"]
      : [],
  read({ keys: { runs_per_week_max }, config: { schedules } }) {
    if (schedules.length === 0 || runs_per_week_max === undefined) return undefined;
    const stage = forecast(runs_per_week_max);
    const hooks: Hooks = {
      finds: [{ ...stage, readsJournal: true }],
      // Whoever tries a limit does not wait for the report that tells it.
      async explain(project, context) {
        if (stage.isEnabled?.(project, context) === true) return [];
        const { issues } = await stage.run({ ...project, issues: [] }, context);
        const { sanitize } = context.agent;
        // "price feed will reach 1000 runs in 7 days at …"
        const lines = issues.map((issue) =>
          plainText(
            withDays([namePart(subjectOfIssue(issue)), words(" "), ...issue.words], project),
            sanitize,
          ),
        );
        return lines.length === 0 ? [] : ["", "Run limits:", ...lines];
      },
    };
    return { open: () => hooks };
  },
});

const nearLimit: IssueKind = {
  code: "nearLimit",
  severity: "warning",
  rank: 5,
  tally: "near a run limit",
  isState: true,
  pagesNobody: true,
};
const unknownPipeline: IssueKind = { ...nearLimit, code: "unknownPipeline", tally: "not found" };

/** Reports which schedules will exceed the service's limits: so many runs a week, and 10 in 15 minutes. */
export function forecast(runsPerWeekMax: number): OptionalStage {
  return {
    name: "run limits",
    findsIssues: true,
    looksFor: ["state"],
    // Without a memory of what was told, one report a day tells it.
    isEnabled({ config: { schedules, sinceLastReport }, window }) {
      const midnight = Math.floor((endOf(window) - 1) / daySeconds) * daySeconds;
      return schedules.length > 0 && (sinceLastReport || midnight >= window.dueFrom);
    },
    async run(report, context) {
      const filled = await withFilled(report, context);
      const issues = await withinBudget(context, (signal) =>
        findLimits(filled, runsPerWeekMax, context, signal),
      );
      return { ...filled, issues: [...report.issues, ...issues] };
    },
  };
}

/**
 * One issue for each scheduled pipeline that will exceed a limit of the service, or that the service does not
 * know, so that its runs cannot be counted.
 */
async function findLimits(
  { config: { schedules, zone }, window, journal }: FoundProject,
  runsPerWeekMax: number,
  { service, connections }: Context,
  signal: AbortSignal,
): Promise<Issue[]> {
  const now = endOf(window);
  const limitOf = async (scheduled: readonly [ScheduledPipeline, ...ScheduledPipeline[]]) => {
    const [{ pipeline }] = scheduled;
    const ran = queueTimesOf(pipeline, journal, now);
    if (ran.length === 0 && (await service.pipelinesNamed(pathOf(pipeline), signal)).length === 0)
      return issueOf(unknownPipeline, { pipeline }, [
        words("has a schedule in the configuration, but no pipeline has this name"),
      ]);
    const limit = findRunLimit(scheduled, ran, runsPerWeekMax, now);
    if (limit === undefined) return undefined;
    const sentence = limitSentence(limit, zone);
    return issueOf(nearLimit, { pipeline }, renderLimit(limit, zone), { sentence });
  };
  const byPipeline = groupBy(schedules, pipelineKey);
  const issues = await pMap(byPipeline.values(), limitOf, { concurrency: connections });
  return issues.filter((issue) => issue !== undefined);
}

/**
 * About when the runs of a pipeline were queued in the last seven days: the journal knows how many were in each hour. If
 * several pipelines have the name, those of the one with the most runs.
 */
export function queueTimesOf(pipeline: Pipeline, { pipelines }: ProjectJournal, now: number): number[] {
  const all = [...pipelines.values()]
    .filter(({ pipeline: ran }) => mayBe(ran, pipeline))
    .map(({ hours }) =>
      [...hours].flatMap(([hour, { queued }]) =>
        Array.from(
          { length: queued },
          (_, index) => hour * 3600 + Math.floor((index * Math.min(3600, now - hour * 3600)) / queued),
        ),
      ),
    );
  return all.reduce((fullest, times) => (times.length > fullest.length ? times : fullest), []);
}

interface RunLimit {
  runsPerWeekMax: number;
  /** In seconds since 1970; undefined if it does not within seven days. */
  reachedAt: number | undefined;
  /** How many runs it had in the last seven days, and how many are scheduled for the next seven. */
  ranInWeek: number;
  scheduledInWeek: number;
  /** The 15 minutes with the most runs in the next seven days; of equal ones, the first. */
  densest: { from: number; runs: number };
}

/** How many runs of one pipeline the service lets a schedule start within 15 minutes. */
const runsPerBurst = 10;
const burstSeconds = 15 * 60;
/** A run is queued moments after its time. When the schedule comes a week later, it no longer counts. */
const queuedWithinSeconds = 60;

/**
 * The schedules of a pipeline exceed the weekly limit within the next seven days, or 10 runs in 15 minutes; undefined if
 * neither. `ran` holds the times of the runs in the last seven days. Times are in seconds since 1970.
 */
export function findRunLimit(
  scheduled: readonly ScheduledPipeline[],
  ran: readonly number[],
  runsPerWeekMax: number,
  now: number,
): RunLimit | undefined {
  const coming = scheduled
    .flatMap(({ schedules }) => occurrences(schedules, now, now + weekSeconds))
    .sort((one, other) => one - other);
  const past = ran.filter((time) => time > now - weekSeconds).sort((one, other) => one - other);
  const all = [...past, ...coming];
  let left = 0;
  const reachedAt = coming.find((time, index) => {
    while ((all[left] ?? time) <= time - weekSeconds + queuedWithinSeconds) left++;
    return past.length + index - left >= runsPerWeekMax;
  });
  const densest = densestBurst(coming);
  if (reachedAt === undefined && densest.runs <= runsPerBurst) return undefined;
  return { runsPerWeekMax, reachedAt, ranInWeek: past.length, scheduledInWeek: coming.length, densest };
}

function densestBurst(times: readonly number[]): RunLimit["densest"] {
  let end = 0;
  let densest = { from: 0, runs: 0 };
  for (const [first, from] of times.entries()) {
    while ((times[end] ?? Number.POSITIVE_INFINITY) < from + burstSeconds) end++;
    if (end - first > densest.runs) densest = { from, runs: end - first };
  }
  return densest;
}

/** "reaches the weekly run limit (1,000) at 05:12 UTC; after that, no run starts" */
function limitSentence({ runsPerWeekMax, reachedAt, densest }: RunLimit, zone: Zone): Phrase {
  if (reachedAt !== undefined)
    return [
      words(`reaches the weekly run limit (${runsPerWeekMax.toLocaleString("en-US")}) at `),
      momentAt(reachedAt, zone),
      words("; after that, no run starts"),
    ];
  return [
    words(`is scheduled ${densest.runs} times in the 15 minutes from `),
    momentAt(densest.from, zone),
    words(`, but only ${runsPerBurst} runs will start`),
  ];
}

/** "will reach 1000 runs in 7 days at 2026-11-24 05:12 UTC, and later runs will not start: its schedule has …" */
function renderLimit(
  { runsPerWeekMax, reachedAt, ranInWeek, scheduledInWeek, densest }: RunLimit,
  zone: Zone,
): Phrase {
  const weekly =
    reachedAt === undefined
      ? []
      : [
          words(`will reach ${runsPerWeekMax} runs in 7 days at `),
          momentAt(reachedAt, zone),
          words(", and later runs will not start"),
        ];
  const burst =
    densest.runs <= runsPerBurst
      ? []
      : [
          words(`is scheduled ${densest.runs} times in the 15 minutes from `),
          momentAt(densest.from, zone),
          words(`, but only ${runsPerBurst} will start`),
        ];
  const separator = weekly.length > 0 && burst.length > 0 ? [words("; ")] : [];
  const schedule = `its schedule has ${pluralize(scheduledInWeek, "run")} a week, up to ${densest.runs} in 15 minutes`;
  return [...weekly, ...separator, ...burst, words(`: ${schedule}; ${ranInWeek} ran in the last 7 days`)];
}
