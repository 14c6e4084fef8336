import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import {
  type BuildServiceOptions,
  type SandboxBuildService,
  startBuildService,
} from "../sandbox/build-service";
import { type SandboxChat, startChat } from "../sandbox/chat";
import { leaks } from "../sandbox/leaks";
import { type Leg, type Pipeline, runResult } from "../sandbox/pipeline";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { usualConfig } from "../tasks/PipelineMonitor/usual-config";
import { buildAuth, now, token } from "./monitor-stage";

/** Where the pipelines lie that people copy. */
export const scaleOutFolder = join(root, "tasks", "PipelineMonitor", "examples");

/** The runs of a project that a leg watches; by default, all is well. */
export interface Project {
  runs: RunSketch[];
  config?: Record<string, unknown>;
  service?: Partial<BuildServiceOptions>;
}

/** A pipeline's run, with what each leg made of it, by the legs' names. */
export interface PipelineRun {
  result: string;
  legs: Record<string, StepResult>;
  /** The addresses of the legs' projects. */
  projects: Record<string, string>;
  chat: SandboxChat;
}

/** Runs every leg of a pipeline by the sandbox's agent, each against the build service of a project of its own. */
export async function runPipeline(
  agent: SandboxAgent,
  pipeline: Pipeline,
  projects: Record<string, Project>,
  arrange: (chat: SandboxChat) => void = () => {},
): Promise<PipelineRun> {
  const chat = await startChat();
  arrange(chat);
  const services: SandboxBuildService[] = [];
  const legs = pipeline.jobs.flatMap((job) => job.legs);
  assert.deepEqual(
    legs.map(({ name }) => name),
    Object.keys(projects),
  );
  try {
    for (const leg of legs) services.push(await serveProject(agent, leg, projects[leg.name] ?? { runs: [] }));
    const results: [string, StepResult][] = [];
    for (const leg of legs) results.push([leg.name, await runLeg(agent, leg, chat)]);
    for (const { violations } of services) assert.deepEqual(violations, []);
    return {
      result: runResult(results.map(([, { result }]) => result)),
      legs: Object.fromEntries(results),
      projects: Object.fromEntries(
        services.map(({ project, address }) => [project, `${address.href}contoso/${project}`]),
      ),
      chat,
    };
  } finally {
    await Promise.all([...services, chat].map((server) => server.close()));
  }
}

/** Starts the service that a leg's configuration leads to, and puts that file into the checkout. */
async function serveProject(agent: SandboxAgent, leg: Leg, { runs, config, service: options }: Project) {
  const service = await startBuildService({
    runs: runs.map((sketch) => sketchRun(now, sketch)),
    authorizations: [`Basic ${buildAuth}`],
    project: leg.name,
    ...options,
  });
  const { organization, project, address } = service;
  const path = join(agent.sourcesFolder, leg.variables["configFile"] ?? "");
  mkdirSync(dirname(path), { recursive: true });
  const whole = { ...usualConfig, ...config, organization, project, url_base: address.href };
  writeFileSync(path, JSON.stringify(whole));
  return service;
}

async function runLeg(agent: SandboxAgent, { step, variables }: Leg, chat: SandboxChat): Promise<StepResult> {
  const result = await agent.run({
    ...step,
    variables,
    secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href },
    clockStartsAt: now,
  });
  const secrets = [token, buildAuth, chat.webhook.pathname];
  assert.deepEqual(leaks(result, secrets, { "the message": chat.texts.join("\n") }), []);
  return result;
}
