import assert from "node:assert/strict";
import { badNight, noMonitor } from "../example-nights";
import { describeHub, isList } from "./hub-stage";
import { findViolations } from "./page-checks";

/** As a dashboard has them, below the header of the sandbox. */
const viewports = {
  "2x1": { width: 330, height: 220 },
  "2x2": { width: 330, height: 390 },
  "3x2": { width: 500, height: 390 },
  "4x2": { width: 670, height: 390 },
} as const;
const sizes = ["2x1", "2x2", "3x2", "4x2"] as const;

describeHub("the widget on a dashboard", ({ host, fail, open, errors }) => {
  for (const widget of sizes)
    it(`shows whose it is, what is wrong now and the night as one row, and links the hub, in its size: ${widget}`, async () => {
      const options = { widget, viewport: viewports[widget], theme: "dark" } as const;
      const { page, hub, heading } = await open(badNight, {}, options);
      assert.equal(await hub.locator(".product").innerText(), "Pipeline Keeper · Night Shift");
      assert.match((await heading.textContent()) ?? "", /^3 problems: invoices failing since 03:08/);
      const link = hub.getByRole("link", { name: /^3 problems/ });
      assert.equal(
        await link.getAttribute("href"),
        `${host().project}/_apps/hub/pipeline-keeper.pipeline-keeper.hub`,
      );
      const night = await hub.getByRole("img", { name: /failed, 03:00/ }).getAttribute("aria-label");
      assert.match(night ?? "", /failed, 03:00 to 06:00, \d+ of \d+ runs; .*nobody watched 66 min$/);
      assert.match(await hub.locator(".about").innerText(), /^monitor ran 19 min ago · read at 06:38$/);
      assert.equal(await hub.locator(".problem").count(), widget === "2x1" ? 0 : 4);
      const frame = page.frames()[1] ?? assert.fail("no frame");
      assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(errors, []);
    });

  it("has words for a project without a monitor, and for a service that fails", async () => {
    const none = await open(noMonitor, {}, { widget: "2x1" });
    assert.match(await none.hub.locator(".about").innerText(), /^no monitor/);
    fail(isList, { status: 500 });
    const failed = await open(badNight, {}, { widget: "2x1", viewport: viewports["2x1"] });
    assert.equal(await failed.heading.textContent(), "The runs could not be read");
    const frame = failed.page.frames()[1] ?? assert.fail("no frame");
    assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight), "it fits");
    host().faults.splice(0);
    await failed.hub.getByRole("button", { name: "Try again" }).press("Enter");
    await failed.hub.locator("article").waitFor();
  });
});
