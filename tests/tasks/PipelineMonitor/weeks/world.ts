import assert from "node:assert/strict";
import { markdownLines } from "../../../../shared/chat/markdown";
import type { Message } from "../../../../shared/chat/message";
import { journalType } from "../../../../shared/journal/content-schema";
import type { Pager } from "../../../../shared/paging/delivery";
import { fingerprint } from "../../../../tasks/PipelineMonitor/config/fingerprint";
import type { Feature } from "../../../../tasks/PipelineMonitor/feature";
import type { OwnPipeline } from "../../../../tasks/PipelineMonitor/issue/ledger";
import type { Channel } from "../../../../tasks/PipelineMonitor/targets/channel";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { channelOf, memoryPipeline, watch } from "../monitor-stage";
import {
  everyMinutes,
  graceMinutes,
  high,
  type JournalFate,
  type Period,
  type Pipeline,
  pipelines,
  type ReportScript,
  type Run,
  scheduled,
  type TargetName,
  targets,
  type Week,
} from "./script";

/** A Monday, in milliseconds since 1970. */
export const begin = Date.UTC(2026, 10, 16);
const minute = 60_000;

/** What a target was told in a report: of which pipeline, and whether it is failing or works again. */
interface Said {
  pipeline: Pipeline;
  what: "failing" | "over" | "moved";
}

/** A report of the monitor, as the targets saw it. */
export interface PlayedReport extends ReportScript {
  /** By target; undefined for one that took nothing, or was not asked. */
  said: Partial<Record<TargetName, Said[]>>;
  delivered: string;
  /** The pipelines for which an alert is open after it. */
  open: readonly Pipeline[];
}

export function isWithin(periods: readonly Period[], at: number): boolean {
  return periods.some(({ from, until }) => from <= at && at < until);
}

/** The keys of the configuration at a minute of the week. */
function keysAt(week: Week, at: number): object {
  const { mutes, maintenanceHour, businessHours, afterFailures, routes, movedAt, editedAt } = week;
  const owner = `team ${editedAt.filter((edit) => edit <= at).length}`;
  const entries = pipelines.map((name) => {
    const mute = mutes.find(({ pipeline, from }) => pipeline === name && from <= at);
    const settings = {
      owner,
      ...(name === high ? { severity: "high" } : {}),
      ...(name === scheduled ? { schedule: "0 */3 * * *", grace: graceMinutes * 60 } : {}),
      ...(mute && { mute_until: `${new Date(begin + mute.until * minute).toISOString().slice(0, 16)}Z` }),
    };
    return [name, settings];
  });
  const [from, until] = (businessHours ?? []).map((hour) => `${hour}:00`.padStart(5, "0"));
  const routed = ["FIRST_WEBHOOK", "SECOND_WEBHOOK"].flatMap((webhook, index) => {
    const names = routes[index]?.[at < movedAt ? 0 : 1] ?? [];
    return names.length === 0 ? [] : [{ pipelines: names, webhook }];
  });
  return {
    ...{ notify: "changes", run_ct_min: -1, remind_hours: week.remindHours },
    ...(businessHours && { business_hours: `Sun-Sat ${from}-${until}` }),
    ...(maintenanceHour !== undefined && { quiet: [{ schedule: `0 ${maintenanceHour} * * *`, hours: 1 }] }),
    ...(afterFailures === 1 ? {} : { history: 50 }),
    pipelines: {
      default: { max_proc_time: 900, min_proc_time: 30, after_failures: afterFailures },
      ...Object.fromEntries(entries),
    },
    // An edit may spell the project otherwise.
    project: at % 2 === 0 ? "Night Shift" : "NIGHT shift",
    ...(routed.length === 0 ? {} : { routes: routed }),
    paging: { kind: "pagerduty", key: "KEY" },
  };
}

/** The pipelines that a target takes at a minute of the week. */
export function taken({ routes, movedAt }: Week, at: number, name: TargetName): Pipeline[] {
  if (name === "pager") return [high];
  const [first = [], second = []] = routes.map((one) => one[at < movedAt ? 0 : 1]);
  if (name !== "own") return name === "FIRST_WEBHOOK" ? first : second;
  return pipelines.filter((pipeline) => !first.includes(pipeline) && !second.includes(pipeline));
}

/** All features, with channels by their names and a paging service that are made by hand. */
type FeaturesWith = (
  channel: (name: string) => Channel,
  pager: Pick<Pager, "open" | "close">,
) => readonly Feature[];

