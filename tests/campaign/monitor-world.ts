import type { Elsewhere } from "../faults/service-fault";
import { ofOwnPipeline, ownRun, showingOwnRun } from "../packaged/extras-stage";
import { byConnections, byVariables, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import { attachmentsOf } from "../sandbox/attachments";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { ChatProduct, SandboxChat } from "../sandbox/chat";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import {
  errorIssue,
  jobRecord,
  type RecordSketch,
  stageRecord,
  stepRecord,
} from "../sandbox/timeline-records";
import { limits, type MonitorAgentScript, type MonitorScript, type ScriptedRun } from "./monitor-script";
import { sabotage } from "./sabotage";
import { passing, striking } from "./weather";

/** The day's first report, which tells of limits. */
const now = Date.UTC(2026, 10, 20, 0, 19);
/** A pipeline that there is none of. */
const ghost = { ...limits, schedule: "30 23 * * *" };

/** One run of the step, as it ended and as the services saw it. */
export interface MonitorStep {
  script: MonitorAgentScript;
  result: StepResult;
  /** Answers to the posts of this step, in order. */
  posts: PostAnswer[];
  /** The texts that the channel took from this step. */
  texts: string[];
  /** The last step of this monitor that left a mark. */
  before: MonitorStep | undefined;
}

/** `status` is 0 if there was none; `text` is the beginning of the body. */
export interface PostAnswer {
  status: number;
  text: string;
}

export interface PlayedMonitor {
  script: MonitorScript;
  steps: MonitorStep[];
}

/** Plays a script with the packaged task, and hands what came of it to the judge. */
export async function playMonitor(
  script: MonitorScript,
  agent: SandboxAgent,
  elsewhere: Elsewhere,
  judge: (played: PlayedMonitor) => void,
): Promise<void> {
  const options = {
    runs: runsOf(script),
    config: {
      ...script.extras,
      ...(script.expectsGhost ? { runs_per_week_max: 3 } : {}),
      run_ct_min: script.runCountMin,
      queue_time_max: script.queueSecondsMax,
      pipelines: Object.fromEntries([
        ...script.quietPipelines.map((name) => [name, { check_flag: false }]),
        ...(script.expectsGhost ? [["ghost", ghost]] : []),
        ["default", { ...limits, check_flag: script.defaultChecked }],
      ]),
    },
    finishedBefore: now,
    service: { pageSize: script.pageSize },
    chatProduct: script.product,
  };
  await withStage(agent, options, async (service, chat) => {
    const posts = misbehave(service, chat, script, elsewhere);
    const steps: MonitorStep[] = [];
    for (const [index, run] of script.agents.entries()) {
      const [postsBefore, textsBefore] = [posts.length, chat.texts.length];
      const own = ownRun(900 + index, now - 20_000 + index * 1000);
      service.put(sketchRun(now, own));
      const result = await runOnce(agent, service, chat, run, script.product, 900 + index);
      // It is to be in no list, not even in that of a day, which a first report asks for.
      const { unfinished: _, ...done } = { ...own, finishedSecondsAgo: 90_000, tags: result.tags };
      service.put({ ...sketchRun(now, done), attachments: attachmentsOf(result) });
      steps.push({
        script: run,
        result,
        before: steps.findLast((step) => step.result.tags.length > 0),
        posts: posts.slice(postsBefore),
        texts: chat.texts.slice(textsBefore),
      });
    }
    judge({ script, steps });
  });
}

/** Everything that the service knows of; each pipeline has a definition of its own. */
function runsOf(script: MonitorScript): RunSketch[] {
  const all = [...script.runs, ...script.hanging, ...script.earlier];
  const names = [...new Set(all.map(({ pipeline }) => pipeline))];
  const definitionOf = (pipeline: string) => ({ pipeline, definitionId: 1 + names.indexOf(pipeline) });
  return [
    ...script.runs.map((run) => {
      const { pipeline, definitionId } = definitionOf(run.pipeline);
      const isMoved = run.folder !== "";
      const definition = {
        ...{ id: isMoved ? 100 + definitionId : definitionId, name: pipeline },
        path: isMoved ? run.folder : "\\",
      };
      return {
        ...run,
        finishedSecondsAgo: 100 + run.id,
        record: { definition, ...timesOf(run), ...(run.broken ? { status: undefined } : {}) },
        timeline: timelineOf(run, script.timelineErrors),
      };
    }),
    ...script.hanging.map(({ id, pipeline, doing, seconds }) => ({
      id,
      ...definitionOf(pipeline),
      unfinished: doing,
      runSeconds: seconds,
      queuedSeconds: doing === "queued" ? seconds : 1,
      logs: ["fine"],
    })),
    ...script.earlier.map(({ pipeline, good }, index) => ({
      id: 500 + index,
      ...definitionOf(pipeline),
      result: good ? "succeeded" : "failed",
      finishedSecondsAgo: 90_000 - 10 * index,
    })),
  ];
}

/** Of a run that was run again: it was queued two hours before, and only its timeline tells the time of its last attempt. */
function timesOf(run: ScriptedRun): Partial<Record<"queueTime" | "startTime", string>> {
  if (run.again === "never") return {};
  const finish = now - (100 + run.id) * 1000;
  const queued = finish - 7200 * 1000;
  const start = run.again === "startMoves" ? finish - run.runSeconds * 1000 : queued + 5000;
  return { queueTime: new Date(queued).toISOString(), startTime: new Date(start).toISOString() };
}

function timelineOf(run: ScriptedRun, timelineErrors: readonly string[]): RecordSketch[] {
  const { logs, failedStep, again, runSeconds } = run;
  const finish = now - (100 + run.id) * 1000;
  const job = {
    startTime: new Date(finish - runSeconds * 1000).toISOString(),
    finishTime: new Date(finish).toISOString(),
    issues: timelineErrors.map((message) => errorIssue(message)),
  };
  const attempt = again === "never" ? 1 : 2;
  return [
    stageRecord(),
    jobRecord({ ...job, attempt }),
    ...logs.map((_, index) =>
      stepRecord(index + 1, { attempt, result: index === failedStep % logs.length ? "failed" : "succeeded" }),
    ),
  ];
}

function runOnce(
  agent: SandboxAgent,
  service: SandboxBuildService,
  chat: SandboxChat,
  { cancelled, afterRequests, onIssues, debug, connected }: MonitorAgentScript,
  chatFormat: ChatProduct,
  ownId: number,
): Promise<StepResult> {
  const requests = () => service.requests.length + chat.requests.length;
  const until = requests() + afterRequests;
  const credentials = connected ? byConnections(service, chat) : byVariables(chat);
  return agent.run({
    task: "PipelineMonitor",
    ...credentials,
    inputs: { configFile: "monitor.json", onIssues, chatFormat, ...credentials.inputs },
    variables: { "System.Debug": String(debug), ...ofOwnPipeline(service, ownId) },
    clockStartsAt: now,
    onOutput: showingOwnRun(service, ownId, now - 20_000 + (ownId - 900) * 1000).onOutput,
    ...(sabotage === undefined ? {} : { sabotage }),
    ...(cancelled ? { cancelWhen: () => requests() >= until } : {}),
  });
}

/** Makes the services behave as the script says; gives what posts are answered. */
function misbehave(
  service: SandboxBuildService,
  chat: SandboxChat,
  script: MonitorScript,
  elsewhere: Elsewhere,
): PostAnswer[] {
  const posts: PostAnswer[] = [];
  let answers = 0;
  const isLog = ({ path }: ReceivedRequest) => /\/logs\/\d+$/.test(path);
  const noted = (reply: Reply) => {
    posts.push(answerOf(reply));
    return reply;
  };
  service.faults.push(
    striking(script.lists, ({ path }) => path.endsWith("/builds"), elsewhere),
    striking(script.logLists, ({ path }) => path.endsWith("/logs"), elsewhere),
    striking(script.timelines, ({ path }) => path.endsWith("/timeline"), elsewhere),
    striking(script.logs, isLog, elsewhere),
    {
      when: () => script.passing.length > 0,
      reply: (_, healthy) => passing(healthy(), script.passing[answers++ % script.passing.length]),
    },
  );
  chat.faults.push(
    striking(script.webhook, () => true, elsewhere, noted),
    { when: () => true, reply: (_, healthy) => noted(healthy()) },
  );
  return posts;
}

function answerOf({ status, raw, ending, body = "" }: Reply): PostAnswer {
  if (raw !== undefined) return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(raw)?.[1] ?? 0), text: raw };
  const text = typeof body === "string" || Buffer.isBuffer(body) ? String(body) : "";
  return { status: status ?? (ending === undefined ? 200 : 0), text };
}
