import assert from "node:assert/strict";
import fc from "fast-check";
import { runMonitor } from "../packaged/extras-stage";
import { now, reportIn, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent } from "../sandbox/agent";
import { sketchRun } from "../sandbox/runs";

/** A pipeline whose schedule the monitor has to learn from its runs, or must not. */
interface LearnedPipeline {
  /** A schedule with gaps lacks `always`; a fresh one has run for two weeks; people start the last. */
  schedule: "every day" | "Monday to Friday" | "gaps" | "fresh" | "manual";
  hour: number;
  /** By how many minutes its runs are late, in turn. */
  late: number[];
  /** The days on which it does not run, from that of the first report. */
  misses: number[];
  silence: "none" | "disabled" | "paused" | "muted" | "maintenance";
}

/** Successive reports of a monitor that knows schedules only from the runs of four weeks. */
export interface LearnedScript {
  learned: LearnedPipeline[];
}

const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const anyPipeline: fc.Arbitrary<LearnedPipeline> = fc.record({
  schedule: mostly("every day", "Monday to Friday", "gaps", "fresh", "manual"),
  // Well before the next report, and not around midnight.
  hour: fc.constantFrom(5, 6, 7, 13, 14, 15, 21, 22),
  late: fc.array(fc.constantFrom(0, 0, 1, 4, 15), { minLength: 1, maxLength: 5 }),
  misses: fc.constantFrom([], [0], [1], [0, 1]),
  silence: mostly("none", "disabled", "paused", "muted", "maintenance"),
});

export const anyLearnedScript: fc.Arbitrary<LearnedScript> = fc.record({
  learned: fc.array(anyPipeline, { minLength: 1, maxLength: 3 }),
});

const [hourMs, dayMs] = [3600_000, 24 * 3600_000];
/** A Friday. */
const firstDay = now - (now % dayMs);
const [reports, hoursBetween] = [7, 8];
/** The days of the history, and those that are judged. */
const days = Array.from({ length: 30 }, (_, index) => index - 28);

const nameOf = (index: number) => `learned ${index}`;
const isWeekday = (day: number) => ![0, 6].includes(new Date(firstDay + day * dayMs).getUTCDay());

/** Whether its schedule is due on a day. */
function isDue({ schedule }: LearnedPipeline, day: number): boolean {
  if (schedule === "Monday to Friday") return isWeekday(day);
  return schedule !== "fresh" || day >= -13;
}

function hasRun(pipeline: LearnedPipeline, day: number): boolean {
  const { schedule, misses } = pipeline;
  const isSkipped = schedule === "gaps" && [-24, -17, -11, -5].includes(day);
  return isDue(pipeline, day) && !isSkipped && !misses.includes(day);
}

/** The missed runs that must be told: of a known schedule, the first of those in a row. */
export function expectedOf({ learned }: LearnedScript): string[] {
  return learned.flatMap((pipeline, index) => {
    const { schedule, misses, silence } = pipeline;
    const isKnown = schedule === "every day" || schedule === "Monday to Friday";
    const [first] = [0, 1].filter((day) => misses.includes(day) && isDue(pipeline, day));
    if (!isKnown || silence !== "none" || first === undefined) return [];
    return [`${nameOf(index)}, ${dateOf(first)} (${schedule} for 4 weeks)`];
  });
}

function dateOf(day: number): string {
  return new Date(firstDay + day * dayMs).toISOString().slice(0, 10);
}

/** Plays a script with the packaged task. Throws if it tells other missed runs than it must. */
export async function playLearned(script: LearnedScript, agent: SandboxAgent): Promise<void> {
  const { learned } = script;
  const ofSilence = (...silences: LearnedPipeline["silence"][]) =>
    learned.flatMap((pipeline, index) => (silences.includes(pipeline.silence) ? [{ pipeline, index }] : []));
  const limits = { max_proc_time: 900, min_proc_time: 30 };
  const config = {
    ...{ notify: "changes", remind_hours: 168, run_ct_min: -1 },
    quiet: ofSilence("maintenance").map(({ pipeline: { hour }, index }) => ({
      ...{ schedule: `0 ${hour - 1} * * *`, hours: 4, pipelines: [nameOf(index)] },
    })),
    pipelines: {
      default: { ...limits, schedule: "auto" },
      ...Object.fromEntries(
        ofSilence("muted").map(({ index }) => [
          nameOf(index),
          { ...limits, schedule: "auto", mute_until: "2026-12-31" },
        ]),
      ),
    },
  };
  const queueStatuses = Object.fromEntries(
    ofSilence("disabled", "paused").map(({ pipeline, index }) => [String(20 + index), pipeline.silence]),
  );
  await withStage(agent, { config, service: { queueStatuses } }, async (service, chat) => {
    const waiting = runsOf(script);
    const told: string[] = [];
    for (let report = 0; report < reports; report++) {
      const startedAt = now + report * hoursBetween * hourMs;
      while ((waiting[0]?.finished ?? Number.POSITIVE_INFINITY) <= startedAt) {
        const run = waiting.shift();
        if (run !== undefined) service.put(sketchRun(run.finished, run.sketch));
      }
      const step = await runMonitor(agent, service, chat, { id: 9000 + report, startedAt });
      assert.notEqual(step.result, "Failed", step.log.join("\n"));
      const said = reportIn(step.log)
        .join("\n")
        .matchAll(/(learned \d) did not run at (\S+) \S+ UTC( \(.*?\))/g);
      for (const [, name, date, evidence] of said) told.push(`${name}, ${date}${evidence}`);
    }
    assert.deepEqual(told.sort(), expectedOf(script).sort());
  });
}

/** The runs of all pipelines, in the order in which they finish. */
function runsOf({ learned }: LearnedScript) {
  const runs = learned.flatMap((pipeline, index) =>
    days
      .filter((day) => hasRun(pipeline, day))
      .map((day) => {
        const { hour, late, schedule } = pipeline;
        const minutes = late[(day + 28) % late.length] ?? 0;
        const queued = firstDay + day * dayMs + hour * hourMs + minutes * 60_000;
        const sketch = {
          ...{ id: 1000 * (index + 1) + day, pipeline: nameOf(index), definitionId: 20 + index },
          ...{ queuedSeconds: 5, runSeconds: 60, finishedSecondsAgo: 0 },
          record: { reason: schedule === "manual" ? "manual" : "schedule", sourceVersion: "c0ffee" },
        };
        return { finished: queued + 65_000, sketch };
      }),
  );
  return runs.sort((one, other) => one.finished - other.finished);
}
