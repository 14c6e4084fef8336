import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Feature } from "../../../../tasks/PipelineMonitor/feature";
import { features as allFeatures } from "../../../../tasks/PipelineMonitor/features";
import { readSetup } from "../../../../tasks/PipelineMonitor/setup";
import { type MemoryAgentState, memoryAgent } from "../../../memory-agent";
import { temporaryFolder } from "../../../temporary-folder";
import { usualConfig } from "../usual-config";

export const buildAuth = Buffer.from("someone:hunter2-token").toString("base64");
export const webhook = "https://chat.example/hooks/canary-path-of-many-characters?key=canary-key-in-query";

/** Sets a folder with a good configuration for every test of the `describe` that calls this. */
export function useSetup(features: readonly Feature[] = allFeatures) {
  const folder = temporaryFolder();

  /** An agent with a good configuration, a webhook and BUILD_AUTH, but for what is changed. */
  function agentWith(config: object, state: MemoryAgentState = {}) {
    const path = join(folder(), "monitor.json");
    writeFileSync(
      path,
      JSON.stringify({
        ...{ organization: "contoso", project: "p", url_base: "https://dev.azure.com/", ...usualConfig },
        ...config,
      }),
    );
    return memoryAgent({
      ...state,
      inputs: { configFile: path, webhookUrl: webhook, ...state.inputs },
      environment: { BUILD_AUTH: buildAuth, ...state.environment },
    });
  }

  /** What is read from such an agent, what the agent was told by that, and which of some secrets it does not keep. */
  function read(config: object = {}, state: MemoryAgentState = {}) {
    const agent = agentWith(config, state);
    const { warnings, printed, secrets } = agent;
    const exposed = (...some: string[]) => some.filter((secret) => !secrets.includes(secret));
    return { ...readSetup(agent, features), warnings, printed, secrets, exposed };
  }

  /** Empty if there is none. */
  const problemsOf = (config: object, state: MemoryAgentState = {}): string => {
    try {
      readSetup(agentWith(config, state), features);
    } catch (error) {
      assert.ok(error instanceof Error);
      return error.message;
    }
    return "";
  };

  return { folder, agentWith, read, problemsOf };
}
