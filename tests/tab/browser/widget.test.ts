import assert from "node:assert/strict";
import { badNight, noMonitor } from "../example-nights";
import { describeHub, isList } from "./hub-stage";
import { findViolations } from "./page-checks";

const viewports = { 1: { width: 330, height: 220 }, 2: { width: 330, height: 390 } } as const;

describeHub("the widget on a dashboard", ({ host, fail, open, errors }) => {
  for (const widgetRows of [1, 2] as const)
    it(`shows what is wrong now, the night as one row, and links the hub, in its size: 2 x ${widgetRows}`, async () => {
      const options = { widgetRows, viewport: viewports[widgetRows], theme: "dark" } as const;
      const { page, hub, heading } = await open(badNight, {}, options);
      assert.match((await heading.textContent()) ?? "", /^3 problems: invoices failing since 03:08/);
      const link = hub.getByRole("link", { name: /^3 problems/ });
      assert.equal(
        await link.getAttribute("href"),
        `${host().project}/_apps/hub/pipeline-keeper.pipeline-keeper.hub`,
      );
      const night = await hub.getByRole("img", { name: /failed, 03:00/ }).getAttribute("aria-label");
      assert.match(night ?? "", /failed, 03:00 to 06:00; nobody watched 2 hours$/);
      assert.match(await hub.locator(".about").innerText(), /^monitor ran 19 min ago · read at 06:38$/);
      assert.equal(await hub.locator(".problem").count(), widgetRows === 1 ? 0 : 4);
      const frame = page.frames()[1] ?? assert.fail("no frame");
      assert.ok(await frame.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
      assert.deepEqual(await findViolations(page), []);
      assert.deepEqual(errors, []);
    });

  it("has words for a project without a monitor, and for a service that fails", async () => {
    const none = await open(noMonitor, {}, { widgetRows: 1 });
    assert.match(await none.hub.locator(".about").innerText(), /^no monitor/);
    fail(isList, { status: 500 });
    const failed = await open(badNight, {}, { widgetRows: 1 });
    assert.equal(await failed.heading.textContent(), "The runs could not be read");
    host().faults.splice(0);
    await failed.hub.getByRole("button", { name: "Try again" }).press("Enter");
    await failed.hub.locator("article").waitFor();
  });
});
