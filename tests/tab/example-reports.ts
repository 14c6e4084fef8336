import { isProblem, type Verdict } from "../../shared/report/form";
import type { MonitorReport, ReportProblem, ReportRun } from "../../shared/report/schema";
import { worksAgain } from "../works-again";

/** Reports as PipelineMonitor attaches them, for tests, the bench and the sandbox's pages. */

const hour = 3600;
/** 2026-11-20 02:00 UTC, in seconds since 1970. */
const end = Date.UTC(2026, 10, 20, 2) / 1000;

const pipelineNames = [
  ...["nightly import", "price feed", "db_backup", "invoices", "site health", "stock levels", "mail digest"],
  ...["search index", "certificate check", "warehouse sync", "tax rates"],
  "cleanup of temporary storage accounts",
];

/** Numbers from 0 to 1, the same each time. */
function pseudoRandom(): () => number {
  let state = 7;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function sentenceOf(verdict: Verdict, waited: number, ran: number): string | undefined {
  const sentences: Partial<Record<Verdict, string>> = {
    failed: "failed, 2nd failure in a row: status completed, result failed. Why: no space left on device",
    canceled: "was canceled: status completed, result canceled",
    ranTooLong: `ran too long: ${ran} s, allowed 30 to 900 s`,
    finishedTooFast: `finished too fast: ${ran} s, allowed 30 to 900 s`,
    waitedTooLong: `waited too long to start: ${waited} s, limit 300 s`,
    stuck: "unfinished, running for 3310 s so far, more than 900 s",
  };
  return sentences[verdict];
}

function madeRun(index: number, pipeline: string, next: () => number): ReportRun {
  const drawn = next();
  const chances: [number, Verdict][] = [
    [0.06, "failed"],
    [0.1, "ranTooLong"],
    [0.13, "waitedTooLong"],
    [0.15, "finishedTooFast"],
    [0.17, "canceled"],
    [0.175, "stuck"],
  ];
  const verdict = chances.find(([chance]) => drawn < chance)?.[1] ?? "ok";
  const waited = Math.round(verdict === "waitedTooLong" ? 310 + 600 * next() : 5 + 120 * next());
  const times: Partial<Record<Verdict, number>> = {
    ranTooLong: Math.round(950 + 1500 * next()),
    finishedTooFast: Math.round(3 + 20 * next()),
    stuck: 3310,
  };
  const ran = times[verdict] ?? Math.round(40 + 500 * next());
  const finishTime = verdict === "stuck" ? end + 1 : Math.round(end - hour * next());
  const startTime = finishTime - ran;
  const sentence = sentenceOf(verdict, waited, ran);
  const base = "https://dev.azure.com/contoso/Night%20Shift";
  return {
    pipeline,
    number: `20261120.${index + 1}`,
    runUrl: `${base}/_build/results?buildId=${800 + index}`,
    ...(isProblem(verdict) ? { logUrl: `${base}/_apis/build/builds/${800 + index}/logs/17` } : {}),
    queueTime: startTime - waited,
    startTime,
    ...(verdict === "stuck" ? {} : { finishTime }),
    verdict,
    ...(sentence === undefined ? {} : { sentence }),
    ...(verdict === "ranTooLong" ? { limits: { maxSeconds: 900 } } : {}),
    ...(verdict === "finishedTooFast" ? { limits: { minSeconds: 30 } } : {}),
    ...(verdict === "waitedTooLong" ? { limits: { maxWaitSeconds: 300 } } : {}),
  };
}

/** A monitor's report over an hour of `count` runs in a number of pipelines. */
export function hourOf(count: number, pipelineCount = 12): MonitorReport {
  const next = pseudoRandom();
  const names = Array.from(
    { length: pipelineCount },
    (_, index) => pipelineNames[index] ?? `pipeline ${index + 1}`,
  );
  const runs = Array.from({ length: count }, (_, index) =>
    madeRun(index, names[Math.floor(next() * pipelineCount)] ?? "", next),
  );
  const issues = runs.filter(({ verdict }) => isProblem(verdict)).length;
  const failed = runs.filter(({ verdict }) => verdict === "failed").length;
  const tallies = [...(failed === 0 ? [] : [`${failed} failed`]), "1 did not start"].join(", ");
  return {
    ...{ kind: "monitor", version: 1, project: "contoso / Night Shift", configuration: "monitor.json" },
    ...{ stage: "Watch", job: "monitor", attempt: 1, from: end - hour, to: end },
    sentence: `${issues + 2} problems in ${count} runs: ${tallies} and ${issues + 1 - failed} more`,
    runCount: count,
    issueCount: issues + 2,
    zone: "UTC",
    problems: problemsOf(runs),
    runs,
    missedRuns: [
      { pipeline: "stock levels", at: end - hour + 10 * 60, sentence: "did not start at 01:10 UTC" },
    ],
    otherIssues: [
      {
        pipeline: "stock levels",
        tally: "near a run limit",
        sentence: "reaches the limit of 1000 runs a week at 00:20 UTC (2026-11-21)",
      },
    ],
    rows: [],
    recoveries: [
      {
        pipeline: "site health",
        sentence: `${worksAgain(3)}.`,
        runUrl: "https://dev.azure.com/contoso/Night%20Shift/_build/results?buildId=700",
      },
    ],
    skippedChecks: [],
    pipelines: names.map((pipeline) => totalsOf(pipeline, runs)),
  };
}

/** Each pipeline with a failed run fails since its first, but for one that is muted, and one run is missed. */
function problemsOf(runs: readonly ReportRun[]): ReportProblem[] {
  const failed = runs.filter(({ verdict }) => verdict === "failed");
  const pipelines = [...new Set(failed.map(({ pipeline }) => pipeline))];
  const about = { project: "contoso / Night Shift", severity: "failure", importance: "normal" } as const;
  const told = { kind: "told" } as const;
  const failing = pipelines.map((pipeline, index): ReportProblem => {
    const own = failed.filter((run) => run.pipeline === pipeline);
    const times = own.map(({ finishTime = end }) => finishTime);
    const { number = "", runUrl = "", logUrl = "" } = own.at(-1) ?? {};
    return {
      ...{ ...about, key: `failing ${index}`, pipeline, kind: "failed", sentence: "failed" },
      ...{ since: Math.min(...times), last: Math.max(...times), count: own.length },
      ...{ cause: "no space left on device", owner: "Data team", number, runUrl, logUrl },
      ...{ runbookUrl: "https://wiki.contoso.com/failures", state: told },
      ...(index === 0 ? { importance: "high" } : {}),
    };
  });
  const [at, muted] = [end - hour + 10 * 60, failing.slice(1).at(-1)];
  const missed: ReportProblem = {
    ...{ ...about, key: "missed", pipeline: "stock levels", kind: "missed" },
    ...{ sentence: "did not start at 01:10 UTC", since: at, last: at, count: 1, state: told },
  };
  const why = "Muted until 2026-12-01 00:00 UTC (waiting for the vendor's fix).";
  return [
    ...failing.filter((one) => one !== muted),
    missed,
    ...(muted === undefined ? [] : [{ ...muted, state: { kind: "muted", why } } as const]),
  ];
}

function totalsOf(pipeline: string, all: readonly ReportRun[]) {
  const runs = all.filter((run) => run.pipeline === pipeline);
  const timesOf = (from: "queueTime" | "startTime", to: "startTime" | "finishTime") => {
    const times = runs.map((run) => (run[to] ?? Number.NaN) - (run[from] ?? 0)).filter((time) => time >= 0);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    return times.length === 0 ? undefined : { mean, longest: Math.max(...times) };
  };
  const [runTime, wait] = [timesOf("startTime", "finishTime"), timesOf("queueTime", "startTime")];
  return {
    ...{ pipeline, runs: runs.length, issues: runs.filter(({ verdict }) => isProblem(verdict)).length },
    failures: runs.filter(({ verdict }) => verdict === "failed").length,
    ...(runTime && { runTime }),
    ...(wait && { wait }),
  };
}

/** An hour in which nothing was wrong. */
export function quietHour(): MonitorReport {
  const report = hourOf(40);
  const runs = report.runs
    .filter(({ finishTime }) => finishTime !== undefined)
    .map(({ limits: _, sentence: __, logUrl: ___, ...run }) => ({ ...run, verdict: "ok" as const }));
  return {
    ...{ ...report, sentence: "No recent pipeline errors.", runs, runCount: runs.length, issueCount: 0 },
    ...{ problems: [], missedRuns: [], otherIssues: [], rows: [], recoveries: [] },
    pipelines: report.pipelines.map((one) => ({ ...one, issues: 0, failures: 0 })),
  };
}
