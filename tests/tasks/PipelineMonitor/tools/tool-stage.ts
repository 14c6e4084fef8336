import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { terminalAdvice } from "../../../../shared/agent/advice";
import type { Outcome } from "../../../../shared/agent/task";
import type { Clock } from "../../../../shared/clock";
import { program } from "../../../../tasks/PipelineMonitor/tools/program";
import { type MemoryAgent, memoryAgent } from "../../../memory-agent";
import { type SandboxBuildService, startBuildService } from "../../../sandbox/build-service";
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

/** What a tool printed and ended with. `BASE` is the URL of the project, and `FOLDER` the folder. */
export interface ToolEnded extends Pick<MemoryAgent, "printed" | "warnings"> {
  outcome: Outcome | undefined;
  /** Why it failed; empty if it did not. */
  error: string;
}

export interface ToolStage {
  folder: string;
  service: SandboxBuildService;
  /** Paths are below the folder. */
  write(name: string, text: string): string;
  configure(changes: object): void;
  /** Runs a tool with the configuration and a credential, and a signal if it can be canceled. */
  tool(name: string, inputs?: Record<string, string>, cancelled?: AbortSignal): Promise<ToolEnded>;
  /** Runs it without a credential. Asserts that it does not ask the service. */
  alone(name: string, inputs?: Record<string, string>): Promise<ToolEnded>;
}

export interface ToolStageOptions {
  runs?: readonly RunSketch[];
  config?: object;
  /** The service's own time, which the runs are counted back from. */
  serviceTime?: number;
  /** Moves as each tool reads it; without, the time stands still. */
  tick?: (clock: Clock) => Clock;
}

/** Gives a folder and a build service on loopback to the tools of the monitor, which run in memory. */
export function useTools() {
  const temporary = temporaryFolder();
  return async function onStage(
    { runs = [], config = {}, serviceTime, tick = (clock) => clock }: ToolStageOptions,
    act: (stage: ToolStage) => Promise<void>,
  ): Promise<void> {
    const service = await startBuildService({
      runs: runs.map((sketch) => sketchRun(serviceTime ?? now, sketch)),
      now: serviceTime === undefined ? undefined : () => serviceTime,
      authorizations: [`Basic ${buildAuth}`],
    });
    const { address, organization, project } = service;
    const base = `${address.href}${organization}/${encodeURIComponent(project)}`;
    const shown = (text: string) => text.replaceAll(base, "BASE").replaceAll(temporary(), "FOLDER");
    const write = (name: string, text: string) => {
      writeFileSync(join(temporary(), name), text);
      return join(temporary(), name);
    };
    const configFile = join(temporary(), "monitor.json");
    const configure = (changes: object) => {
      const keys = { ...usualConfig, organization, project, url_base: address.href, ...config, ...changes };
      writeFileSync(configFile, JSON.stringify(keys));
    };
    async function run(
      name: string,
      inputs: Record<string, string>,
      environment: Record<string, string>,
      cancelled = new AbortController().signal,
    ): Promise<ToolEnded> {
      const agent = memoryAgent({ inputs: { configFile, ...inputs }, environment, advice: terminalAdvice });
      // Pauses pass at once, deadlines do not.
      const clock = tick(testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 60_000 }));
      const tool = program.tools[name] ?? assert.fail(name);
      const [outcome, error] = await tool.act({ agent, clock, cancelled }).then(
        (done) => [{ ...done, message: shown(done.message) }, ""] as const,
        (problem: Error) => [undefined, shown(problem.message)] as const,
      );
      return { outcome, error, printed: agent.printed.map(shown), warnings: agent.warnings.map(shown) };
    }
    configure({});
    try {
      await act({
        ...{ folder: temporary(), service, write, configure },
        tool: (name, inputs = {}, cancelled) => run(name, inputs, { BUILD_AUTH: buildAuth }, cancelled),
        async alone(name, inputs = {}) {
          const before = service.requests.length;
          const ended = await run(name, inputs, {});
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
