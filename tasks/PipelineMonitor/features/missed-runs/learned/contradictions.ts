import { isNamed } from "../../../../../shared/azure-devops/pipeline-path";
import type { KnownSchedule } from "../../../../../shared/journal/schema";
import { occurrences } from "../../../config/cron";
import { fingerprint } from "../../../config/fingerprint";
import type { ScheduledPipeline } from "../../../config/schedules";
import type { Note } from "../../../issue/note";
import { strong, words } from "../../../issue/parts";
import { dayMinutes, matchRuns } from "../../../schedules/slots";
import { cronsOf } from "../../../schedules/words";

/** The time without a run at a given time after which the message says so. */
const comparedMinutes = 21 * dayMinutes;
/** With fewer due times, a schedule may be new. */
const minDueTimes = 3;

/** Notes each given schedule whose pipeline was started by its schedule only at other times. */
export function findContradictions(
  given: readonly ScheduledPipeline[],
  known: readonly KnownSchedule[],
  now: number,
): Note[] {
  return given.flatMap(({ pipeline, schedules, graceSeconds }) => {
    const histories = known.filter((one) => isNamed(one.pipeline, pipeline));
    const [history] = histories;
    const from = now - comparedMinutes;
    const times = history?.times.filter((time) => time >= from) ?? [];
    const due = occurrences(schedules, from * 60, now * 60 - graceSeconds).map((at) => at / 60);
    const { unmet } = matchRuns(due, times, { early: 1, late: Math.ceil(graceSeconds / 60) });
    const isMet = unmet.length < due.length || due.length < minDueTimes;
    if (isMet || times.length === 0 || histories.length > 1) return [];
    const shown =
      history?.pattern === undefined ? "" : ` Its runs show ${cronsOf(history.pattern.slots).join("; ")}.`;
    const text = `: no scheduled run came at a time of its \`schedule\` in three weeks.${shown}`;
    return [scheduleNote(fingerprint(["contradiction", pipeline]), pipeline, text, "contradicted")];
  });
}

export function scheduleNote(key: string, pipeline: string, text: string, what: string): Note {
  return {
    key,
    pipeline,
    parts: [{ name: pipeline }, words(text)],
    block: { parts: [strong({ name: pipeline }), words(text)] },
    severity: "note",
    rank: 7,
    tally: { thing: "schedule", what },
  };
}
