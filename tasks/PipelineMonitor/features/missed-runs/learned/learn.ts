import { groupBy } from "../../../../../shared/group-by";
import {
  type BranchSchedule,
  type KnownSchedule,
  type ProjectJournal,
  pipelineKey,
} from "../../../../../shared/journal/schema";
import { placeKeyOf, type Subject } from "../../../../../shared/subject";
import { weekSeconds } from "../../../../../shared/text/time";
import { occurrences } from "../../../config/cron";
import { fingerprint } from "../../../config/fingerprint";
import type { Config } from "../../../config/parse";
import type { ScheduledPipeline } from "../../../config/schedules";
import type { Note } from "../../../issue/note";
import { words } from "../../../issue/parts";
import { isScheduledIn, isScheduleOf, missedBy } from "../../../issue/place";
import type { FoundProject } from "../../../issue/report";
import type { OptionalStage } from "../../../issue/stage";
import { subjectOf } from "../../../issue/subject";
import { endOf } from "../../../issue/window";
import { withFilled } from "../../../journal/fill";
import type { Silence } from "../../../ledger/silence";
import { isProven, withGaps } from "../../../schedules/proof";
import { byNumber, dayMinutes, isSamePattern, matchRuns } from "../../../schedules/slots";
import { cronsOf, describeSlots } from "../../../schedules/words";
import { learn } from "./hour";

/** The schedules of an hour, by the configurations of their projects, for which they could be learned. */
export type Schedules = Map<Config, readonly KnownSchedule[]>;

/**
 * Learns when pipelines are due, from the runs that their schedules started. Enabled by `"schedule": "auto"`. What a learned
 * schedule misses is found later if it is not known now.
 */
export function learnedSchedules(schedules: Schedules): OptionalStage {
  return {
    name: "learned schedules",
    findsIssues: true,
    looksFor: ["missed"],
    async run(report, context) {
      const filled = await withFilled(report, context);
      const { config, window, journal } = filled;
      const now = Math.floor(endOf(window) / 60);
      const learned = [...journal.pipelines.values()].flatMap(({ pipeline, branches, schedules: all }) =>
        all
          .filter(({ times, pattern }) => times.length > 0 || pattern)
          // Given schedules are compared with the runs.
          .filter(({ branch }) => isScheduledIn(config, { pipeline, branch }))
          .map((schedule) => {
            const own = branches.filter(({ branch }) => branch === (schedule.branch ?? ""));
            return learn({ ...schedule, pipeline, branches: own }, now);
          }),
      );
      schedules.set(config, learned);
      return filled;
    },
  };
}

/**
 * Notes the patterns that replace those that the target knows, and once a week the given schedules that are contradicted.
 * Remembers the schedules; of this report, they stay as they were judged.
 */
export function scheduleNotes(schedules: Schedules, quiet: Silence["quiet"]): OptionalStage {
  return {
    name: "learned schedules",
    isEnabled: ({ config }) => schedules.has(config),
    async run(report) {
      const { config, window, notes, journal } = report;
      const known = schedules.get(config) ?? [];
      const now = endOf(window);
      const contradictions =
        now < journal.contradictedAt + weekSeconds
          ? []
          : findContradictions(config.schedules, known, Math.floor(now / 60));
      const changes = known.flatMap((after) => changeNotes(knownOf(journal, after), after));
      const contradictedAt = contradictions.length > 0 ? now : journal.contradictedAt;
      return {
        ...report,
        notes: [...notes, ...changes, ...contradictions],
        journal: { ...withSchedules(report, known, quiet), contradictedAt },
      };
    },
  };
}

function knownOf({ pipelines }: ProjectJournal, { pipeline, branch }: KnownSchedule) {
  const { schedules = [] } = pipelines.get(pipelineKey({ pipeline })) ?? {};
  return schedules.find((schedule) => schedule.branch === branch);
}

