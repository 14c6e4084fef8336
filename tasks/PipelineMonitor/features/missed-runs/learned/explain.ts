import type { KnownSchedule } from "../../../../../shared/journal/schema";
import type { ProjectReport } from "../../../issue/report";
import { endOf } from "../../../issue/window";
import { isProvenAt } from "../../../schedules/proof";
import { describeSlots, evidenceLine } from "../../../schedules/words";

/** Learned schedules, as a configuration can give them. */
export function renderSchedules({ config, schedules, window }: ProjectReport): string[] {
  const learned = (schedules ?? []).filter(
    ({ pipeline }) => config.pipelines.entryFor(pipeline).learned !== undefined,
  );
  const lines = learned.map((known) => {
    const { pipeline, pattern } = known;
    if (pattern === undefined) return `${pipeline}: no pattern in its runs, so none is reported as missed`;
    return `${pipeline}: ${evidenceLine(pattern, endOf(window) / 60)}${doubtOf(known)}`;
  });
  return lines.length === 0 ? [] : ["", "Learned schedules:", ...lines.sort()];
}

function doubtOf(known: KnownSchedule): string {
  const slots = known.pattern?.slots ?? [];
  const isProvenNow = isProvenAt(known);
  const doubtful = slots.filter((slot) => !isProvenNow(slot));
  if (doubtful.length === 0) return "";
  if (doubtful.length === slots.length)
    return "; not proven to run without changes, so none is reported as missed";
  return `; not reported as missed, because not proven to run without changes: ${describeSlots(doubtful)} UTC`;
}
