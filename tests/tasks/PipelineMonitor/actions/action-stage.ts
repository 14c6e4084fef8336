import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../../../shared/agent/agent";
import type { Outcome } from "../../../../shared/agent/task";
import { actions } from "../../../../tasks/PipelineMonitor/actions";
import type { Feature } from "../../../../tasks/PipelineMonitor/feature";
import { features as allFeatures } from "../../../../tasks/PipelineMonitor/features";
import { type MemoryAgent, memoryAgent } from "../../../memory-agent";
import {
  type BuildServiceOptions,
  type SandboxBuildService,
  startBuildService,
} from "../../../sandbox/build-service";
import { type RunSketch, sketchRun } from "../../../sandbox/runs";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { usualConfig } from "../usual-config";

export const now = Date.UTC(2026, 10, 20, 3, 19, 0);
export const buildAuth = Buffer.from(":token-of-the-test").toString("base64");

/** The runs of an hour: one failed, one waited too long, one is well. */
export const hour: RunSketch[] = [
  { id: 3, result: "failed", logs: ["1", "2", "3", "4", "error", "no trouble"], finishedSecondsAgo: 300 },
  { id: 2, pipeline: "price feed", runSeconds: 1834, queuedSeconds: 900, finishedSecondsAgo: 900 },
  { id: 1, pipeline: "site health", finishedSecondsAgo: 1800 },
];
export const limits = { max_proc_time: 900, min_proc_time: 30 };

type Action = keyof typeof actions;

/** What an action printed and ended with. `BASE` is the URL of the project, and `FOLDER` the folder. */
export interface ActionEnded extends Pick<MemoryAgent, "printed" | "warnings"> {
  outcome: Outcome | undefined;
  /** Why it failed; empty if it did not. */
  error: string;
}

export interface ActionStage {
  folder: string;
  service: SandboxBuildService;
  /** Acts with the configuration and a credential. */
  act(action: Action, inputs?: Record<string, string>): Promise<ActionEnded>;
  /** Acts without a credential. Asserts that it does not ask the service. */
  alone(action: Action, inputs?: Record<string, string>): Promise<ActionEnded>;
}

export interface ActionStageOptions {
  runs?: readonly RunSketch[];
  config?: object;
  environment?: Record<string, string>;
  network?: Agent["network"];
  service?: Partial<BuildServiceOptions>;
  /** All by default. */
  features?: readonly Feature[];
}

/** Gives a folder and a build service on loopback to the actions of the monitor, which run in memory. */
export function useActions() {
  const temporary = temporaryFolder();
  return async function onStage(
    {
      runs = [],
      config = {},
      environment: usual = {},
      network,
      service: options,
      features = allFeatures,
    }: ActionStageOptions,
    play: (stage: ActionStage) => Promise<void>,
  ): Promise<void> {
    const service = await startBuildService({
      runs: runs.map((sketch) => sketchRun(now, sketch)),
      authorizations: [`Basic ${buildAuth}`],
      ...options,
    });
    const { address, organization, project } = service;
    const base = `${address.href}${organization}/${encodeURIComponent(project)}`;
    const shown = (text: string) => text.replaceAll(base, "BASE").replaceAll(temporary(), "FOLDER");
    const configFile = join(temporary(), "monitor.json");
    const keys = { ...usualConfig, organization, project, url_base: address.href, ...config };
    writeFileSync(configFile, JSON.stringify(keys));
    async function run(action: Action, inputs: Record<string, string>, environment: Record<string, string>) {
      const own = { inputs: { configFile, ...inputs }, environment: { ...usual, ...environment } };
      const agent = { ...memoryAgent(own), ...(network && { network }) };
      // Pauses pass at once, deadlines do not.
      const clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 30_000 });
      const task = { agent, clock, cancelled: new AbortController().signal };
      const [outcome, error] = await actions[action](task, features).then(
        (done) => [done && { ...done, message: shown(done.message) }, ""] as const,
        (problem: Error) => [undefined, shown(problem.message)] as const,
      );
      return { outcome, error, printed: agent.printed.map(shown), warnings: agent.warnings.map(shown) };
    }
    try {
      await play({
        ...{ folder: temporary(), service },
        act: (action, inputs = {}) => run(action, inputs, { BUILD_AUTH: buildAuth }),
        async alone(action, inputs = {}) {
          const before = service.requests.length;
          const ended = await run(action, inputs, {});
          assert.equal(service.requests.length, before, "the service was asked");
          return ended;
        },
      });
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  };
}