function changeNotes(before: BranchSchedule | undefined, after: KnownSchedule): Note[] {
  const [earlier, later] = [before?.pattern?.slots, after.pattern?.slots];
  if (earlier === undefined || later === undefined || isSamePattern(earlier, later)) return [];
  // Nobody was told of a schedule that is not believed.
  if (before === undefined || !isProven(before) || !isProven(after)) return [];
  const text = ` has a new schedule: ${describeSlots(later)} UTC. Before: ${describeSlots(earlier)} UTC`;
  const subject = subjectOf(after);
  return [scheduleNote(fingerprint(["schedule", placeKeyOf(subject), ...later]), subject, text, "changed")];
}

/** The time without a run at a given time after which the message says so. */
const comparedMinutes = 21 * dayMinutes;
/** With fewer due times, a schedule may be new. */
const minDueTimes = 3;

/** Notes each given schedule whose pipeline was started by its schedule only at other times. */
function findContradictions(
  given: readonly ScheduledPipeline[],
  known: readonly KnownSchedule[],
  now: number,
): Note[] {
  return given.flatMap((scheduled) => {
    const { schedules, graceSeconds } = scheduled;
    const histories = known.filter((history) => isScheduleOf(scheduled, history));
    const pipelines = new Set(histories.map(pipelineKey));
    const from = now - comparedMinutes;
    const times = histories.flatMap((history) => history.times.filter((time) => time >= from)).sort(byNumber);
    const due = occurrences(schedules, from * 60, now * 60 - graceSeconds).map((at) => at / 60);
    const { unmet } = matchRuns(due, times, { early: 1, late: Math.ceil(graceSeconds / 60) });
    const isMet = unmet.length < due.length || due.length < minDueTimes;
    if (isMet || times.length === 0 || pipelines.size > 1) return [];
    const crons = new Set(histories.flatMap(({ pattern }) => cronsOf(pattern?.slots ?? [])));
    const shown = crons.size === 0 ? "" : `. Its runs show ${[...crons].join("; ")}`;
    const text = `: no scheduled run came at a time of its \`schedule\` in three weeks${shown}`;
    const subject = subjectOf(scheduled);
    const key = fingerprint(["contradiction", placeKeyOf(subject)]);
    return [scheduleNote(key, subject, text, "contradicted")];
  });
}

function scheduleNote(key: string, subject: Subject, text: string, what: string): Note {
  return { key, subject, says: [words(text)], severity: "note", rank: 7, tally: { thing: "schedule", what } };
}

/**
 * The journal with what this hour taught of the schedules, for the next one. A missed run in a maintenance window is reported if the
 * next run is missed, too. One that neither a window nor a mute explains raises a doubt about the schedule.
 */
export function withSchedules(
  { journal, issues, window }: FoundProject,
  schedules: readonly KnownSchedule[],
  quiet: Silence["quiet"],
): ProjectJournal {
  const now = endOf(window);
  const missed = issues.filter((issue) => missedBy(issue) !== undefined && issue.isFurther !== true);
  const doubted = (known: KnownSchedule): KnownSchedule => {
    const own = missed.filter((issue) => isScheduleOf(missedBy(issue) ?? known, known));
    const reasons = own.flatMap((issue) => quiet(issue, now) ?? []);
    if (reasons.some(({ by }) => by.ignores === true)) return { ...known, missed: [], isStopped: false };
    const unexplained = own.flatMap(({ at }) => (at === undefined ? [] : [at / 60]));
    return reasons.length > 0 ? known : withGaps(known, unexplained);
  };
  const learned = groupBy(schedules, pipelineKey);
  const pipelines = [...journal.pipelines].map(([key, pipeline]) => {
    const after = new Map((learned.get(key) ?? []).map((known) => [known.branch, doubted(known)]));
    const next = pipeline.schedules.map((own) => {
      const { pipeline: _, ...schedule } = after.get(own.branch) ?? { ...own, pipeline: undefined };
      return schedule;
    });
    return [key, { ...pipeline, schedules: next }] as const;
  });
  return { ...journal, pipelines: new Map(pipelines) };
}
