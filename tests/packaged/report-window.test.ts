import assert from "node:assert/strict";
import { startBuildService } from "../sandbox/build-service";
import type { ReceivedRequest } from "../sandbox/loopback";
import { sketchRun } from "../sandbox/runs";
import { ofOwnPipeline, ownRun } from "./extras-stage";
import { buildAuth, now, perform } from "./monitor-stage";
import { fail, hour, useReportWindow } from "./report-window-stage";

describe("packaged PipelineMonitor, window since_last_report", () => {
  const { agent, stage } = useReportWindow();

  it("reports each run once, also one that failed while the monitor started", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -600);
      fail(service, 2, 10);
      assert.deepEqual((await watch({ start: 0 })).ids, [2, 1]);
      fail(service, 3, 1800);
      assert.deepEqual((await watch({ start: hour + 5 })).ids, [3]);
      assert.deepEqual((await watch({ start: 2 * hour })).ids, []);
    });
  });

  it("knows what was reported by a run that is still in progress", async () => {
    await stage(
      async (watch, service) => {
        await watch({ start: 0 });
        fail(service, 1, 1800);
        assert.deepEqual((await watch({ start: hour, goesOn: true })).ids, [1]);
        assert.deepEqual((await watch({ start: 2 * hour })).ids, []);
      },
      { notify: "changes" },
    );
  });

  it("sends the job's own token to its own organization only, and BUILD_AUTH to the one that is watched", async () => {
    const jobToken = "canary-job-token";
    const own = await startBuildService({
      runs: [sketchRun(now, ownRun(900, now - 20_000))],
      authorizations: [`Bearer ${jobToken}`],
      organization: "fabrikam",
      project: "Operations",
    });
    try {
      const { log, result, service, tags } = await perform(agent(), {
        runs: [{ id: 1, result: "failed" }],
        config: { window: "since_last_report" },
        step: () => ({ jobToken, variables: ofOwnPipeline(own, 900) }),
      });
      assert.equal(result, "Succeeded", log.join("\n"));
      assert.equal(tags.length, 2);
      assert.match(log[1] ?? "", /own runs of .*\/fabrikam\/Operations with the job access token\.$/);
      const sent = (requests: readonly ReceivedRequest[]) => [
        ...new Set(requests.map(({ headers }) => headers.authorization)),
      ];
      assert.deepEqual(sent(own.requests), [`Bearer ${jobToken}`]);
      assert.deepEqual(sent(service.requests), [`Basic ${buildAuth}`]);
      assert.deepEqual([own.requests.length, own.violations], [2, []]);
    } finally {
      await own.close();
    }
  });

  for (const notify of ["all", "changes"])
    it(`tells with the next report what the channel did not take, and nothing twice (notify: ${notify})`, async () => {
      const slack = { step: { inputs: { chatFormat: "slack" } } };
      await stage(
        async (watch, service, chat) => {
          for (let id = 1; id <= 40; id++) fail(service, id, -id, { pipeline: `p${id}`, definitionId: id });
          chat.faults.push({ when: () => true, reply: { status: 500, body: "" } });
          await watch({ start: 0, ...slack });
          const refused = chat.requests.splice(0);
          chat.faults.splice(0);
          await watch({ start: hour, ...slack });
          const told = chat.requests.splice(0);
          assert.deepEqual([refused.length > 0, told.length], [true, 1]);
          const [worst] = [toldIn(told), toldIn(refused.slice(0, 1))].map((ids) => [...ids].sort(byNumber));
          assert.deepEqual([...toldIn(refused)].sort(byNumber), worst);
          const third = await watch({ start: 2 * hour, ...slack });
          assert.deepEqual([chat.requests, third.ids], [[], []]);
        },
        { notify },
      );
    });
});

function toldIn(requests: readonly { body: string }[]): Set<number> {
  const bodies = requests.map(({ body }) => body).join("");
  return new Set([...bodies.matchAll(/buildId=(\d+)/g)].map(([, id]) => Number(id)).filter((id) => id < 900));
}

function byNumber(one: number, other: number): number {
  return one - other;
}
