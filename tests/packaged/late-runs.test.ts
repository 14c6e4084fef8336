import assert from "node:assert/strict";
import { fail, hour, useReportWindow } from "./report-window-stage";

/** Runs that the service lists only some time after they finished. */
describe("packaged PipelineMonitor, runs that reach the list after the report they belong to", () => {
  const { stage } = useReportWindow();

  it("reports them with the next window, and then no more", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -1200);
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      fail(service, 2, -570);
      assert.deepEqual((await watch({ start: hour })).ids, [2]);
      assert.deepEqual((await watch({ start: 2 * hour })).ids, []);
    });
  });

  it("reports nothing again while none comes late, however close to the report it finished", async () => {
    await stage(async (watch, service) => {
      for (const id of [1, 2, 3]) fail(service, id, -id);
      fail(service, 4, -100, { result: "succeeded" });
      assert.deepEqual((await watch({ start: 0 })).ids, [1, 2, 3]);
      const next = await watch({ start: hour });
      assert.deepEqual([next.ids, next.runCount], [[], "4"]);
      // Five minutes later, the same minutes lie before both reports.
      assert.deepEqual((await watch({ start: hour + 300 })).ids, []);
    });
  });

  it("reports one that finished within the same minutes as others alone", async () => {
    await stage(async (watch, service) => {
      fail(service, 1, -60);
      assert.deepEqual((await watch({ start: 0 })).ids, [1]);
      fail(service, 2, -30);
      assert.deepEqual((await watch({ start: hour })).ids, [2]);
      assert.deepEqual((await watch({ start: 2 * hour })).ids, []);
    });
  });
});
