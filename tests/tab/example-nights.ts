import type { ReportProblem } from "../../shared/report/schema";
import type { SandboxRun } from "../sandbox/build-service";
import { sketchRun } from "../sandbox/runs";
import { day, hour, nightNow, projectName, type Sketch, usualUrl, world } from "./night-world";

/** Nights of a project as the hub finds them. */

const usual: Sketch[] = [
  { name: "invoices", owner: "Billing", seconds: 190 },
  { name: "export", everyHours: 6, firstHour: 5, owner: "Data team", seconds: 40 },
  { name: "importer", everyHours: 2, owner: "Data team", seconds: 700 },
  { name: "orders", owner: "Shop", seconds: 300, secondsBefore: 240 },
  { name: "price feed", owner: "Shop", seconds: 95 },
  { name: "db_backup", everyHours: 24, owner: "Platform", seconds: 2600 },
  { name: "search index", everyHours: 3, seconds: 420 },
  { name: "certificate check", everyHours: 12, owner: "Platform", seconds: 12 },
];

const about = { project: projectName, severity: "failure", importance: "normal" } as const;
const told = { kind: "told" } as const;
const pageOf = (id: number) => `https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=${id}`;

const pipelinePage = (id: number) => `https://dev.azure.com/contoso/Night%20Shift/_build?definitionId=${id}`;

/** When a run of the world ended that was queued so many hours ago. */
const endOfRun = (hoursAgo: number, seconds: number) =>
  (Math.floor(nightNow / hour) - hoursAgo) * hour + 300 + seconds;

function problem(
  pipeline: string,
  changes: Partial<ReportProblem> & Pick<ReportProblem, "sentence" | "since">,
): ReportProblem {
  const owner = usual.find(({ name }) => name === pipeline)?.owner;
  return {
    ...{ ...about, key: `${pipeline} ${changes.sentence}`, pipeline, kind: "failed", state: told },
    ...{ last: changes.since, count: 1, runUrl: pageOf(812), number: "20261124.3" },
    ...(owner === undefined ? {} : { owner }),
    ...changes,
  };
}

const muted = {
  kind: "muted",
  why: "Muted until 2026-11-26 01:00 UTC (waiting for the vendor's fix).",
} as const;

const badProblems: ReportProblem[] = [
  problem("invoices", {
    ...{ sentence: "failed", count: 3, importance: "high" },
    ...{ since: endOfRun(3, 190), last: endOfRun(1, 190) },
    ...{ cause: "ORA-01017: invalid username/password", runbookUrl: "https://wiki.contoso.com/invoices" },
    logUrl: `${pageOf(812)}&view=logs`,
  }),
  problem("export", {
    ...{ sentence: "did not start at 05:00 UTC", kind: "missed", since: nightNow - 98 * 60 },
    ...{ number: undefined, runUrl: pipelinePage(2) },
  }),
  problem("importer", {
    ...{ sentence: "running for 2 h 14 min (limit 20 min)", kind: "stuck", severity: "warning" },
    since: endOfRun(2, 0),
  }),
  problem("price feed", {
    ...{ sentence: "failed", since: endOfRun(4, 95), last: endOfRun(1, 95), count: 4, state: muted },
  }),
];

/** Nothing was wrong for a week. */
export function quietWeek(url = usualUrl): SandboxRun[] {
  return world(usual, { url, problems: [] });
}

/** Since three at night, one fails, one did not start, one hangs; one that fails is muted. One hour nobody watched. */
export function badNight(url = usualUrl): SandboxRun[] {
  const sketches = withFates({
    invoices: (ago) => (ago < 4 ? "failed" : undefined),
    export: (ago) => (ago < 2 ? "missed" : undefined),
    importer: (ago) => (ago < 3 ? "stuck" : undefined),
    "price feed": (ago) => (ago < 5 ? "failed" : undefined),
    orders: (ago) => (ago === 20 ? "limit" : undefined),
  });
  return world(sketches, { url, problems: badProblems, gaps: [evening] });
}
const evening: [number, number] = [nightNow - 9.6 * hour, nightNow - 8.5 * hour];

/** For four weeks, now and then a run failed that the next one made good; a weekend was not watched. */
export function flakyMonth(url = usualUrl): SandboxRun[] {
  const sketches = withFates({
    invoices: (ago) => (ago % 53 === 7 ? "failed" : undefined),
    "price feed": (ago) => (ago % 17 === 1 ? "failed" : undefined),
    importer: (ago) => (ago % 61 === 0 ? "stuck" : ago % 40 === 0 ? "limit" : undefined),
    export: (ago) => (ago > 280 && ago < 330 ? "missed" : undefined),
    "search index": (ago) => (ago % 30 === 6 ? "failed" : undefined),
  });
  const cause = "connect ETIMEDOUT 203.0.113.7:443";
  const flaky = problem("price feed", { sentence: "failed", since: nightNow - 6 * hour, count: 2, cause });
  const gaps: [number, number][] = [[nightNow - 17.2 * day, nightNow - 15 * day]];
  const rows = [
    {
      ...{ pipeline: "vendor unreachable", list: "Known issues", isGood: false },
      sentence: "had 2 hits today, 9 in 7 days and 31 in 28 days",
    },
  ];
  return world(sketches, { url, problems: [flaky], gaps, rows });
}

/** The same night without a monitor: what the list of runs shows. */
export function noMonitor(url = usualUrl): SandboxRun[] {
  const milliseconds = nightNow * 1000;
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
  const own = badNight(url).filter(({ attachments }) => attachments === undefined);
  return [...own, { ...waiting, timeline: { records } }];
}

function withFates(fates: Readonly<Record<string, Sketch["fate"]>>): Sketch[] {
  return usual.map((sketch) => ({ ...sketch, fate: fates[sketch.name] }));
}

/** The bad night's monitor has not run for nine hours. */
export function lateMonitor(url = usualUrl): SandboxRun[] {
  const [since, last] = [endOfRun(12, 190), endOfRun(10, 190)];
  const problems = badProblems.slice(0, 1).map((one) => ({ ...one, since, last }));
  const sketches = withFates({ invoices: (ago) => (ago < 13 ? "failed" : undefined) });
  return world(sketches, { url, problems, reportedSecondsAgo: 9 * hour });
}

/** So many pipelines that run every hour, each of which fails now and then. */
export function largeWorld(pipelines: number, url = usualUrl): SandboxRun[] {
  const sketches = Array.from(
    { length: pipelines },
    (_, index): Sketch => ({
      ...{ name: `pipeline ${index + 1} of the night`, owner: `Team ${index % 9}`, seconds: 60 + index },
      fate: (ago) =>
        (ago * 7 + index) % 41 === 0 ? "failed" : (ago + index) % 97 === 0 ? "limit" : undefined,
    }),
  );
  return world(sketches, { url, problems: badProblems, gaps: [evening] });
}

/** Sixty-two problems, forty of which have one cause; the names are as long as Azure DevOps allows. */
export function flood(url = usualUrl): SandboxRun[] {
  const problems = Array.from({ length: 62 }, (_, index) =>
    problem(`${index} ${"nightly-reconciliation-of-".repeat(8)}`.slice(0, 200), {
      ...{ sentence: "failed", since: nightNow - (index + 2) * hour, key: `${index}` },
      ...(index < 40 ? { cause: "stopped hearing from agent", group: "lost agent", owner: "Platform" } : {}),
    }),
  );
  return world(usual, { url, problems });
}
