import assert from "node:assert/strict";
import { everyExtra as extrasShown } from "../demo/eventful-hour";
import type { SandboxAgent, Step, StepResult } from "../sandbox/agent";
import { attachmentsOf } from "../sandbox/attachments";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { showingWhileItLasts } from "../sandbox/while-it-lasts";
import { byVariables, perform, reportIn, type StageOptions } from "./monitor-stage";

export { failed, header, logLink as log, runLink as number } from "../tasks/PipelineMonitor/rule-table/case";

/** All that the monitor does beyond the specification. */
export const everyExtra = { ...extrasShown, history: 20 };

/** Variables of a step whose own pipeline is in the project that is watched. */
export function ofOwnPipeline(
  { address, organization, project }: SandboxBuildService,
  runId: number,
): Record<string, string> {
  return {
    "System.CollectionUri": `${address.href}${organization}/`,
    "System.TeamProject": project,
    "System.DefinitionId": "99",
    "Build.BuildId": String(runId),
    "Agent.JobName": "Job",
    "System.TaskInstanceName": "PipelineMonitor",
  };
}

/** The monitor's own run, as its service shows it while it runs, and afterwards. */
export function ownRun(id: number, startedAt: number, changes: RunSketch = {}): RunSketch {
  return {
    id,
    definitionId: 99,
    pipeline: "monitor",
    unfinished: "running",
    runSeconds: 0,
    queuedSeconds: 5,
    record: { startTime: new Date(startedAt).toISOString() },
    ...changes,
  };
}

/** One run of the monitor's pipeline. */
export interface MonitorRun {
  id: number;
  startedAt: number;
  /** Variables of the agent that are other than usual. */
  variables?: Record<string, string>;
  /** Whether its machine is lost: the service keeps what it has shown until then. */
  vanishes?: boolean;
  /** Whether it goes on after the step, such as with another job. */
  goesOn?: boolean;
  step?: Partial<Step>;
}

/** Lets the monitor's pipeline run once: its step, and what its service knows of it before and after. */
export async function runMonitor(
  agent: SandboxAgent,
  service: SandboxBuildService,
  chat: SandboxChat,
  { id, startedAt, variables, vanishes = false, goesOn = false, step: changes = {} }: MonitorRun,
): Promise<StepResult> {
  service.put(sketchRun(startedAt, ownRun(id, startedAt)));
  const shown = showingOwnRun(service, id, startedAt);
  const credentials = byVariables(chat);
  const step = await agent.run({
    task: "PipelineMonitor",
    ...credentials,
    variables: { ...ofOwnPipeline(service, id), ...variables },
    clockStartsAt: startedAt + 25_000,
    onOutput: shown.onOutput,
    ...changes,
    inputs: { configFile: "monitor.json", ...credentials.inputs, ...changes.inputs },
  });
  const { tags, attachments } = vanishes
    ? shown.last()
    : { tags: step.tags, attachments: attachmentsOf(step) };
  const { unfinished: _, ...finished } = { ...ownRun(id, startedAt), finishedSecondsAgo: -60, tags };
  const own = goesOn ? ownRun(id, startedAt, { tags }) : finished;
  service.put({ ...sketchRun(startedAt, own), attachments });
  return step;
}

/** Lets the service show what the run of an hour has given itself as soon as its step has. */
export const showingOwnRun = (service: SandboxBuildService, id: number, startedAt: number) =>
  showingWhileItLasts(service, (tags) => sketchRun(startedAt, ownRun(id, startedAt, { tags })));

export const lost = (agent: string) =>
  `We stopped hearing from agent ${agent}. Verify the agent machine is running and has a healthy network connection.`;

/** A run that failed; its logs behind the four that are skipped. */
export const failing = (id: number, logs: string[], changes: RunSketch = {}): RunSketch => ({
  id,
  result: "failed",
  logs: ["1", "2", "3", "4", ...logs],
  ...changes,
});

/** In the lines, BASE is the URL of the project; the requests are those below the project's builds. */
export async function report(
  agent: SandboxAgent,
  runs: RunSketch[],
  config: Record<string, unknown>,
  changes: Partial<StageOptions> = {},
) {
  const performed = await perform(agent, { runs, config, ...changes });
  const { service, base, log: printed, chat } = performed;
  const lines = reportIn(printed).map((line) => line.replaceAll(base, "BASE"));
  const requests = service.requests.map(({ target }) => target.replace(/^.*\/_apis\/build\/builds/, ""));
  const posted = chat.texts.join().replaceAll("\\_", "_").replaceAll(base, "BASE");
  if (posted !== "") assert.equal(posted, lines.join("\n"));
  return { ...performed, lines, requests };
}
