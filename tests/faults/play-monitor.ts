import assert from "node:assert/strict";
import { ofOwnPipeline, ownRun, showingOwnRun } from "../packaged/extras-stage";
import { byConnections, byVariables, perform, reportIn } from "../packaged/monitor-stage";
import { actsOf } from "../packaged/repairs-stage";
import type { SandboxAgent, Step } from "../sandbox/agent";
import { attachmentsOf } from "../sandbox/attachments";
import type { SandboxBuildService } from "../sandbox/build-service";
import { startServer } from "../sandbox/loopback";
import { startMetricsService } from "../sandbox/metrics-service";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { now, scenes } from "./scenes";
import { faultOf, type Play, stepOf } from "./step";

/** Plays a cell of PipelineMonitor, in the scene of its endpoint. */
export const playMonitor: Play = async (cell, agent, stage, { debug, connected, ...manner }) => {
  const { scene: sceneName = "plain", product = manner.product } = cell.endpoint;
  const scene = scenes[sceneName];
  const isActing = ["lostAgent", "missedRun"].includes(sceneName);
  const metrics = await startMetricsService();
  const watchdog = await startServer(() => ({ status: 200, body: "OK" }));
  const heartbeat = { HEARTBEAT_URL: new URL("ping/check", watchdog.address).href };
  const played = await perform(agent, {
    runs: scene.runs.filter((run) => finishOf(run) < (scene.reportedAt ?? now)),
    config: scene.config,
    finishedBefore: now,
    service: {
      pageSize: isActing ? 100 : 2,
      acting: { now: () => now + 60_000 },
      ...(scene.repositories === undefined ? {} : { repositories: scene.repositories }),
      ...scene.service,
      ...(scene.moreProjects === undefined ? {} : { moreProjects: scene.moreProjects }),
    },
    chatProduct: product,
    step: async (service, chat) => {
      const { connections, inputs } = byConnections(service, chat);
      const webhook = connected
        ? { webhookConnection: inputs.webhookConnection }
        : { webhookUrl: "$(WEBHOOK_URL)" };
      const ofStep = stepOf(cell, stage, debug);
      const step = {
        variables: {
          ...ofStep.variables,
          ...(sceneName === "plain" ? ofOwnProject(service) : ofOwnPipeline(service, 900)),
        },
        connections,
        env: {
          ...{ BUILD_AUTH: "$(BUILD_AUTH)", OTEL_EXPORTER_OTLP_ENDPOINT: metrics.address.href },
          ...(sceneName === "heartbeat" ? heartbeat : {}),
        },
        inputs: { configFile: "monitor.json", chatFormat: product, ...webhook, ...scene.inputs },
      };
      if (scene.reportedAt !== undefined)
        await reportBefore(agent, service, scene.reportedAt, { ...byVariables(chat), ...step });
      for (const run of [...scene.runs, ownRun(900, now - 20_000)]) service.put(sketchRun(now, run));
      service.faults.push(...faultOf(cell, stage));
      chat.faults.push(...faultOf(cell, stage));
      metrics.faults.push(...faultOf(cell, stage));
      watchdog.faults.push(...faultOf(cell, stage));
      const { onOutput } = showingOwnRun(service, 900, now - 20_000);
      return { onOutput, ...ofStep, ...step, clockStartsAt: now };
    },
  });
  await Promise.all([metrics.close(), watchdog.close()]);
  assert.deepEqual(metrics.violations, []);
  const { row } = cell;
  // Whatever comes of it, a request that acts is sent once.
  assert.equal(actsOf(played.service).length, isActing ? 1 : 0);
  const unseen = row.result === "Failed";
  assert.equal(reportIn(played.log).length === 0, unseen);
  assert.equal(Object.keys(played.summaries).length === 0, unseen);
  const posts = played.chat.requests.length;
  assert.ok(unseen ? posts === 0 : posts <= 5, `posted ${posts} times`);
  if (row.posts !== undefined)
    assert.ok(played.chat.texts.at(-1)?.includes(row.posts), played.chat.texts.at(-1));
  return played;
};

/** Of a run without a memory, in the project that it watches. */
function ofOwnProject(service: SandboxBuildService): Record<string, string> {
  const { "Build.BuildId": _, "System.DefinitionId": __, ...ofProject } = ofOwnPipeline(service, 900);
  return ofProject;
}

function finishOf({ finishedSecondsAgo = 600 }: RunSketch): number {
  return now - finishedSecondsAgo * 1000;
}

/** Lets an earlier run of the monitor's pipeline report, and leave its tags and attachments to the service. */
async function reportBefore(
  agent: SandboxAgent,
  service: SandboxBuildService,
  at: number,
  step: Omit<Step, "task">,
): Promise<void> {
  const id = 899;
  const own = ownRun(id, at - 20_000);
  service.put(sketchRun(at, own));
  const result = await agent.run({
    task: "PipelineMonitor",
    ...step,
    variables: { ...step.variables, ...ofOwnPipeline(service, id) },
    clockStartsAt: at,
  });
  assert.equal(result.outputs["delivered"], "sent", result.log.join("\n"));
  const { unfinished: _, ...done } = { ...own, finishedSecondsAgo: -60, tags: result.tags };
  service.put({ ...sketchRun(at, done), attachments: attachmentsOf(result) });
}
