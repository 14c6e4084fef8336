import assert from "node:assert/strict";
import fc from "fast-check";
import type { BuildService } from "../../../shared/azure-devops/client";
import { parseRun } from "../../../shared/azure-devops/records";
import { markdownLines } from "../../../shared/chat/markdown";
import { type Config, parseConfig } from "../../../tasks/PipelineMonitor/config/parse";
import { monitor } from "../../../tasks/PipelineMonitor/monitor";
import { hostileText } from "../../hostile-text";
import { memoryAgent } from "../../memory-agent";
import { memoryBuildService } from "../../memory-build-service";
import { findCommand } from "../../sandbox/commands";
import { type RunSketch, sketchRun } from "../../sandbox/runs";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { ruleTable } from "./rule-table/table";
import { usualConfig } from "./usual-config";

const now = Date.UTC(2026, 10, 20, 3, 19, 0);
const never = new AbortController().signal;

/** The usual configuration with members replaced. */
function configWith(changes: object = {}): Config {
  const { config } = parseConfig({
    organization: "contoso",
    project: "Night Shift",
    url_base: "https://dev.azure.com/",
    ...usualConfig,
    ...changes,
  });
  assert.ok(config);
  return config;
}

/** A run of the monitor in memory over sketched runs. */
async function watch(
  runs: readonly RunSketch[],
  changes: Record<string, unknown> = {},
  change: (service: BuildService) => Partial<BuildService> = () => ({}),
  cancelled = never,
  issueKind?: "warning" | "error",
) {
  const config = configWith(changes);
  const agent = memoryAgent();
  const clock = testClock({ startsAt: now });
  const service = memoryBuildService(
    config.project,
    runs.map((sketch) => sketchRun(now, sketch)),
  );
  const posted: string[] = [];
  const report = await monitor({
    config,
    service: { ...service, ...change(service) },
    ownPipeline: undefined,
    issueKind,
    post: async (message) => void posted.push(markdownLines(message, sanitize).join("\n")),
    agent,
    clock,
    cancelled,
  });
  return { report, agent, posted, clock, logsRead: service.logsRead, base: config.project.href };
}

