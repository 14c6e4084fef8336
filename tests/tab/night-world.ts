import { groupBy } from "../../shared/group-by";
import {
  type Day,
  emptyJournal,
  type Hour,
  journalType,
  type PipelineJournal,
  pipelineKey,
  type State,
  states,
} from "../../shared/journal/schema";
import { attachmentType, monitorTag } from "../../shared/report/form";
import type { MonitorReport, ReportProblem } from "../../shared/report/schema";
import { utcZone } from "../../shared/text/zone";
import { projectOf } from "../../tab/geometry/project";
import { emptyDay } from "../../tasks/PipelineMonitor/journal/cells";
import { renderJournal } from "../../tasks/PipelineMonitor/journal/journal-file";
import type { SandboxRun } from "../sandbox/build-service";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { sanitize } from "../sanitize";
import { quietHour } from "./example-reports";

/** Worlds for the hub: the runs of a monitor with their attachments, and those that it watches. */

/** A Tuesday, 06:38 UTC, in seconds since 1970. */
export const nightNow = Date.UTC(2026, 10, 24, 6, 38) / 1000;

export const [hour, day] = [3600, 24 * 3600];
export const projectName = "Night Shift";
export const usualUrl = "https://dev.azure.com/contoso/Night%20Shift";
const tag = "monitor-reported-99-0123456789ab";

/** A pipeline that runs every so many hours: what became of the run so many hours ago; undefined of all that went well. */
export interface Sketch {
  name: string;
  everyHours?: number;
  /** The hour of the day at which it runs first. */
  firstHour?: number;
  owner?: string;
  seconds: number;
  /** Before the last week. */
  secondsBefore?: number;
  fate?: ((hoursAgo: number) => State | undefined) | undefined;
}

interface Watching {
  /** Of the project. */
  url: string;
  problems: ReportProblem[];
  /** What features of the monitor have to say. */
  rows?: MonitorReport["rows"];
  gaps?: [number, number][];
  /** When the monitor ran last. */
  reportedSecondsAgo?: number;
}

/** The runs of a monitor that reports every hour, 19 minutes ago at the latest, and those that it watches. */
export function world(
  sketches: readonly Sketch[],
  { url, problems, rows = [], gaps = [], reportedSecondsAgo = 19 * 60 }: Watching,
): SandboxRun[] {
  const reportedAt = nightNow - reportedSecondsAgo;
  const pipelines = new Map(
    sketches.map((sketch, index) => {
      const one = pipelineOf(sketch, index + 1);
      return [pipelineKey(one), one] as const;
    }),
  );
  const project = {
    ...{ ...emptyJournal, name: projectName, url },
    ...{ since: nightNow - 60 * day, gaps, isFilled: true, pipelines },
  };
  const ownerOf = (pipeline: string) => sketches.find(({ name }) => name === pipeline)?.owner ?? "";
  const facts = { run: "900", now: reportedAt, zone: utcZone, ownerOf };
  const journal = renderJournal(
    new Map([[projectOf({ name: "0123456789abcdef" }).id, project]]),
    facts,
    sanitize,
  );
  const report: MonitorReport = {
    ...{ ...quietHour(), project: projectName, problems, rows, issueCount: problems.length },
    ...{ from: reportedAt - hour, to: reportedAt },
  };
  const attachments = [
    { type: attachmentType, name: "pipeline-monitor.json", text: JSON.stringify(report) },
    { type: journalType, name: `${tag}.json`, text: journal },
  ];
  const monitorRuns = Array.from({ length: 50 }, (_, back) => {
    const finishedSecondsAgo = reportedSecondsAgo + back * hour;
    const tags = [monitorTag, tag];
    const run = scheduled("night watch", 99, { id: 900 - back, tags, runSeconds: 45, finishedSecondsAgo });
    return { ...run, attachments: back === 0 ? attachments : [] };
  });
  const watched = sketches.flatMap((sketch, index) => watchedRuns(sketch, index + 1));
  return [...monitorRuns, ...watched];
}

function scheduled(pipeline: string, definitionId: number, sketch: RunSketch): SandboxRun {
  const record = { reason: "schedule", sourceBranch: "refs/heads/main" };
  return sketchRun(nightNow * 1000, { pipeline, definitionId, record, ...sketch });
}

const thisHour = Math.floor(nightNow / hour);

/** The hours with runs of a pipeline, the latest last. */
function hoursOf({ everyHours = 1, firstHour = 0, fate }: Sketch, count: number) {
  return Array.from({ length: count }, (_, index) => count - index).flatMap((ago) => {
    const state = fate?.(ago) ?? ((thisHour - ago) % everyHours === firstHour ? "well" : undefined);
    return state === undefined ? [] : [{ ago, state, queued: state === "missed" ? 0 : 1 }];
  });
}

function pipelineOf(sketch: Sketch, definitionId: number): PipelineJournal {
  const cells = hoursOf(sketch, 28 * 24);
  const days = groupBy(cells, ({ ago }) => String(Math.floor((thisHour - ago) / 24)));
  return {
    ...{ pipeline: { id: definitionId, name: sketch.name }, isRead: true, branches: [] },
    schedules: [],
    hours: new Map(
      cells.map(({ ago, ...cell }) => [thisHour - ago, hourOf({ hour: thisHour - ago, ...cell })]),
    ),
    days: new Map([...days].map(([number, ofDay]) => [Number(number), dayOf(sketch, Number(number), ofDay)])),
  };
}

function hourOf({ hour, state, queued }: Pick<Hour, "hour" | "state" | "queued">): Hour {
  return { hour, state, queued, checked: queued, failed: state === "failed" ? queued : 0, flaky: 0 };
}

function dayOf(
  { seconds, secondsBefore = seconds }: Sketch,
  number: number,
  cells: ReturnType<typeof hoursOf>,
): Day {
  const runs = cells.reduce((sum, { queued }) => sum + queued, 0);
  const took = (cells.at(-1)?.ago ?? 0) > 7 * 24 ? secondsBefore : seconds;
  return {
    ...{
      ...emptyDay(number),
      runs,
      timedRuns: runs,
      failures: cells.filter(({ state }) => state === "failed").length,
    },
    state: states[Math.max(...cells.map(({ state }) => states.indexOf(state)))] ?? "none",
    ...{ totalSeconds: took * cells.length, medianSeconds: took, longestSeconds: took },
  };
}

/** The runs of the last 24 hours, as the service lists them. Of what is stuck, only the run of two hours ago is. */
function watchedRuns(sketch: Sketch, definitionId: number): SandboxRun[] {
  return hoursOf(sketch, 24)
    .flatMap(({ ago, state, queued }) => {
      const isOpen = state === "stuck";
      if (queued === 0 || (isOpen && ago !== 2)) return [];
      const queuedAgo = nightNow - (thisHour - ago) * hour - 300;
      const { seconds } = sketch;
      const about = { id: definitionId * 100 + ago, buildNumber: `20261124.${ago}` };
      const course: RunSketch = isOpen
        ? { unfinished: "running", runSeconds: queuedAgo }
        : {
            runSeconds: seconds,
            finishedSecondsAgo: queuedAgo - seconds,
            result: state === "failed" ? "failed" : "succeeded",
          };
      return [scheduled(sketch.name, definitionId, { ...about, ...course })];
    })
    .reverse();
}
