import { journalType, type State } from "../../shared/journal/content-schema";
import { attachmentType, monitorTag } from "../../shared/report/form";
import type { MonitorReport, ReportProblem } from "../../shared/report/schema";
import { createSanitizer } from "../../shared/text/sanitize";
import { utcZone } from "../../shared/text/zone";
import {
  type Day,
  emptyJournal,
  type Journal,
  type PipelineJournal,
} from "../../tasks/PipelineMonitor/issue/journal";
import { emptyDay } from "../../tasks/PipelineMonitor/journal/cells";
import { renderJournal } from "../../tasks/PipelineMonitor/journal/journal-file";
import type { SandboxRun } from "../sandbox/build-service";
import { sketchRun } from "../sandbox/runs";
import { quietHour } from "./example-reports";

/** Worlds for the hub: the runs of a monitor with their attachments, and those that it watches. */

/** A Tuesday, 06:38 UTC, in seconds since 1970. */
export const nightNow = Date.UTC(2026, 10, 24, 6, 38) / 1000;

export const [hour, day] = [3600, 24 * 3600];
export const projectName = "Night Shift";
export const usualUrl = "https://dev.azure.com/contoso/Night%20Shift";
const tag = "monitor-reported-0123456789ab";

/** A pipeline that runs every so many hours: what became of the run so many hours ago; undefined of all that went well. */
export interface Sketch {
  name: string;
  everyHours?: number;
  owner?: string;
  seconds?: number;
  /** Before the last week. */
  secondsBefore?: number;
  fate?: ((hoursAgo: number) => State | undefined) | undefined;
}

export interface World {
  runs: SandboxRun[];
  now: number;
}

interface Watching {
  /** Of the project. */
  url: string;
  problems: ReportProblem[];
  gaps?: [number, number][];
  /** When the monitor ran last. */
  reportedSecondsAgo?: number;
}

/** A monitor that reports every hour, 19 minutes ago at the latest. */
export function world(
  sketches: readonly Sketch[],
  { url, problems, gaps = [], reportedSecondsAgo = 19 * 60 }: Watching,
): World {
  const reportedAt = nightNow - reportedSecondsAgo;
  const pipelines = sketches.map((sketch, index) => pipelineOf(sketch, index + 1));
  const journal: Journal = new Map([
    [
      "0123456789abcdef",
      {
        ...{ ...emptyJournal, name: projectName, url },
        ...{ since: nightNow - 60 * day, gaps, isFilled: true },
        pipelines: new Map(pipelines.map((one) => [String(one.definitionId), one])),
      },
    ],
  ]);
  const ownerOf = (pipeline: string) => sketches.find(({ name }) => name === pipeline)?.owner ?? "";
  const facts = { run: "900", now: reportedAt, zone: utcZone, ownerOf };
  const report: MonitorReport = {
    ...quietHour(),
    ...{
      project: projectName,
      from: reportedAt - hour,
      to: reportedAt,
      problems,
      issueCount: problems.length,
    },
  };
  const attachments = [
    { type: attachmentType, name: "pipeline-monitor.json", text: JSON.stringify(report) },
    { type: journalType, name: `${tag}.json`, text: renderJournal(journal, facts, clean) },
  ];
  const monitorRuns = Array.from({ length: 50 }, (_, back) => ({
    ...sketchRun(nightNow * 1000, {
      ...{
        id: 900 - back,
        pipeline: "night watch",
        definitionId: 99,
        tags: [monitorTag, tag],
        runSeconds: 45,
      },
      ...{
        finishedSecondsAgo: reportedSecondsAgo + back * hour,
        record: { reason: "schedule", sourceBranch: "refs/heads/main" },
      },
    }),
    attachments: back === 0 ? attachments : [],
  }));
  return {
    now: nightNow,
    runs: [...monitorRuns, ...sketches.flatMap((sketch, index) => watchedRuns(sketch, index + 1))],
  };
}

const clean = createSanitizer((line) => line);

function pipelineOf(
  { name, everyHours = 1, seconds = 60, secondsBefore = seconds, fate }: Sketch,
  id: number,
): PipelineJournal {
  const hours = new Map<number, { state: State; queued: number }>();
  const days = new Map<number, Day>();
  const now = Math.floor(nightNow / hour);
  for (let ago = 28 * 24; ago >= 1; ago--) {
    const state = fate?.(ago) ?? ((now - ago) % everyHours === 0 ? "well" : undefined);
    if (state === undefined) continue;
    const queued = state === "missed" ? 0 : 1;
    hours.set(now - ago, { state, queued });
    const number = Math.floor((now - ago) / 24);
    const before = days.get(number) ?? emptyDay();
    const took = ago > 7 * 24 ? secondsBefore : seconds;
    days.set(number, {
      ...before,
      state: order.indexOf(state) > order.indexOf(before.state) ? state : before.state,
      ...{
        runs: before.runs + queued,
        failures: before.failures + Number(state === "failed"),
        timedRuns: before.timedRuns + queued,
      },
      ...{ totalSeconds: before.totalSeconds + took, medianSeconds: took, longestSeconds: took },
    });
  }
  return {
    ...{ pipeline: name, definitionId: id, isRead: true, hours, days, branches: [] },
    ...{ times: [], pattern: undefined, missed: [], isStopped: false, proofs: [], gaps: [] },
  };
}

const order: readonly State[] = ["none", "well", "limit", "stuck", "missed", "failed"];

/** The runs of the last 24 hours, as the service lists them. */
function watchedRuns(
  { name, everyHours = 1, seconds = 60, fate }: Sketch,
  definitionId: number,
): SandboxRun[] {
  const now = Math.floor(nightNow / hour);
  return Array.from({ length: 24 }, (_, index) => index + 1).flatMap((ago) => {
    const state = fate?.(ago) ?? ((now - ago) % everyHours === 0 ? "well" : undefined);
    if (state === undefined || state === "missed") return [];
    const isOpen = state === "stuck";
    if (isOpen && ago !== 3) return [];
    const id = definitionId * 100 + ago;
    const queuedAgo = nightNow - (now - ago) * hour - 300;
    const timing = isOpen
      ? { unfinished: "running" as const, runSeconds: queuedAgo }
      : { runSeconds: seconds, finishedSecondsAgo: queuedAgo - seconds };
    const result = isOpen ? {} : { result: state === "failed" ? "failed" : "succeeded" };
    const record = { reason: "schedule", sourceBranch: "refs/heads/main" };
    return [
      sketchRun(nightNow * 1000, {
        id,
        pipeline: name,
        definitionId,
        buildNumber: `20261124.${ago}`,
        ...timing,
        ...result,
        record,
      }),
    ];
  });
}
