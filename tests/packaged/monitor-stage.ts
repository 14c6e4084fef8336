import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxAgent, Step, StepResult } from "../sandbox/agent";
import type { Connection } from "../sandbox/agent-environment";
import {
  type BuildServiceOptions,
  type SandboxBuildService,
  startBuildService,
} from "../sandbox/build-service";
import { type ChatProduct, type SandboxChat, startChat } from "../sandbox/chat";
import { leaks } from "../sandbox/leaks";
import type { ServerIdentity } from "../sandbox/loopback";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { usualConfig } from "../tasks/PipelineMonitor/usual-config";

/** The moment at which every packaged monitor of the tests runs. */
export const now = Date.UTC(2026, 10, 20, 3, 19, 0);
export const token = "canary-personal-access-token";
export const buildAuth = Buffer.from(`:${token}`).toString("base64");

/** An hour with one run, which failed. */
export const oneFailure: RunSketch[] = [{ id: 1, result: "failed", logs: ["x"] }];

/** By default, all is well. */
export interface StageOptions {
  runs?: RunSketch[];
  config?: Record<string, unknown>;
  /** The moment that the runs' times are counted back from. */
  finishedBefore?: number;
  /** The whole configuration file's text. */
  configText?: string;
  step?:
    | Partial<Step>
    | ((service: SandboxBuildService, chat: SandboxChat) => Partial<Step> | Promise<Partial<Step>>);
  service?: Partial<BuildServiceOptions>;
  /** With it, the chat serves over TLS. */
  chatIdentity?: ServerIdentity;
  /** The product whose channel is posted to; what is not known without. */
  chatProduct?: ChatProduct;
  arrange?: (service: SandboxBuildService, chat: SandboxChat) => void;
}

export interface Performance extends StepResult {
  service: SandboxBuildService;
  chat: SandboxChat;
  /** The address of the project. */
  base: string;
}

/** Sets a stage, with the configuration in the agent's sources folder, for as long as `act` takes. */
export async function withStage<T>(
  agent: SandboxAgent,
  options: StageOptions,
  act: (service: SandboxBuildService, chat: SandboxChat) => Promise<T>,
): Promise<T> {
  const service = await startBuildService({
    runs: (options.runs ?? []).map((sketch) => sketchRun(options.finishedBefore ?? now, sketch)),
    authorizations: [`Basic ${buildAuth}`],
    ...options.service,
  });
  const chat = await startChat(options.chatIdentity, options.chatProduct);
  try {
    options.arrange?.(service, chat);
    const config = {
      organization: service.organization,
      project: service.project,
      url_base: service.address.href,
      ...usualConfig,
      ...options.config,
    };
    writeFileSync(join(agent.sourcesFolder, "monitor.json"), options.configText ?? JSON.stringify(config));
    const acted = await act(service, chat);
    assert.deepEqual(service.violations, []);
    return acted;
  } finally {
    await Promise.all([service.close(), chat.close()]);
  }
}

/** For a step that has its credentials in variables. */
export function byVariables({ webhook }: SandboxChat) {
  return {
    inputs: { webhookUrl: "$(WEBHOOK_URL)" },
    secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: webhook.href },
    env: { BUILD_AUTH: "$(BUILD_AUTH)" },
  };
}

/** The same by service connections, and by nothing else. */
export function byConnections({ address, organization }: SandboxBuildService, { webhook }: SandboxChat) {
  const connections: Record<string, Connection> = {
    operations: {
      type: "pipelinekeeperwebhook",
      url: "https://webhook.invalid/",
      scheme: "Token",
      parameters: { apitoken: webhook.href },
    },
    builds: {
      type: "externaltfs",
      url: `${address.href}${organization}`,
      scheme: "Token",
      parameters: { apitoken: token },
    },
  };
  return {
    inputs: { webhookConnection: "operations", buildServiceConnection: "builds" },
    connections,
    secrets: {},
    env: {},
  };
}

/** The packaged task run once on a stage by the sandbox's agent. */
export function perform(agent: SandboxAgent, options: StageOptions = {}): Promise<Performance> {
  return withStage(agent, options, async (service, chat) => {
    const step = typeof options.step === "function" ? await options.step(service, chat) : options.step;
    const credentials = byVariables(chat);
    const result = await agent.run({
      task: "PipelineMonitor",
      ...credentials,
      inputs: { configFile: "monitor.json", ...credentials.inputs },
      clockStartsAt: now,
      ...step,
      secrets: { ...credentials.secrets, ...step?.secrets },
    });
    assertNoSecret(result, chat);
    return { ...result, service, chat, base: baseOf(service) };
  });
}

function baseOf({ address, organization, project }: SandboxBuildService): string {
  return address.href + [organization, project].map(encodeURIComponent).join("/");
}

/** No credential in anything that can be seen, and no file that we know nothing of. */
function assertNoSecret(result: StepResult, chat: SandboxChat): void {
  const secrets = ["canary", token, buildAuth, chat.webhook.pathname];
  const filesLeft = new Map([...result.filesLeft].filter(([name]) => name !== "monitor.json"));
  assert.deepEqual(leaks({ ...result, filesLeft }, secrets, { "the message": chat.texts.join("\n") }), []);
  // task-lib leaves two keys in the agent's temporary folder, which fit to nothing that is left.
  const expected =
    /^(\.taskkey|proxy|summary-\w{6}\/Pipeline (Monitor|Digest)\.md|(report|page)-\w{6}\/(pipeline-monitor(-\d+)?(-report)?\.(json|html)|monitor-reported-\d+-[0-9a-f]{12}\.json))$/;
  assert.deepEqual(
    [...filesLeft.keys()].filter((name) => !expected.test(name)),
    [],
  );
}

/** The lines of the report in a log: its header and what follows, or the one line that all is well. */
export function reportIn(log: readonly string[]): string[] {
  const start = log.findIndex((line) => /^(\*\*Recent|No (recent|new) |🔴|🟠|🟢|ℹ|🚨)/u.test(line));
  if (start === -1) return [];
  const end = log.findIndex((line) => line.startsWith("##[group]Evidence "));
  return log.slice(start, end).filter((line) => !line.startsWith("##["));
}
