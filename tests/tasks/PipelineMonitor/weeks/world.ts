import assert from "node:assert/strict";
import { markdownLines } from "../../../../shared/chat/markdown";
import type { Message } from "../../../../shared/chat/message";
import { journalType } from "../../../../shared/journal/schema";
import type { Pager } from "../../../../shared/paging/delivery";
import type { Alert } from "../../../../shared/paging/service";
import { fingerprint } from "../../../../tasks/PipelineMonitor/config/fingerprint";
import type { Feature } from "../../../../tasks/PipelineMonitor/feature";
import { alertsType } from "../../../../tasks/PipelineMonitor/features/paging/intents-file";
import type { OwnPipeline } from "../../../../tasks/PipelineMonitor/issue/context";
import { ledgerType, UnknownForm } from "../../../../tasks/PipelineMonitor/ledger/ledger-file";
import type { Channel } from "../../../../tasks/PipelineMonitor/targets/channel";
import { didNotStart } from "../../../did-not-start";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { memoryPipeline, watch } from "../monitor-stage";
import { refusal } from "../refusal";
import { channelOf } from "../target-stage";
import type { JournalFate, LedgerFate, ReportScript } from "./report-script";
import {
  graceMinutes,
  high,
  isWithin,
  limitMinutes,
  type Pipeline,
  pipelines,
  scheduled,
  stuckPipeline,
  type TargetName,
  targets,
  type Week,
} from "./script";
import { codeAt, runsAt } from "./service";

/** A Monday, in milliseconds since 1970. */
export const begin = Date.UTC(2026, 10, 16);
const minute = 60_000;

/** What a target was told in a report: of which pipeline, and whether it is failing or works again. */
interface Said {
  pipeline: Pipeline;
  what: "failing" | "over" | "moved" | "gone";
  text: string;
}

/** A report of the monitor, as the targets saw it. */
export interface PlayedReport extends ReportScript {
  /** By target; undefined for one that took nothing, or was not asked. */
  said: Partial<Record<TargetName, Said[]>>;
  delivered: string;
  /** The pipelines for which an alert is open after it, and the ids of the stuck runs for which one is. */
  open: readonly Pipeline[];
  stuckOpen: readonly number[];
  /** Whether it could not read what earlier reports knew, and whether a later one can read what it knows. */
  isBlind: boolean;
  isSaved: boolean;
}

