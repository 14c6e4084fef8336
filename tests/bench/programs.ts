import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownDefinitionId, ownRunId } from "../demo/eventful-hour";
import type { SandboxAgent, Step } from "../sandbox/agent";
import { filledRequest } from "../sandbox/filled-request";
import { keys } from "../sandbox/registrar";
import type { Program } from "./measure";
import { buildAuth } from "./scenario";

/** The packaged monitor as the agent starts it, with a configuration as people write them. */
export function monitorProgram(
  agent: SandboxAgent,
  address: string,
  webhook: string,
  furtherKeys: Record<string, unknown> = {},
  furtherEntries: Record<string, unknown> = {},
): Program {
  const entries = Array.from({ length: 12 }, (_, index) => [
    `nightly import ${index}`,
    { max_proc_time: 1800 },
  ]);
  const configuration = {
    ...{ organization: "contoso", project: "Night Shift", url_base: address },
    ...{ url_params: "&api-version=7.1-preview.7", test_flag: false, run_ct_min: 10, queue_time_max: 300 },
    ...furtherKeys,
    pipelines: {
      comment: "times in seconds",
      default: { max_proc_time: 900, min_proc_time: 30 },
      ...{ ...Object.fromEntries(entries), ...furtherEntries },
    },
  };
  writeFileSync(join(agent.sourcesFolder, "monitor.json"), JSON.stringify(configuration, null, 2));
  const { file, cwd, env } = agent.prepare({
    task: "PipelineMonitor",
    inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)" },
    secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: webhook },
    env: { BUILD_AUTH: "$(BUILD_AUTH)" },
    variables: {
      "System.CollectionUri": `${address}contoso/`,
      "System.DefinitionId": String(ownDefinitionId),
      "System.TeamProject": "Night Shift",
      "Build.BuildId": String(ownRunId),
    },
  });
  return { command: process.execPath, arguments: [file], cwd, env };
}

/**
 * The packaged DomainRegister as the agent starts it to wait for a domain and buy it. By default, it has the credential of
 * GoDaddy's first API.
 */
export function registerProgram(
  agent: SandboxAgent,
  address: string,
  domain: string,
  step: Partial<Step>,
): Program {
  writeFileSync(join(agent.sourcesFolder, "domain.json"), JSON.stringify(filledRequest));
  const { file, cwd, env } = agent.prepare({
    task: "DomainRegister",
    secrets: { KEY: keys.production.key, SECRET: keys.production.secret },
    env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" },
    ...step,
    inputs: {
      action: "register",
      domain,
      requestFile: "domain.json",
      apiUrl: address,
      maxPrice: "any",
      // Nothing listens there, so the public record costs next to nothing.
      rdapUrl: "http://127.0.0.1:9/",
      receiptFolder: join(agent.sourcesFolder, "receipts"),
      ...step.inputs,
    },
  });
  return { command: process.execPath, arguments: [file], cwd, env };
}

/** Whether the machine has some commands. */
export function haveTools(...names: string[]): boolean {
  return names.every((name) => spawnSync(name, ["--version"]).status === 0);
}
