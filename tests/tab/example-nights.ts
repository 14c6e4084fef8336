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

/** Nights of a project as the hub finds them: the runs of a monitor with their attachments, and those that it watches. */

/** A Tuesday, 06:38 UTC, in seconds since 1970. */
export const nightNow = Date.UTC(2026, 10, 24, 6, 38) / 1000;

const [hour, day] = [3600, 24 * 3600];
const projectName = "Night Shift";
const usualUrl = "https://dev.azure.com/contoso/Night%20Shift";
const tag = "monitor-reported-0123456789ab";

/** A pipeline that runs every so many hours: what became of the run so many hours ago; undefined of all that went well. */
interface Sketch {
  name: string;
  everyHours?: number;
  owner?: string;
  seconds?: number;
  /** Before the last week. */
  secondsBefore?: number;
  fate?: ((hoursAgo: number) => State | undefined) | undefined;
}

const usual: Sketch[] = [
  { name: "invoices", owner: "Billing", seconds: 190 },
  { name: "export", everyHours: 6, owner: "Data team", seconds: 40 },
  { name: "importer", everyHours: 2, owner: "Data team", seconds: 700 },
  { name: "orders", owner: "Shop", seconds: 300, secondsBefore: 240 },
  { name: "price feed", owner: "Shop", seconds: 95 },
  { name: "db_backup", everyHours: 24, owner: "Platform", seconds: 2600 },
  { name: "search index", everyHours: 3, seconds: 420 },
  { name: "certificate check", everyHours: 12, owner: "Platform", seconds: 12 },
];

export interface World {
  runs: SandboxRun[];
  now: number;
}

const about = { project: projectName, severity: "failure", importance: "normal" } as const;
const told = { kind: "told", why: "In the message of this report." } as const;
const pageOf = (id: number) => `https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=${id}`;

function problem(
  pipeline: string,
  changes: Partial<ReportProblem> & Pick<ReportProblem, "sentence" | "since">,
): ReportProblem {
  const owner = usual.find(({ name }) => name === pipeline)?.owner;
  return {
    ...{
      ...about,
      key: `${pipeline} ${changes.sentence}`,
      pipeline,
      kind: "failed",
      last: changes.since,
      count: 1,
    },
    ...(owner === undefined ? {} : { owner }),
    ...{ runUrl: pageOf(812), number: "20261124.3", state: told, ...changes },
  };
}

const muted = {
  kind: "muted",
  why: "Muted until 2026-11-26 01:00 UTC (waiting for the vendor's fix).",
} as const;

const badProblems: ReportProblem[] = [
  problem("invoices", {
    ...{
      sentence: "failed",
      since: nightNow - 3.5 * hour,
      last: nightNow - 5100,
      count: 3,
      importance: "high",
    },
    ...{ cause: "ORA-01017: invalid username/password", runbookUrl: "https://wiki.contoso.com/invoices" },
    logUrl: `${pageOf(812)}&view=logs`,
  }),
  problem("export", { sentence: "did not start at 05:00 UTC", kind: "missed", since: nightNow - 98 * 60 }),
  problem("importer", {
    ...{ sentence: "running for 2 h 25 min (limit 20 min)", kind: "stuck", severity: "warning" },
    since: nightNow - 145 * 60,
  }),
  problem("price feed", { sentence: "failed", since: nightNow - 30 * hour, count: 12, state: muted }),
];

/** Nothing was wrong for a week. */
export function quietWeek(url = usualUrl): World {
  return world(usual, { url, problems: [] });
}

/** Since three at night, one fails, one did not start, one hangs; one that is flaky is muted. One hour nobody watched. */
export function badNight(url = usualUrl): World {
  const fates: Record<string, Sketch["fate"]> = {
    invoices: (ago) => (ago < 4 ? "failed" : undefined),
    export: (ago) => (ago < 2 ? "missed" : undefined),
    importer: (ago) => (ago < 4 && ago > 1 ? "stuck" : undefined),
    "price feed": (ago) => (ago % 3 === 0 && ago < 31 ? "failed" : undefined),
    orders: (ago) => (ago === 20 ? "limit" : undefined),
  };
  return world(withFates(fates), {
    url,
    problems: badProblems,
    gaps: [[nightNow - 9.6 * hour, nightNow - 8.5 * hour]],
  });
}

/** For four weeks, now and then a run failed that the next one made good; a weekend was not watched. */
export function flakyMonth(url = usualUrl): World {
  const fates: Record<string, Sketch["fate"]> = {
    invoices: (ago) => (ago % 53 === 7 ? "failed" : undefined),
    "price feed": (ago) => (ago % 17 === 5 ? "failed" : undefined),
    importer: (ago) => (ago % 61 === 0 ? "stuck" : ago % 40 === 0 ? "limit" : undefined),
    export: (ago) => (ago > 280 && ago < 330 ? "missed" : undefined),
    "search index": (ago) => (ago % 30 === 6 ? "failed" : undefined),
  };
  const flaky = problem("price feed", {
    ...{
      sentence: "failed",
      since: nightNow - 6 * hour,
      count: 2,
      cause: "connect ETIMEDOUT 203.0.113.7:443",
    },
  });
  return world(withFates(fates), {
    url,
    problems: [flaky],
    gaps: [[nightNow - 17.2 * day, nightNow - 15 * day]],
  });
}

/** The same night without a monitor: what the list of runs shows. */
export function noMonitor(url = usualUrl): World {
  const { now, runs } = badNight(url);
  const milliseconds = now * 1000;
  const waiting = sketchRun(milliseconds, {
    ...{ id: 990, pipeline: "release", definitionId: 40, unfinished: "running", runSeconds: 5 * hour },
    record: { definition: { id: 40, name: "release" } },
  });
  const records = [
    { id: "a", type: "Stage", name: "Production", state: "pending" },
    { id: "b", parentId: "a", type: "Checkpoint", state: "inProgress" },
    {
      ...{ id: "c", parentId: "b", type: "Checkpoint.Approval", state: "inProgress" },
      startTime: new Date(milliseconds - 3 * hour * 1000).toISOString(),
    },
  ];
  return {
    now,
    runs: [
      ...runs.filter(({ attachments }) => attachments === undefined),
      { ...waiting, timeline: { records } },
    ],
  };
}

function withFates(fates: Readonly<Record<string, Sketch["fate"]>>): Sketch[] {
  return usual.map((sketch) => ({ ...sketch, fate: fates[sketch.name] }));
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

/** The bad night's monitor has not run for nine hours. */
export function lateMonitor(url = usualUrl): World {
  return world(withFates({}), {
    url,
    problems: badProblems.slice(0, 1).map((one) => ({ ...one, since: nightNow - 11.5 * hour })),
    reportedSecondsAgo: 9 * hour,
  });
}

/** So many pipelines that run every hour, each of which fails now and then. */
export function largeWorld(pipelines: number, url = usualUrl): World {
  const sketches = Array.from(
    { length: pipelines },
    (_, index): Sketch => ({
      ...{ name: `pipeline ${index + 1} of the night`, owner: `Team ${index % 9}`, seconds: 60 + index },
      fate: (ago) =>
        (ago * 7 + index) % 41 === 0 ? "failed" : (ago + index) % 97 === 0 ? "limit" : undefined,
    }),
  );
  return world(sketches, {
    url,
    problems: badProblems,
    gaps: [[nightNow - 9.6 * hour, nightNow - 8.5 * hour]],
  });
}
