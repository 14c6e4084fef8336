import assert from "node:assert/strict";
import { sketchRun } from "../sandbox/runs";
import { at, fail, hour, useReportWindow } from "./report-window-stage";

describe("packaged PipelineMonitor, window since_last_report, when the service withholds something", () => {
  const { stage } = useReportWindow();

  it("tells what happened while the service did not tell of the last report", async () => {
    await stage(async (watch, service) => {
      await watch({ start: 0 });
      fail(service, 1, hour);
      service.faults.push({ when: ({ query }) => query.has("tagFilters"), reply: { status: 403 } });
      const { ids, tags } = await watch({ start: 3 * hour });
      assert.deepEqual([ids, tags], [[], []]);
      service.faults.splice(0);
      assert.deepEqual((await watch({ start: 4 * hour })).ids, [1]);
    });
  });

  it("tells of a run that began to hang while the service did not tell of unfinished runs, and of no other twice", async () => {
    await stage(
      async (watch, service) => {
        await watch({ start: 0 });
        service.put(sketchRun(at(hour), { id: 1, unfinished: "queued", queuedSeconds: hour - 600 }));
        service.faults.push({ when: ({ query }) => query.has("statusFilter"), reply: { status: 403 } });
        fail(service, 2, hour - 60);
        assert.deepEqual((await watch({ start: hour })).ids, [2]);
        fail(service, 3, 2 * hour - 60);
        assert.deepEqual((await watch({ start: 2 * hour })).ids, [3], "what was delivered is not told again");
        service.faults.splice(0);
        assert.deepEqual((await watch({ start: 3 * hour })).ids, [1]);
        assert.deepEqual((await watch({ start: 4 * hour })).ids, []);
      },
      { check_unfinished: true },
    );
  });

  it("tells of runs that did not happen once, also after it could not look for them", async () => {
    await stage(
      async (watch, service, chat) => {
        const toldOf = async (start: number) => {
          const before = chat.texts.length;
          await watch({ start });
          return [
            ...chat.texts
              .slice(before)
              .join()
              .matchAll(/did not run at 2026-11-20 (\d\d:\d\d) UTC/g),
          ].map(([, time]) => time);
        };
        assert.deepEqual(await toldOf(0), ["02:30"]);
        service.faults.push({ when: ({ query }) => query.has("statusFilter"), reply: { status: 403 } });
        assert.deepEqual(await toldOf(hour), []);
        service.faults.splice(0);
        assert.deepEqual((await toldOf(2 * hour)).slice(-2), ["03:30", "04:30"]);
        assert.deepEqual(await toldOf(3 * hour), ["05:30"]);
        assert.deepEqual(await toldOf(3 * hour + 600), []);
      },
      {
        pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, ghost: { schedule: "30 * * * *" } },
      },
    );
  });

  it("looks at the last hour, and says so, when the service does not tell of the last report", async () => {
    await stage(async (watch, service, chat) => {
      fail(service, 1, -600);
      fail(service, 2, -2 * hour);
      service.faults.push({ when: ({ query }) => query.has("tagFilters"), reply: { status: 403 } });
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      assert.match(chat.texts[0] ?? "", /^Could not check the time of the last report; /m);
    });
  });
});
