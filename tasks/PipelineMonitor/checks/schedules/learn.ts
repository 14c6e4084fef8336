import type { BuildService } from "../../../../shared/azure-devops/client";
import type { Run } from "../../../../shared/azure-devops/records";
import { fingerprint } from "../../config/fingerprint";
import type { Config } from "../../config/parse";
import { withinBudget } from "../../issue/context";
import type { Note } from "../../issue/issue";
import { strong, words } from "../../issue/parts";
import type { OptionalStage, ProjectReport } from "../../issue/report";
import type { KnownSchedule } from "../../issue/schedules";
import { endOf, lateSeconds, requestedSince, takenUntil } from "../../issue/window";
import { findContradictions } from "./contradictions";
import { keptMinutes, learn, longKeptMinutes, mergeTimes } from "./hour";
import { isSamePattern } from "./slots";
import { describeSlots } from "./words";

const weekSeconds = 7 * 24 * 3600;

/** Learns when pipelines are due, from the runs that their schedules started. Enabled by `"schedule": "auto"`. */
export const learnedSchedules: OptionalStage = {
  name: "learned schedules",
  findsIssues: true,
  isEnabled: ({ config }) => config.learnsSchedules,
  async run(report, context) {
    const { config, window, known } = report;
    const before = known?.schedules;
    const now = endOf(window);
    const isCurrent = before !== undefined && requestedSince(window).getTime() / 1000 <= before.until;
    const histories = createHistories();
    if (isCurrent) histories.add(scheduledRuns(report));
    else
      await withinBudget(context, (signal) =>
        readHistories(histories, now - keptMinutes * 60, context.service, signal),
      );
    const isWanted = ({ pipeline }: Pick<KnownSchedule, "pipeline">) => isFollowed(config, pipeline);
    const pipelines = learnAll(
      (before?.pipelines ?? []).filter(isWanted),
      histories.all().filter(isWanted),
      Math.floor(now / 60),
    ).filter(
      ({ pattern, times }) => pattern !== undefined || (times.at(-1) ?? 0) > now / 60 - longKeptMinutes,
    );
    const { contradictedAt = 0 } = before ?? {};
    // The next report requests no later runs than these, even if some of this one finished while it was made.
    const until = takenUntil(window) - lateSeconds;
    return { ...report, schedules: { until, contradictedAt, pipelines } };
  },
};

/** Notes the patterns that replace those that the target knows, and once a week the given schedules that are contradicted. */
export const scheduleNotes: OptionalStage = {
  name: "learned schedules",
  isEnabled: ({ schedules }) => schedules !== undefined,
  async run(report) {
    const { config, window, known, notes, schedules } = report;
    if (schedules === undefined) return report;
    const now = endOf(window);
    const { pipelines = [], contradictedAt: toldAt = 0 } = known?.schedules ?? {};
    const before = new Map(pipelines.map((one) => [keyOf(one), one]));
    const contradictions =
      now < toldAt + weekSeconds
        ? []
        : findContradictions(config.schedules, schedules.pipelines, Math.floor(now / 60));
    const changes = schedules.pipelines.flatMap((after) => changeNotes(before.get(keyOf(after)), after));
    const contradictedAt = contradictions.length > 0 ? now : toldAt;
    return {
      ...report,
      notes: [...notes, ...changes, ...contradictions],
      schedules: { ...schedules, contradictedAt },
    };
  },
};

/** Given schedules are compared with the runs. */
function isFollowed({ pipelines, schedules }: Config, name: string): boolean {
  return (
    pipelines.entryFor(name).learned !== undefined ||
    schedules.some(({ pipeline }) => pipeline.normalize() === name.normalize())
  );
}

export function scheduledRuns({ records }: Pick<ProjectReport, "records">): Run[] {
  return records.flatMap((record) => ("run" in record && isScheduled(record.run) ? [record.run] : []));
}

export function isScheduled({ reason }: Run): boolean {
  return reason === "schedule";
}

/** Two folders may have pipelines of one name. */
export function keyOf({ definitionId, pipeline }: Pick<KnownSchedule, "pipeline" | "definitionId">): string {
  return String(definitionId ?? pipeline.normalize());
}

interface History extends Pick<KnownSchedule, "pipeline" | "definitionId" | "times"> {
  /** When its last run was queued. */
  last: number;
}

/** Collects when runs were queued, in minutes since 1970. */
export function createHistories() {
  const all = new Map<string, Omit<History, "times"> & { branches: Map<string, number[]> }>();
  return {
    add(runs: readonly Run[]): void {
      for (const { pipeline, definitionId, branch = "", queueTime } of runs) {
        if (queueTime === undefined) continue;
        const key = keyOf({ pipeline, definitionId });
        const known = all.get(key) ?? {
          pipeline,
          definitionId,
          last: 0,
          branches: new Map<string, number[]>(),
        };
        all.set(key, known);
        const times = known.branches.get(branch) ?? [];
        known.branches.set(branch, times);
        times.push(Math.floor(queueTime / 60));
        if (queueTime > known.last) Object.assign(known, { pipeline, last: queueTime });
      }
    },
    /** A schedule queues the runs of all its branches at once, so they count as one. */
    all: (): History[] =>
      [...all.values()].map(({ branches, ...history }) => ({
        ...history,
        times: [...branches.values()].reduce<readonly number[]>(mergeTimes, []),
      })),
  };
}

/** The service's limit for one list. With fewer weeks, it takes longer to learn. */
const maxRuns = 90_000;

export async function readHistories(
  histories: ReturnType<typeof createHistories>,
  since: number,
  service: Pick<BuildService, "scheduledRunsSince">,
  signal: AbortSignal,
): Promise<void> {
  let count = 0;
  for await (const page of service.scheduledRunsSince(since, signal)) {
    const runs = page.flatMap((record) => ("run" in record ? record.run : []));
    // A service that does not know the filter returns all runs.
    histories.add(runs.filter(isScheduled));
    count += page.length;
    if (count > maxRuns) return;
  }
}

/** Learns from the runs of each pipeline. */
function learnAll(
  known: readonly KnownSchedule[],
  histories: readonly History[],
  now: number,
): KnownSchedule[] {
  const all = new Map(known.map((one) => [keyOf(one), one]));
  for (const { pipeline, definitionId, times } of histories) {
    const key = keyOf({ pipeline, definitionId });
    const before = all.get(key) ?? { pipeline, definitionId, times: [], missed: [], isStopped: false };
    all.set(key, learn({ ...before, pipeline }, times, now));
  }
  return [...all.values()];
}

function changeNotes(before: KnownSchedule | undefined, after: KnownSchedule): Note[] {
  const [earlier, later] = [before?.pattern?.slots, after.pattern?.slots];
  if (earlier === undefined || later === undefined || isSamePattern(earlier, later)) return [];
  const name = { name: after.pipeline };
  const text = ` has a new schedule: ${describeSlots(later)} UTC. Before: ${describeSlots(earlier)} UTC.`;
  return [
    {
      key: fingerprint(["schedule", after.pipeline, ...later]),
      pipeline: after.pipeline,
      parts: [name, words(text)],
      block: { parts: [strong(name), words(text)] },
      ...{ severity: "note", rank: 7, tally: { thing: "schedule", what: "changed" } },
    },
  ];
}