/** The keys of the configuration at a minute of the week. */
function keysAt(week: Week, at: number): object {
  const {
    mutes,
    maintenanceHour,
    businessHours,
    afterFailures,
    hasHistory,
    routes,
    movedAt,
    editedAt,
    renamedAt,
  } = week;
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
    ...(afterFailures > 1 || hasHistory ? { history: 50 } : {}),
    pipelines: {
      default: { max_proc_time: limitMinutes * 60, min_proc_time: 30, after_failures: afterFailures },
      [stuckPipeline]: { severity: "high" },
      ...Object.fromEntries(entries),
    },
    // An edit may spell the project or its organization otherwise.
    project: at < renamedAt ? "Night Shift" : at % 2 === 0 ? "Day Shift" : "DAY shift",
    ...(at % 3 === 0 && { organization: "CONTOSO" }),
    ...(at % 3 === 1 && { url_base: "https://contoso.visualstudio.com/", organization: "DefaultCollection" }),
    check_unfinished: true,
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
  const ledgers = new Map<string, LedgerFate>();
  const begun = () =>
    memoryPipeline((runId, type) => {
      const fate = type === ledgerType ? ledgers.get(String(runId)) : undefined;
      if (fate === "gone") return new UnknownForm("cut in half");
      return fate === "refused" ? refusal(500) : undefined;
    });
  let pipeline = begun();
  const open = new Map<string, Pick<Alert, "title" | "links">>();
  const played: PlayedReport[] = [];
  let before = "";
  for (const report of week.reports) {
    const { at, fate } = report;
    if (fate === "forgotten") pipeline = begun();
    const own = pipeline(at / 60);
    const { runId } = own.ownPipeline;
    ledgers.set(runId, report.ledger);
    const said: PlayedReport["said"] = {};
    const isDown = (name: TargetName) => isWithin(week.outages[name], at);
    const post = (name: TargetName) => async (message: Message) => {
      if (isDown(name)) throw new Error("503");
      said[name] = saidIn(markdownLines(message, sanitize));
    };
    const pager: Parameters<FeaturesWith>[1] = {
      async open({ key, ...alert }) {
        if (isDown("pager")) throw new Error("500");
        open.set(key, alert);
      },
      async close(key) {
        if (isDown("pager")) throw new Error("500");
        open.delete(key);
      },
    };
    const channel = (name: string) =>
      channelOf(post(targets.find((one) => one === name) ?? assert.fail(name)));
    const isAttached = (type: string) => fate !== "lost" && (fate !== "killed" || type === alertsType);
    const attachReport: typeof own.agent.attachReport = (type, ...of) => {
      if (isAttached(type)) own.agent.attachReport(type, ...of);
    };
    const rotated = week.editedAt.filter((edit) => edit <= at).length;
    const { report: totals, whole } = await watch(runsAt(week, at), {
      ...{ keys: keysAt(week, at), clock: testClock({ startsAt: begin + at * minute }), projectId: "9a3b" },
      agent: { ...own.agent, attachReport },
      ownPipeline: { ...own.ownPipeline, service: ownRunsFor(own.ownPipeline.service, report, before) },
      service: () => codeAt(week, at),
      post: fate === "guest" ? async () => {} : post("own"),
      isStartedByPerson: fate === "guest",
      webhookId: fingerprint([fate === "guest" ? "test channel" : `webhook ${rotated}`]),
      features: featuresWith(channel, pager),
    });
    before = runId;
    const alerts = [...open.values()];
    played.push({
      ...{ ...report, said, delivered: totals.delivered, isBlind: whole.isBlind },
      isSaved: !["lost", "killed"].includes(fate) && !whole.isBlind && report.ledger === "kept",
      open: alerts.flatMap(({ title }) => pipelines.find((one) => aboutOf(title).startsWith(one)) ?? []),
      stuckOpen: alerts.flatMap(stuckRunOf),
    });
  }
  return played;
}

/** Without the name of the project. */
function aboutOf(title: string): string {
  return title.replace(/^[^:]*: /, "");
}

/** The id of the run that an alert is about, if it is stuck. */
function stuckRunOf({ title, links }: Pick<Alert, "title" | "links">): number[] {
  if (!aboutOf(title).startsWith(`${stuckPipeline} running`)) return [];
  return links.flatMap(({ href }) => /buildId=(\d+)$/.exec(href)?.slice(1).map(Number) ?? []).slice(0, 1);
}

/** The monitor's own runs, as a report sees them. A twin does not see what the run before it has written. */
function ownRunsFor(
  service: OwnPipeline["service"],
  { fate, journal, readsRecords }: ReportScript,
  before: string,
): OwnPipeline["service"] {
  const { attachments } = withJournal(service, journal);
  return {
    ...service,
    async attachments(runId, type, ...of) {
      if (type === alertsType && !readsRecords) throw refusal(500);
      return attachments(runId, type, ...of);
    },
    async taggedRuns(...of) {
      if (fate === "unreadable") throw new Error("503");
      const all = await service.taggedRuns(...of);
      return fate === "twin" ? all.filter(({ id }) => String(id) !== before) : all;
    },
  };
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

/** In the order of the lines; an end comes after the failures of its message. */
function saidIn(lines: readonly string[]): Said[] {
  return lines.flatMap((text): Said[] => {
    const pipeline = pipelines.find((name) =>
      [" [", ` ${didNotStart}`, " still has its problem", " was deleted", ", branch "].some((words) =>
        text.startsWith(`${name}${words}`),
      ),
    );
    if (pipeline === undefined) return [];
    const isEnd = / so its problem is over\.$/.test(text);
    // What nobody was told in time is told with its end.
    const isLate = isEnd && text.startsWith(`${pipeline} [`);
    const isOver = isLate || / works again| runs again|It has (?:worked|run) again since/.test(text);
    const isMoved = / goes to .* from now on/.test(text);
    const isGone = isEnd && !isLate;
    return [{ pipeline, text, what: isMoved ? "moved" : isGone ? "gone" : isOver ? "over" : "failing" }];
  });
}
