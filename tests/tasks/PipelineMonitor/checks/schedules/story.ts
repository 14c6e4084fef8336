import fc from "fast-check";
import { occurrences, validSchedules } from "../../../../../tasks/PipelineMonitor/config/cron";
import { createLateness, type DueRun, type Habits, runAsAzure } from "./azure";
import { createDie, dayMinutes } from "./dice";

export { dayMinutes };

/** A pipeline's schedule over some weeks, drawn at random. Times are whole minutes since 1970. */
export interface Story {
  kind: Kind;
  crons: string[];
  /** Those that take their place, `changedAt` minutes after the start. */
  later: string[];
  changedAt: number;
  /** How the code changes, and how long runs take. */
  habits: Pick<Habits, "commits" | "breaksOneOf" | "runMinutes">;
  /** On which days, from the start, people edit the settings, and from which one on nobody works for one to ten days. */
  editedOn: number[];
  holidayOn: number;
  seed: number;
  /** Of how many runs one is late by minutes; the others start within one. */
  lateOneOf: number;
  /** Of how many due runs one is missing after the learning. */
  missingOneOf: number;
  reportEveryMinutes: number;
}

export const kinds = ["steady", "replaced", "moved", "disabled", "changesOnly", "extra"] as const;
type Kind = (typeof kinds)[number];

export const storyWeeks = 13;
/** A Monday. */
export const start = Date.UTC(2026, 5, 1) / 60_000;

const within = (min: number, max: number) => fc.integer({ min, max });
const listOf = (min: number, max: number) =>
  fc.uniqueArray(within(min, max), { minLength: 1, maxLength: 3 }).map((values) => values.join(","));
const rangeOf = (min: number, max: number) =>
  fc
    .tuple(within(min, max), within(min, max))
    .map(([one, other]) => `${Math.min(one, other)}-${Math.max(one, other)}`);
const stepOf = (steps: readonly number[]) => fc.constantFrom(...steps).map((step) => `*/${step}`);

/** All forms of a cron expression that Azure Pipelines takes, those more often that people use. */
export const cron = fc
  .tuple(
    fc.oneof(
      { arbitrary: within(0, 59).map(String), weight: 12 },
      { arbitrary: fc.constant("0"), weight: 6 },
      { arbitrary: listOf(0, 59), weight: 1 },
      { arbitrary: stepOf([10, 12, 15, 20, 30]), weight: 2 },
    ),
    fc.oneof(
      { arbitrary: within(0, 23).map(String), weight: 10 },
      { arbitrary: fc.constant("*"), weight: 2 },
      { arbitrary: listOf(0, 23), weight: 3 },
      { arbitrary: rangeOf(0, 23), weight: 2 },
      { arbitrary: stepOf([2, 3, 4, 6, 8, 12]), weight: 2 },
    ),
    fc.oneof(
      { arbitrary: fc.constant("*"), weight: 30 },
      { arbitrary: within(1, 31).map(String), weight: 2 },
      { arbitrary: listOf(1, 31), weight: 1 },
      { arbitrary: rangeOf(1, 31), weight: 1 },
      { arbitrary: stepOf([2, 5, 10]), weight: 1 },
    ),
    fc.oneof(
      { arbitrary: fc.constant("*"), weight: 30 },
      { arbitrary: rangeOf(1, 12), weight: 1 },
      { arbitrary: fc.constant("jun,sep"), weight: 1 },
    ),
    fc.oneof(
      { arbitrary: fc.constant("*"), weight: 12 },
      { arbitrary: fc.constantFrom("1-5", "Mon-Fri", "0", "6", "Mon,Wed,Fri"), weight: 8 },
      { arbitrary: listOf(0, 6), weight: 3 },
      { arbitrary: rangeOf(0, 6), weight: 2 },
    ),
  )
  .map((fields) => fields.join(" "))
  .filter((expression) => validSchedules([expression]).length > 0);

const crons = fc.oneof(
  { arbitrary: cron.map((one) => [one]), weight: 9 },
  { arbitrary: fc.tuple(cron, cron), weight: 1 },
);

export const story: fc.Arbitrary<Story> = fc.record({
  kind: fc.constantFrom(...kinds),
  ...{ crons, later: crons },
  changedAt: within(4 * 7 * dayMinutes, 8 * 7 * dayMinutes),
  habits: fc.record({
    commits: fc.constantFrom(0.2, 0.5, 0.8, 1),
    breaksOneOf: fc.constantFrom(3, 10, 1000),
    runMinutes: fc.constantFrom(1, 1, 5, 50, 200),
  }),
  editedOn: fc.array(within(0, 90), { maxLength: 4 }),
  holidayOn: within(20, 100),
  seed: within(0, 2 ** 32 - 1),
  lateOneOf: fc.constantFrom(1, 5, 50),
  missingOneOf: fc.constantFrom(20, 50, 200),
  reportEveryMinutes: fc.constantFrom(60, 180, 720),
});

/** When a schedule starts runs, and when it does not start those that are due. */
export interface Played {
  runs: DueRun[];
  /** When people started it besides. */
  manual: number[];
  /** Until when a schedule is in force that has begun before; the last one until the end. */
  ends: number[];
}

export function dueTimes(expressions: readonly string[], from: number, until: number): number[] {
  return occurrences(validSchedules(expressions), from * 60, until * 60).map((at) => at / 60);
}

export function play({ kind, crons, later, changedAt, habits, ...story }: Story): Played {
  const end = start + storyWeeks * 7 * dayMinutes;
  const change = start + changedAt;
  const isChanged = ["replaced", "moved", "disabled"].includes(kind);
  const before = dueTimes(crons, start, isChanged ? change : end);
  const after = {
    replaced: () => dueTimes(later, change, end),
    moved: () => dueTimes(crons, change, end).map((at) => at + 60),
    disabled: () => [],
    ...{ steady: () => [], changesOnly: () => [], extra: () => [] },
  }[kind]();
  const die = createDie(story.seed);
  const learnedAt = start + 4 * 7 * dayMinutes;
  const due = [...before, ...after];
  const mayMiss = kind === "steady" || kind === "changesOnly";
  const missing = new Set(due.filter((at) => mayMiss && at > learnedAt && die() < 1 / story.missingOneOf));
  const holiday = start + story.holidayOn * dayMinutes;
  const whole: Habits = {
    ...habits,
    ...{ always: kind !== "changesOnly", batch: false, lateBy: createLateness(story.lateOneOf, die) },
    holidays: [{ from: holiday, until: holiday + (1 + (story.seed % 10)) * dayMinutes }],
    edits: story.editedOn.map((day) => start + day * dayMinutes + 600),
  };
  return {
    runs: runAsAzure(whole, due, missing, die),
    manual:
      kind === "extra"
        ? Array.from({ length: 60 }, () => start + Math.floor(die() * (end - start))).sort()
        : [],
    ends: isChanged ? [change, end] : [end],
  };
}