describe("monitor rules", () => {
  for (const { rule, runs, config, lines } of ruleTable) {
    it(rule, async () => {
      const { agent, base } = await watch(runs, config);
      assert.deepEqual(
        agent.printed,
        lines.map((line) => line.replaceAll("BASE", base)),
      );
    });
  }

  it("rule 7: prints and posts the same text, and posts nothing when there is no message", async () => {
    const { agent, posted, report } = await watch([{ id: 1, result: "failed", logs: ["x"] }]);
    assert.deepEqual(posted, [agent.printed.join("\n")]);
    assert.deepEqual(report, { runCount: 1, issueCount: 1, delivered: "sent", skipped: [] });
    const quiet = await watch([{ id: 1 }]);
    assert.deepEqual([quiet.posted, quiet.report.delivered], [[], "notNeeded"]);
  });

  it("rule 7: posts nothing with test_flag true", async () => {
    const { posted, report } = await watch([{ id: 1, result: "failed" }], { test_flag: true });
    assert.deepEqual([posted, report.delivered], [[], "testOnly"]);
  });

  it("reads logs from the end and stops at the first hit", async () => {
    const { logsRead } = await watch([
      { id: 1, result: "failed", logs: ["1", "2", "3", "4", "error", "error", "7"] },
    ]);
    assert.deepEqual(logsRead, ["1/7", "1/6"]);
  });

  it("decision 2: passes over a log that cannot be read, and says so", async () => {
    const unreadable = (service: BuildService): Partial<BuildService> => ({
      readLog: (runId, logId, read, signal) =>
        logId === 6 ? Promise.reject(new Error("gone")) : service.readLog(runId, logId, read, signal),
    });
    const run = { id: 1, result: "failed", logs: ["1", "2", "3", "4", "error", "a\nb", "c"] };
    const { agent, base } = await watch([run], {}, unreadable);
    assert.deepEqual(agent.printed, [
      "Log 6 of run 1 could not be read: gone",
      "**Recent pipeline issues**",
      `nightly import [20261120.1](${base}/_build/results?buildId=1): status completed, result failed. ` +
        `[log](${base}/_apis/build/builds/1/logs/5) (1 of its logs could not be read)`,
    ]);
  });

  it("invariant 3: reports every flagged run when its logs cannot be listed", async () => {
    const broken = () => ({ logsOf: () => Promise.reject(new Error("down")) });
    const { agent, base } = await watch([{ id: 1, result: "failed" }], {}, broken);
    assert.equal(
      agent.printed.at(-1),
      `nightly import [20261120.1](${base}/_build/results?buildId=1): status completed, result failed. ` +
        `[run](${base}/_build/results?buildId=1) (its logs could not be listed)`,
    );
  });

  it("invariant 3: reports every flagged run when the time for the search of logs is up", async () => {
    const runs = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, result: "failed" }));
    const clock = testClock({ startsAt: now });
    const config = configWith();
    const agent = memoryAgent();
    const hanging = (_: number, signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const service = {
      ...memoryBuildService(
        config.project,
        runs.map((run) => sketchRun(now, run)),
      ),
      logsOf: hanging,
    };
    const watching = monitor({
      config,
      service,
      ownPipeline: undefined,
      issueKind: undefined,
      post: async () => undefined,
      agent,
      clock,
      cancelled: never,
    });
    setImmediate(() => clock.advance(600_000));
    assert.equal((await watching).issueCount, 20);
    assert.equal(agent.printed.filter((line) => line.includes("(its logs could not be listed)")).length, 20);
  });

  it("asks for no further log of a long list when the time for the search is up", async () => {
    const clock = testClock({ startsAt: now });
    const config = configWith();
    const failed = { id: 1, result: "failed", logs: Array.from({ length: 500 }, () => "x") };
    let asked = 0;
    const service = {
      ...memoryBuildService(config.project, [sketchRun(now, failed)]),
      readLog: () => {
        asked++;
        clock.advance(600_000);
        return Promise.reject(new Error("too late"));
      },
    };
    const agent = memoryAgent();
    const post = async () => undefined;
    await monitor({
      config,
      service,
      ownPipeline: undefined,
      issueKind: undefined,
      post,
      agent,
      clock,
      cancelled: never,
    });
    assert.equal(asked, 1);
    assert.match(agent.printed.at(-1) ?? "", /\(496 of its logs could not be read\)$/);
  });

  it("invariant 2: says nothing when the list cannot be read", async () => {
    const agents: string[][] = [];
    const broken = () => ({
      async *runsSince() {
        yield [];
        throw new Error("the list broke off");
      },
    });
    await assert.rejects(
      watch([], {}, broken).then(({ agent }) => agents.push(agent.printed)),
      { message: "the list broke off" },
    );
    assert.deepEqual(agents, []);
  });

  it("invariant 2: says nothing when the list is none of runs", async () => {
    const odd = (count: number) =>
      watch([], {}, () => ({
        async *runsSince() {
          yield Array.from({ length: count }, () => parseRun(0));
        },
      }));
    await assert.rejects(odd(1001), /holds more than 1000 records that cannot be understood/);
    assert.equal((await odd(1000)).report.issueCount, 1000);
  });

  it("rule 8: goes on when the message cannot be delivered", async () => {
    const config = configWith();
    const agent = memoryAgent();
    const service = memoryBuildService(config.project, [sketchRun(now, { id: 1, result: "failed" })]);
    const post = () => Promise.reject(new Error("chat webhook: POST answered 500"));
    const report = await monitor({
      config,
      service,
      ownPipeline: undefined,
      issueKind: undefined,
      post,
      agent,
      clock: testClock({ startsAt: now }),
      cancelled: never,
    });
    assert.equal(report.delivered, "failed");
    assert.equal(agent.warnings.at(-1), "The message was not delivered. chat webhook: POST answered 500");
  });

  it("ends with the reason of a cancelled step, and reports nothing more", async () => {
    const cancelled = AbortSignal.abort(new Error("The step was cancelled."));
    const refusing = () => ({ logsOf: () => Promise.reject(cancelled.reason) });
    await assert.rejects(watch([{ id: 1, result: "failed" }], {}, refusing, cancelled), {
      message: "The step was cancelled.",
    });
  });

  it("invariant 5: names of the service's act on nobody, and every problem is one line", async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, hostileText, async (pipeline, buildNumber, result) => {
        const { agent, posted, report } = await watch([
          { id: 1, pipeline, buildNumber, result: `${result}!`, logs: ["x"] },
        ]);
        assert.equal(report.issueCount, 1);
        assert.equal(agent.printed.length, 2);
        assert.equal(posted[0]?.split(/[\r\n\u2028\u2029\u0085]/).length, 2);
        assert.equal(findCommand(agent.printed[1] ?? ""), undefined);
        assert.ok(!posted[0]?.includes("@") && !/[<>]/.test(posted[0] ?? ""));
      }),
    );
  });
});
