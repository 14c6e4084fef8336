import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { runMonitor } from "../packaged/extras-stage";
import { reportIn, withStage } from "../packaged/monitor-stage";
import { installAgent, type SandboxAgent } from "../sandbox/agent";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { dayMinutes } from "../tasks/PipelineMonitor/checks/schedules/dice";
import { countReal, realMisses } from "../tasks/PipelineMonitor/checks/schedules/real-misses";
import { createFleet, type FleetPipeline } from "./fleet-pipelines";

const learnedDays = 28;
/** A Monday. */
const start = Date.UTC(2026, 8, 28) / 60_000;
const minute = 60_000;
const nearMinutes = 30;
const config = {
  ...{ notify: "changes", remind_hours: 168, run_ct_min: -1, check_unfinished: true },
  pipelines: { default: { max_proc_time: 86_400, min_proc_time: 0, schedule: "auto" } },
};

interface Said {
  pipeline: string;
  at: number;
  evidence: string;
}

/** Plays hourly reports of the packaged task on a fleet, and returns what each said of missed runs for the first time. */
async function playFleet(fleet: readonly FleetPipeline[], days: number, agent: SandboxAgent) {
  const said = new Map<string, Said>();
  const asked = new Map<string, number>();
  const waiting = fleet.flatMap(sketchesOf).sort((one, other) => one.finished - other.finished);
  const first = start + learnedDays * dayMinutes + 19;
  const reports = days * 24;
  await withStage(agent, { config }, async (service, chat) => {
    for (let report = 0; report < reports; report++) {
      const now = first + report * 60;
      while ((waiting[0]?.finished ?? Number.POSITIVE_INFINITY) <= now) {
        const run = waiting.shift();
        if (run) service.put(sketchRun(run.finished * minute, { ...run.sketch, finishedSecondsAgo: 0 }));
      }
      for (const { queued, sketch } of waiting)
        if (queued <= now) {
          const running = { ...sketch, unfinished: "running", runSeconds: (now - queued) * 60 } as const;
          service.put(sketchRun(now * minute, running));
        }
      const step = await runMonitor(agent, service, chat, { id: 900_000 + report, startedAt: now * minute });
      assert.notEqual(step.result, "Failed", step.log.join("\n"));
      for (const one of saidIn(reportIn(step.log).join("\n"))) {
        const key = `${one.pipeline} ${one.at}`;
        if (!said.has(key)) said.set(key, one);
      }
      for (const { path, query } of service.requests.splice(0)) {
        const kind = kindOf(path, query);
        asked.set(kind, (asked.get(kind) ?? 0) + 1);
      }
      if (report % 24 === 23) console.log(`day ${(report + 1) / 24}: ${said.size} reported`);
    }
  });
  return { said: [...said.values()], asked, reports, until: first + (reports - 1) * 60 };
}

function kindOf(path: string, query: URLSearchParams): string {
  if (path.includes("/definitions/")) return "whether a pipeline is enabled";
  if (!path.endsWith("/builds")) return "others";
  if (query.get("queryOrder")?.startsWith("queueTime")) return "runs that were queued";
  if (query.has("statusFilter")) return "unfinished runs";
  return query.has("minTime") ? "runs that finished" : "others";
}

function sketchesOf({ name, definitionId, branches }: FleetPipeline) {
  return branches.flatMap(({ name: branch, runs }, place) =>
    runs.flatMap(({ run }, index) => {
      if (run === undefined) return [];
      const { queued, finished, commit, result } = run;
      const sketch: RunSketch = {
        ...{ id: definitionId * 4000 + place * 2000 + index, pipeline: name, definitionId, result },
        ...{ queuedSeconds: 0, runSeconds: (finished - queued) * 60 },
        record: { reason: "schedule", sourceBranch: branch, sourceVersion: commit },
      };
      return [{ queued, finished, sketch }];
    }),
  );
}

function saidIn(text: string): Said[] {
  const lines = text.matchAll(/(pipeline \d+) did not run at (\S+) (\S+) UTC \((.*?)\)/g);
  return [...lines].map(([, pipeline = "", date = "", time = "", evidence = ""]) => ({
    ...{ pipeline, evidence },
    at: Date.parse(`${date}T${time}Z`) / minute,
  }));
}

/** What the fleet's schedules did, beside what was said of it. */
function judgeFleet(fleet: readonly FleetPipeline[], said: readonly Said[], until: number) {
  const total = { reported: said.length, true: 0, real: 0, told: 0, laterReal: 0, laterTold: 0 };
  for (const { name, cron, habits, branches } of fleet) {
    const own = said.filter(({ pipeline }) => pipeline === name);
    const [{ runs } = { runs: [] }] = branches;
    const missing = branches.flatMap((branch) => branch.runs.filter(({ skipped }) => skipped === "missing"));
    const isTrue = ({ at }: Said) => missing.some((one) => Math.abs(one.at - at) <= nearMinutes);
    total.true += own.filter(isTrue).length;
    const reported = own.map(({ at }) => at);
    const all = habits.always
      ? realMisses(runs, 60).filter((at) => at > start + learnedDays * dayMinutes)
      : [];
    const counts = countReal(all, reported, until - 150);
    for (const key of ["real", "told", "laterReal", "laterTold"] as const) total[key] += counts[key];
    const wrong = own.filter((one) => !isTrue(one)).map(shown);
    const untold = all.filter((at) => !reported.some((one) => Math.abs(one - at) <= nearMinutes));
    if (wrong.length > 0 || counts.told < counts.real)
      console.log(JSON.stringify({ name, cron, ...habits, holidays: [], wrong, untold: untold.map(dated) }));
  }
  return total;
}

function shown({ at, evidence }: Said): string {
  return `${dated(at)} (${evidence})`;
}

function dated(at: number): string {
  return new Date(at * minute).toISOString().slice(0, 16);
}

/**
 * `npm run fleet -- --seed N --days N`: hourly reports of the packaged task on fifty pipelines as Azure Pipelines runs them.
 * Fails if fewer than 95 of 100 missed runs that it reports are true, or that it must report are reported.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seed: { type: "string", default: "1" }, days: { type: "string", default: "35" } },
  });
  const [seed, days] = [Number(values.seed), Number(values.days)];
  const fleet = createFleet(seed, start, learnedDays + days, learnedDays);
  const agent = installAgent();
  try {
    const { said, asked, reports, until } = await playFleet(fleet, days, agent);
    const total = judgeFleet(fleet, said, until);
    console.table(total);
    console.table(
      Object.fromEntries([...asked].map(([kind, count]) => [kind, { "per report": count / reports }])),
    );
    const isGood = (part: number, whole: number) => part >= 0.95 * whole;
    const isAllGood =
      isGood(total.true, total.reported) &&
      isGood(total.told, total.real) &&
      isGood(total.laterTold, total.laterReal);
    if (!isAllGood || total.real === 0) process.exitCode = 1;
  } finally {
    agent.dispose();
  }
}

void main();
