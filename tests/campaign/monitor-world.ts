import fc from "fast-check";
import type { Elsewhere } from "../faults/faults";
import { hostileText } from "../hostile-text";
import { byConnections, byVariables, now, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import { type ChatProduct, productNames, type SandboxChat } from "../sandbox/chat";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";
import { anyPassing, anyWeather, type Passing, passing, striking, type Weather } from "./weather";

/** A run of a random hour. */
export interface ScriptedRun {
  id: number;
  pipeline: string;
  buildNumber: string;
  status: string;
  result: string;
  runSeconds: number;
  queuedSeconds: number;
  logs: string[];
  /** Its record lacks its status, so that it cannot be understood. */
  broken: boolean;
}

/** One run of the monitor's step. */
export interface MonitorAgentScript {
  cancelled: boolean;
  /** The step is cancelled as soon as the services have had so many requests. */
  afterRequests: number;
  onIssues: "succeed" | "warn" | "fail";
  debug: boolean;
  /** It has service connections in place of variables. */
  connected: boolean;
}

/** A random hour of a project, a configuration for it, services, and agents. */
export interface MonitorScript {
  runs: ScriptedRun[];
  pageSize: number;
  runCountMin: number;
  queueSecondsMax: number;
  defaultChecked: boolean;
  quietPipelines: string[];
  /** The product of the chat. */
  product: ChatProduct;
  lists: Weather[];
  logLists: Weather[];
  logs: Weather[];
  webhook: Weather[];
  passing: Passing[];
  agents: MonitorAgentScript[];
}

const anyName = fc.oneof(
  hostileText,
  fc.constantFrom("nightly import", "constructor", "__proto__", "default", "comment"),
);

const anyRun = fc.record({
  pipeline: anyName,
  buildNumber: hostileText,
  status: fc.constantFrom("completed", "completed", "completed", "inProgress"),
  result: fc.constantFrom("succeeded", "succeeded", "failed", "canceled"),
  runSeconds: fc.constantFrom(5, 10, 300, 59),
  queuedSeconds: fc.constantFrom(0, 30, 31, 50),
  logs: fc.array(
    fc.constantFrom("fine", "long\nlonger\nlongest", "an error", "an Error", "two\nlines", "err\nor"),
    {
      maxLength: 8,
    },
  ),
  broken: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
});

/** Random hours, services and agents. */
export const anyMonitorScript: fc.Arbitrary<MonitorScript> = fc.record({
  runs: fc
    .array(anyRun, { maxLength: 7 })
    .map((runs) => runs.map((run, index) => ({ ...run, id: index + 1 }))),
  pageSize: fc.integer({ min: 1, max: 4 }),
  runCountMin: fc.integer({ min: -1, max: 8 }),
  queueSecondsMax: fc.constantFrom(30, 40),
  defaultChecked: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
  quietPipelines: fc.array(anyName, { maxLength: 2 }),
  product: fc.oneof(fc.constant("markdown" as const), fc.constantFrom(...productNames)),
  lists: anyWeather,
  logLists: anyWeather,
  logs: anyWeather,
  webhook: anyWeather,
  passing: anyPassing,
  agents: fc.array(
    fc.record({
      cancelled: fc.integer({ min: 0, max: 3 }).map((number) => number === 3),
      afterRequests: fc.integer({ min: 1, max: 12 }),
      onIssues: fc.constantFrom<MonitorAgentScript["onIssues"]>("succeed", "warn", "fail"),
      debug: fc.boolean(),
      connected: fc.boolean(),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

/** One run of the step, as it ended and as the services saw it. */
export interface MonitorStep {
  script: MonitorAgentScript;
  result: StepResult;
  /** The statuses that the posts of this step were answered, in order; 0 where the answer was none. */
  posts: number[];
  /** The texts that the channel took from this step. */
  texts: string[];
}

/** What is to be judged when all is over. */
export interface PlayedMonitor {
  script: MonitorScript;
  steps: MonitorStep[];
}

export const limits = { min_proc_time: 10, max_proc_time: 300 };

/** Plays a script with the packaged task, and hands what came of it to the judge. */
export async function playMonitor(
  script: MonitorScript,
  agent: SandboxAgent,
  elsewhere: Elsewhere,
  judge: (played: PlayedMonitor) => void,
): Promise<void> {
  const options = {
    runs: script.runs.map((run) => ({
      ...run,
      finishedSecondsAgo: 100 + run.id,
      record: run.broken ? { status: undefined } : {},
    })),
    config: {
      run_ct_min: script.runCountMin,
      queue_time_max: script.queueSecondsMax,
      pipelines: Object.fromEntries([
        ...script.quietPipelines.map((name) => [name, { check_flag: false }]),
        ["default", { ...limits, check_flag: script.defaultChecked }],
      ]),
    },
    service: { pageSize: script.pageSize },
    chatProduct: script.product,
  };
  await withStage(agent, options, async (service, chat) => {
    const posts = misbehave(service, chat, script, elsewhere);
    const steps: MonitorStep[] = [];
    for (const run of script.agents) {
      const [postsBefore, textsBefore] = [posts.length, chat.texts.length];
      const result = await runOnce(agent, service, chat, run, script.product);
      steps.push({
        script: run,
        result,
        posts: posts.slice(postsBefore),
        texts: chat.texts.slice(textsBefore),
      });
    }
    judge({ script, steps });
  });
}

function runOnce(
  agent: SandboxAgent,
  service: SandboxBuildService,
  chat: SandboxChat,
  { cancelled, afterRequests, onIssues, debug, connected }: MonitorAgentScript,
  chatFormat: ChatProduct,
): Promise<StepResult> {
  const requests = () => service.requests.length + chat.requests.length;
  const until = requests() + afterRequests;
  const credentials = connected ? byConnections(service, chat) : byVariables(chat);
  return agent.run({
    task: "PipelineMonitor",
    ...credentials,
    inputs: { configFile: "monitor.json", onIssues, chatFormat, ...credentials.inputs },
    variables: { "System.Debug": String(debug) },
    clockStartsAt: now,
    ...(cancelled ? { cancelWhen: () => requests() >= until } : {}),
  });
}

/** Makes the services behave as the script says; gives the statuses that posts are answered. */
function misbehave(
  service: SandboxBuildService,
  chat: SandboxChat,
  script: MonitorScript,
  elsewhere: Elsewhere,
): number[] {
  const posts: number[] = [];
  let answers = 0;
  const isLog = ({ path }: ReceivedRequest) => /\/logs\/\d+$/.test(path);
  service.faults.push(
    striking(script.lists, ({ path }) => path.endsWith("/builds"), elsewhere),
    striking(script.logLists, ({ path }) => path.endsWith("/logs"), elsewhere),
    striking(script.logs, isLog, elsewhere),
    {
      when: () => script.passing.length > 0,
      reply: (_, healthy) => passing(healthy(), script.passing[answers++ % script.passing.length]),
    },
  );
  chat.faults.push(
    striking(
      script.webhook,
      () => true,
      elsewhere,
      (_, __, answer) => {
        const reply = answer();
        posts.push(statusOf(reply));
        return reply;
      },
    ),
    {
      when: () => true,
      reply(_, healthy) {
        const reply = healthy();
        posts.push(statusOf(reply));
        return reply;
      },
    },
  );
  return posts;
}

/** The status that a client sees; 0 where there is none. */
function statusOf({ status, raw, ending }: Reply): number {
  if (raw !== undefined) return Number(/^HTTP\/1\.1 (\d+)/.exec(raw)?.[1] ?? 0);
  return status ?? (ending === undefined ? 200 : 0);
}
