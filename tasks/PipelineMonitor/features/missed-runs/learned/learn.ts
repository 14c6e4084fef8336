import { isNamed } from "../../../../../shared/azure-devops/pipeline-path";
import type { KnownSchedule } from "../../../../../shared/journal/schema";
import { pipelineKey } from "../../../../../shared/journal/schema";
import { weekSeconds } from "../../../../../shared/text/time";
import { fingerprint } from "../../../config/fingerprint";
import type { Config } from "../../../config/parse";
import type { Note } from "../../../issue/note";
import type { OptionalStage } from "../../../issue/report";
import { endOf } from "../../../issue/window";
import { withFilled } from "../../../journal/fill";
import type { Silence } from "../../../ledger/silence";
import { isProven } from "../../../schedules/proof";
import { isSamePattern } from "../../../schedules/slots";
import { describeSlots } from "../../../schedules/words";
import { findContradictions, scheduleNote } from "./contradictions";
import { withSchedules } from "./doubt";
import { learn } from "./hour";

/**
 * Learns when pipelines are due, from the runs that their schedules started. Enabled by `"schedule": "auto"`. What a learned
 * schedule misses is found later if it is not known now.
 */
export const learnedSchedules: OptionalStage = {
  name: "learned schedules",
  findsIssues: true,
  looksFor: ["missed"],
  async run(report, context) {
    const filled = await withFilled(report, context);
    const { config, window, journal } = filled;
    const now = Math.floor(endOf(window) / 60);
    const schedules = [...journal.pipelines.values()]
      .filter(({ pipeline, times, pattern }) => (times.length > 0 || pattern) && isFollowed(config, pipeline))
      .map((known) => learn(known, now));
    return { ...filled, schedules };
  },
};

/**
 * Notes the patterns that replace those that the target knows, and once a week the given schedules that are contradicted.
 * Remembers the schedules; of this report, they stay as they were judged.
 */
export function scheduleNotes(quiet: Silence["quiet"]): OptionalStage {
  return {
    name: "learned schedules",
    isEnabled: ({ schedules }) => schedules !== undefined,
    async run(report) {
      const { config, window, notes, schedules = [], journal } = report;
      const now = endOf(window);
      const contradictions =
        now < journal.contradictedAt + weekSeconds
          ? []
          : findContradictions(config.schedules, schedules, Math.floor(now / 60));
      const changes = schedules.flatMap((after) =>
        changeNotes(journal.pipelines.get(pipelineKey(after)), after),
      );
      const contradictedAt = contradictions.length > 0 ? now : journal.contradictedAt;
      return {
        ...report,
        notes: [...notes, ...changes, ...contradictions],
        journal: { ...withSchedules(report, quiet), contradictedAt },
      };
    },
  };
}

/** Given schedules are compared with the runs. */
function isFollowed({ pipelines, schedules }: Config, name: string): boolean {
  return (
    pipelines.entryFor(name).learned !== undefined ||
    schedules.some(({ pipeline }) => isNamed(name, pipeline))
  );
}

function changeNotes(before: KnownSchedule | undefined, after: KnownSchedule): Note[] {
  const [earlier, later] = [before?.pattern?.slots, after.pattern?.slots];
  if (earlier === undefined || later === undefined || isSamePattern(earlier, later)) return [];
  // Nobody was told of a schedule that is not believed.
  if (before === undefined || !isProven(before) || !isProven(after)) return [];
  const text = ` has a new schedule: ${describeSlots(later)} UTC. Before: ${describeSlots(earlier)} UTC.`;
  return [scheduleNote(fingerprint(["schedule", after.pipeline, ...later]), after.pipeline, text, "changed")];
}
