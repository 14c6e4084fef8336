import { type MonitorRun, runMonitor } from "../packaged/extras-stage";
import { now, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { sketchRun } from "../sandbox/runs";
import { alertsConfig, hourSeconds } from "./alerts-config";
import { type AlertsScript, type MonitoredHour, type Outcome, pipelines } from "./alerts-script";

/** A run of a pipeline, as the service knows it. */
export interface PlayedRun {
  id: number;
  pipeline: number;
  outcome: Outcome;
  /** In seconds since 1970. */
  finish: number;
}

/** One run of the monitor's pipeline. */
export interface AlertsStep {
  hour: MonitoredHour;
  /** In seconds since 1970. */
  start: number;
  result: StepResult;
  /** The texts that the channel took from this step. */
  texts: string[];
  /** What was asked of the service. */
  requests: string[];
}

/** What is to be judged when all is over. */
export interface PlayedAlerts {
  script: AlertsScript;
  /** The oldest first. */
  runs: PlayedRun[];
  steps: AlertsStep[];
}

const logs = ["1", "2", "3", "4"];
const sketches = {
  ok: { runSeconds: 60 },
  noSpace: { result: "failed", logs: [...logs, "##[error]write failed: No space left on device"] },
  timeOut: {
    result: "failed",
    logs: [...logs, "##[error]The job ran longer than the maximum time of 60 minutes."],
  },
  partial: { result: "partiallySucceeded", logs: [] },
  slow: { runSeconds: 5000, logs: [] },
} as const satisfies Record<Outcome, object>;

/** Plays a script with the packaged task, hour after hour, and hands what came of it to the judge. */
export async function playAlerts(
  script: AlertsScript,
  agent: SandboxAgent,
  judge: (played: PlayedAlerts) => void,
): Promise<void> {
  const runs = runsOf(script);
  const steps: AlertsStep[] = [];
  const options = {
    config: alertsConfig(script),
    service: { moreProjects: { Shop: [] } },
    chatProduct: script.product,
  };
  await withStage(agent, options, async (service, chat) => {
    const waiting = [...runs];
    for (const [index, hour] of script.hours.entries()) {
      const start = startOf(hour, index);
      for (const run of waiting.splice(0, waiting.filter(({ finish }) => finish < start).length))
        put(service, run);
      steps.push(await playHour({ script, hour, id: 900 + index, start }, agent, service, chat));
    }
  });
  judge({ script, runs, steps });
}

function startOf({ lateMinutes }: MonitoredHour, index: number): number {
  return now / 1000 + (index + 1) * hourSeconds + lateMinutes * 60;
}

function runsOf({ hours, watchesShop }: AlertsScript): PlayedRun[] {
  return hours
    .flatMap(({ runs }, index) =>
      runs.map(({ pipeline, outcome, minute }) => ({
        pipeline: watchesShop || pipelines[pipeline]?.project !== "Shop" ? pipeline : 0,
        outcome,
        finish: now / 1000 + index * hourSeconds + minute * 60 + pipeline,
      })),
    )
    .sort((one, other) => one.finish - other.finish)
    .map((run, index) => ({ ...run, id: 1 + index }));
}

function put(service: SandboxBuildService, { id, pipeline, outcome, finish }: PlayedRun): void {
  const { name, definitionId, project } = pipelines[pipeline] ?? pipelines[0];
  const sketch = { id, pipeline: name, definitionId, finishedSecondsAgo: 0, ...sketches[outcome] };
  service.put(sketchRun(finish * 1000, sketch), project);
}

interface HourParts {
  script: AlertsScript;
  hour: MonitoredHour;
  id: number;
  start: number;
}

async function playHour(
  { script, hour, id, start }: HourParts,
  agent: SandboxAgent,
  service: SandboxBuildService,
  chat: SandboxChat,
): Promise<AlertsStep> {
  const { ending, killedAfterRequests, forgets, shopIsUnreadable } = hour;
  const [requestsBefore, textsBefore] = [service.requests.length, chat.texts.length];
  const requests = () => service.requests.length + chat.requests.length;
  const until = requests() + killedAfterRequests;
  service.faults.push(
    { when: ({ path }) => forgets && path.includes("/attachments/"), reply: { status: 400 } },
    { when: ({ path }) => shopIsUnreadable && path.includes("/Shop/"), reply: { status: 403 } },
  );
  chat.faults.push({ when: () => ending === "undelivered", reply: { status: 400 } });
  for (const { faults } of [service, chat])
    for (const fault of faults) fault.times ??= Number.POSITIVE_INFINITY;
  const run: MonitorRun = {
    id,
    startedAt: start * 1000,
    vanishes: ending === "killed" || ending === "vanished",
    step: {
      inputs: { chatFormat: script.product },
      ...(ending === "killed" ? { killWhen: () => requests() >= until } : {}),
    },
  };
  const result = await runMonitor(agent, service, chat, run);
  for (const { faults } of [service, chat]) faults.splice(0);
  return {
    hour,
    start,
    result,
    texts: chat.texts.slice(textsBefore),
    requests: service.requests.slice(requestsBefore).map(({ target }) => target),
  };
}
