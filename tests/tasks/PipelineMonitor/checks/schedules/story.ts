import fc from "fast-check";
import { occurrences, validSchedules } from "../../../../../tasks/PipelineMonitor/config/cron";

/** A pipeline's schedule over some weeks, drawn at random. Times are whole minutes since 1970. */
export interface Story {
  kind: Kind;
  crons: string[];
  /** Those that take their place, `changedAt` minutes after the start. */
  later: string[];
  changedAt: number;
  /** How often code changes before a run is due, if the schedule lacks `always`. */
  changes: number;
  seed: number;
  /** Of how many runs one is late by minutes; the others start within one. */
  lateOneOf: number;
  /** Of how many due runs one is missing after the learning. */
  missingOneOf: number;
  reportEveryMinutes: number;
}

export const kinds = ["steady", "replaced", "moved", "disabled", "changesOnly", "extra"] as const;
type Kind = (typeof kinds)[number];

export const dayMinutes = 1440;
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
  changes: fc.constantFrom(0.2, 0.5, 0.8),
  seed: within(0, 2 ** 32 - 1),
  lateOneOf: fc.constantFrom(1, 5, 50),
  missingOneOf: fc.constantFrom(50, 200),
  reportEveryMinutes: fc.constantFrom(60, 180, 720),
});

/** When a schedule starts runs, and when it does not start those that are due. */
export interface Played {
  /** Each due time, and when it was queued; undefined if it was not. */
  runs: { at: number; queued: number | undefined }[];
  /** When people started it besides. */
  manual: number[];
  /** Until when a schedule is in force that has begun before; the last one until the end. */
  ends: number[];
}

export function dueTimes(expressions: readonly string[], from: number, until: number): number[] {
  return occurrences(validSchedules(expressions), from * 60, until * 60).map((at) => at / 60);
}

export function play({ kind, crons, later, changedAt, ...story }: Story): Played {
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
  const queuedAt = (at: number) => {
    if (kind === "changesOnly" && die() > story.changes) return undefined;
    if (kind === "steady" && at > learnedAt && die() < 1 / story.missingOneOf) return undefined;
    return die() < 1 / story.lateOneOf ? at + Math.floor(die() * 16) : at;
  };
  return {
    runs: [...before, ...after].map((at) => ({ at, queued: queuedAt(at) })),
    manual:
      kind === "extra"
        ? Array.from({ length: 60 }, () => start + Math.floor(die() * (end - start))).sort()
        : [],
    ends: isChanged ? [change, end] : [end],
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createDie(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
