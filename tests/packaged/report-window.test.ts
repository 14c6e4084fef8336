import assert from "node:assert/strict";
import { startBuildService } from "../sandbox/build-service";
import type { ReceivedRequest } from "../sandbox/loopback";
import { sketchRun } from "../sandbox/runs";
import { ofOwnPipeline, ownRun } from "./extras-stage";
import { buildAuth, now, perform } from "./monitor-stage";
import { at, fail, hour, useReportWindow } from "./report-window-stage";

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

  it("misses nothing of what happened while runs of the monitor were skipped or did not deliver", async () => {
    await stage(async (watch, service, chat) => {
      await watch({ start: 0 });
      fail(service, 1, 1000);
      chat.faults.push({ when: () => true, reply: { status: 500 } });
      assert.deepEqual((await watch({ start: hour })).tags, [], "what was not delivered is not done");
      chat.faults.splice(0);
      await watch({ start: 2 * hour, vanishes: true });
      fail(service, 2, 3 * hour);
      assert.deepEqual((await watch({ start: 7 * hour })).ids, [2, 1]);
      assert.deepEqual((await watch({ start: 8 * hour })).ids, []);
    });
  });

  it("goes back a day at most", async () => {
    await stage(async (watch, service) => {
      await watch({ start: 0 });
      fail(service, 1, hour);
      fail(service, 2, 30 * hour);
      assert.deepEqual((await watch({ start: 50 * hour })).ids, [2]);
    });
  });

  it("reports nothing again when it runs again within the hour, and counts the hour's runs all the same", async () => {
    await stage(
      async (watch, service, chat) => {
        fail(service, 1, -600);
        await watch({ start: 0 });
        assert.deepEqual((await watch({ start: 300 })).ids, []);
        assert.match(chat.texts.at(-1) ?? "", /expected more than 5, found [1-5]\.$/);
      },
      { run_ct_min: 5 },
    );
  });

  it("counts the runs of the last hour alone, however long the window is (rule 2)", async () => {
    await stage(
      async (watch, service, chat) => {
        await watch({ start: 0 });
        for (const id of [1, 2, 3]) fail(service, id, id * hour, { result: "succeeded", runSeconds: 60 });
        await watch({ start: 9 * hour });
        assert.match(chat.texts.at(-1) ?? "", /expected more than 1, found 0\./);
      },
      { run_ct_min: 1 },
    );
  });

  it("is tagged when it has delivered, or had nothing to deliver, and asks for its own tag alone", async () => {
    await stage(async (watch, service) => {
      const quiet = await watch({ start: 0 });
      fail(service, 1, 1800);
      const told = await watch({ start: hour });
      assert.match(quiet.tags.join(), /^monitor-reported-[0-9a-f]{12}$/);
      assert.deepEqual(told.tags, quiet.tags);
      const asked = service.requests.map(({ query }) => query).filter((query) => query.has("tagFilters"));
      assert.deepEqual(
        asked.map((query) => [query.get("tagFilters"), query.get("definitions"), query.get("queryOrder")]),
        [0, 1].map(() => [quiet.tags[0], "99", "startTimeDescending"]),
      );
    });
  });

  it("does not disturb another monitor of the same pipeline", async () => {
    await stage(async (watch, service, chat) => {
      const other = { variables: { "System.TaskInstanceName": "PipelineMonitor2" } };
      fail(service, 1, -600);
      await watch({ start: 0 });
      chat.faults.push({ when: () => true, reply: { status: 500 } });
      assert.deepEqual((await watch({ start: 60, ...other })).ids, [1]);
      chat.faults.splice(0);
      assert.deepEqual((await watch({ start: 120, ...other })).ids, [1]);
      assert.deepEqual((await watch({ start: 180, ...other })).ids, []);
    });
  });

  it("is not tagged with test_flag true, when nobody was told", async () => {
    await stage(
      async (watch, service) => {
        fail(service, 1, -600);
        const { ids, tags } = await watch({ start: 0 });
        assert.deepEqual([ids, tags], [[1], []]);
      },
      { test_flag: true },
    );
  });

  it("reports a run that hangs once, and what becomes of it", async () => {
    await stage(
      async (watch, service) => {
        const hanging = (seconds: number) =>
          service.put(sketchRun(at(seconds), { id: 1, unfinished: "running", runSeconds: seconds + 600 }));
        hanging(0);
        assert.deepEqual((await watch({ start: 0 })).ids, [], "it has been running for 600 s, of 900 s");
        hanging(hour);
        assert.deepEqual((await watch({ start: hour })).ids, [1]);
        hanging(2 * hour);
        assert.deepEqual((await watch({ start: 2 * hour })).ids, []);
        fail(service, 1, 2.5 * hour);
        assert.deepEqual((await watch({ start: 3 * hour })).ids, [1]);
      },
      { check_unfinished: true },
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
      assert.equal(tags.length, 1);
      assert.match(log[1] ?? "", /own runs of .*\/fabrikam\/Operations with the job access token\.$/);
      const sent = (requests: readonly ReceivedRequest[]) => [
        ...new Set(requests.map(({ headers }) => headers.authorization)),
      ];
      assert.deepEqual(sent(own.requests), [`Bearer ${jobToken}`]);
      assert.deepEqual(sent(service.requests), [`Basic ${buildAuth}`]);
      assert.deepEqual([own.requests.length, own.violations], [1, []]);
    } finally {
      await own.close();
    }
  });

  it("reports what happened while its own run waited for its turn", async () => {
    await stage(async (watch, service) => {
      await watch({ start: 0 });
      fail(service, 1, 2 * hour);
      assert.deepEqual((await watch({ start: hour, startUpSeconds: 2 * hour })).ids, [1]);
    });
  });

  it("tells nothing twice when its run is run again", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -600);
      assert.deepEqual((await watch({ start: 0, id: 950 })).ids, [1]);
      assert.deepEqual((await watch({ start: 0, id: 950, keepsTags: true })).ids, []);
    });
  });
});