/** Plays a week in memory, report after report. */
export async function playWeek(week: Week, featuresWith: FeaturesWith): Promise<PlayedReport[]> {
  let pipeline = memoryPipeline();
  const open = new Map<string, Pipeline>();
  const played: PlayedReport[] = [];
  for (const report of week.reports) {
    const { at, fate } = report;
    if (fate === "forgotten") pipeline = memoryPipeline();
    const own = pipeline(at / 60);
    const said: PlayedReport["said"] = {};
    const isDown = (name: TargetName) => isWithin(week.outages[name], at);
    const post = (name: TargetName) => async (message: Message) => {
      if (isDown(name)) throw new Error("503");
      said[name] = saidIn(markdownLines(message, sanitize));
    };
    const pager: Parameters<FeaturesWith>[1] = {
      async open({ key, title }) {
        if (isDown("pager")) throw new Error("500");
        const name = pipelines.find((one) => title.startsWith(one));
        if (name !== undefined) open.set(key, name);
      },
      async close(key) {
        if (isDown("pager")) throw new Error("500");
        open.delete(key);
      },
    };
    const channel = (name: string) =>
      channelOf(post(targets.find((one) => one === name) ?? assert.fail(name)));
    const tagged = () => Promise.reject(new Error("503"));
    const service = withJournal(own.ownPipeline.service, report.journal);
    const rotated = week.editedAt.filter((edit) => edit <= at).length;
    const { report: totals } = await watch(runsAt(week, at), {
      ...{ keys: keysAt(week, at), clock: testClock({ startsAt: begin + at * minute }) },
      agent: fate === "lost" ? { ...own.agent, attachReport: () => undefined } : own.agent,
      ownPipeline: {
        ...own.ownPipeline,
        service: fate === "unreadable" ? { ...service, taggedRuns: tagged } : service,
      },
      post: fate === "guest" ? async () => {} : post("own"),
      isStartedByPerson: fate === "guest",
      webhook: fingerprint([fate === "guest" ? "test channel" : `webhook ${rotated}`]),
      features: featuresWith(channel, pager),
    });
    played.push({ ...report, said, delivered: totals.delivered, open: [...open.values()] });
  }
  return played;
}

function withJournal(service: OwnPipeline["service"], fate: JournalFate): OwnPipeline["service"] {
  const attachments: typeof service.attachments = async (runId, type, name, signal) => {
    const contents = await service.attachments(runId, type, name, signal);
    if (type !== journalType || fate === "kept") return contents;
    return contents.flatMap((content): unknown[] => {
      const file: Record<string, string> = JSON.parse(JSON.stringify(content));
      if (fate === "lost") return [];
      return fate === "cut"
        ? [{ ...file, deflated: file["deflated"]?.slice(0, 200) }]
        : [{ ...file, run: "1" }];
    });
  };
  return { ...service, attachments };
}

/** When the scheduled pipeline was due, and whether it ran. */
export function dueTimes({ absences }: Week, until: number): { at: number; hasRun: boolean }[] {
  return Array.from({ length: Math.ceil(until / everyMinutes) }, (_, index) => {
    const at = index * everyMinutes;
    return { at, hasRun: !isWithin(absences, at) };
  });
}

/** The runs that have finished, the latest first. */
function runsAt(week: Week, at: number) {
  const ofSchedule = dueTimes(week, at).flatMap((due): Run[] =>
    due.hasRun ? [{ pipeline: scheduled, at: due.at + 2, result: "succeeded" }] : [],
  );
  const usual = { logs: [], runSeconds: 60, queuedSeconds: 30 };
  return [...week.runs, ...ofSchedule]
    .sort((one, other) => one.at - other.at)
    .map(({ pipeline, at: finished, result }, index) => ({
      ...{ ...usual, id: index + 1, pipeline, definitionId: pipelines.indexOf(pipeline) + 1, result },
      finishedSecondsAgo: (at - finished) * 60,
    }))
    .filter(({ finishedSecondsAgo }) => finishedSecondsAgo > 0 && finishedSecondsAgo < 15 * 24 * 3600)
    .reverse();
}

/** In the order of the lines; an end comes after the failures of its message. */
function saidIn(lines: readonly string[]): Said[] {
  return lines.flatMap((line): Said[] => {
    const pipeline = pipelines.find((name) =>
      [" [", " did not run", " still has its problem"].some((words) => line.startsWith(`${name}${words}`)),
    );
    if (pipeline === undefined) return [];
    const isOver = / works again| runs again|It has (?:worked|run) again since/.test(line);
    const isMoved = / goes to .* from now on/.test(line);
    return [{ pipeline, what: isMoved ? "moved" : isOver ? "over" : "failing" }];
  });
}
