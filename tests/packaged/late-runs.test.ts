import assert from "node:assert/strict";
import type { SandboxBuildService } from "../sandbox/build-service";
import { sketchRun } from "../sandbox/runs";
import { runMonitor } from "./extras-stage";
import { now, reportIn, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

const hour = 3600;
const at = (seconds: number) => now + seconds * 1000;

/** Runs that the service lists only some time after they finished. */
describe("packaged PipelineMonitor, runs that reach the list after the report they belong to", () => {
  const agent = useAgent();

  type Watch = (start: number) => Promise<{ ids: number[]; runCount: string | undefined }>;

  async function stage(act: (watch: Watch, service: SandboxBuildService) => Promise<void>): Promise<void> {
    let id = 900;
    const config = { window: "since_last_report", run_ct_min: -1 };
    await withStage(agent(), { config }, (service, chat) =>
      act(async (start) => {
        const step = await runMonitor(agent(), service, chat, { id: id++, startedAt: at(start) });
        const ids = reportIn(step.log).flatMap((line) => /buildId=(\d+)/.exec(line)?.[1] ?? []);
        return { ids: ids.map(Number), runCount: step.outputs["runCount"] };
      }, service),
    );
  }

  function put(service: SandboxBuildService, id: number, seconds: number, result = "failed"): void {
    service.put(sketchRun(at(seconds), { id, result, finishedSecondsAgo: 0, logs: [] }));
  }

  it("reports them with the next window, and then no more", async () => {
    await stage(async (watch, service) => {
      put(service, 1, -1200);
      assert.deepEqual((await watch(0)).ids, [1]);
      put(service, 2, -590);
      assert.deepEqual((await watch(hour)).ids, [2]);
      assert.deepEqual((await watch(2 * hour)).ids, []);
    });
  });

  it("reports nothing again while none comes late, however close to the report it finished", async () => {
    await stage(async (watch, service) => {
      for (const id of [1, 2, 3]) put(service, id, -id);
      put(service, 4, -100, "succeeded");
      assert.deepEqual((await watch(0)).ids, [1, 2, 3]);
      const next = await watch(hour);
      assert.deepEqual([next.ids, next.runCount], [[], "4"]);
      // Five minutes later, the same minutes lie before both reports.
      assert.deepEqual((await watch(hour + 300)).ids, []);
    });
  });

  it("reports what is wrong within the same ten minutes once more rather than lose one", async () => {
    await stage(async (watch, service) => {
      put(service, 1, -60);
      assert.deepEqual((await watch(0)).ids, [1]);
      put(service, 2, -30);
      assert.deepEqual((await watch(hour)).ids, [2, 1]);
      assert.deepEqual((await watch(2 * hour)).ids, []);
    });
  });
});
