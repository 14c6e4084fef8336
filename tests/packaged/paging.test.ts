import assert from "node:assert/strict";
import { usePaging } from "./paging-stage";
import { fail, hour } from "./report-window-stage";

const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];

describe("packaged PipelineMonitor, paging", () => {
  const play = usePaging();
  const invoices = { pipeline: "invoices", definitionId: 7 };

  // What the other services are sent is tested in shared/paging/delivery.test.ts, and played by the fault table.
  it("opens an alert once, and closes it", async () => {
    await play("pagerduty", async ({ watch, paging, service }) => {
      fail(service, 1, -600, { ...invoices, logs: noSpace });
      await watch(0);
      fail(service, 2, 1800, { ...invoices, logs: noSpace });
      await watch(hour);
      fail(service, 3, hour + 1800, { ...invoices, result: "succeeded", runSeconds: 60 });
      await watch(2 * hour);
      const title = /invoices failed: write failed: No space left on device$/;
      assert.deepEqual(
        paging.events.map((event) => event.split(":")[0]),
        ["open", "close"],
      );
      for (const event of paging.events) assert.match(event, title);
      const [opening] = paging.requests.filter(({ body }) => body.includes("No space"));
      for (const text of ["buildId=1", "https://wiki.contoso.com/invoices", "Billing team"])
        assert.ok(opening?.body.includes(text), text);
    });
  });
});
