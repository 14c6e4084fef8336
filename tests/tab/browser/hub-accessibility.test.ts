import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { badNight, flakyMonth, lateMonitor, noMonitor, quietWeek } from "../example-nights";
import type { World } from "../night-world";
import { findViolations } from "./axe";
import { describeHub } from "./hub-stage";
import { mediaThemes } from "./themes";

const states: [title: string, world: (project: string) => World, period: string][] = [
  ["a quiet week", quietWeek, "7d"],
  ["a bad night", badNight, "24h"],
  ["a flaky month", flakyMonth, "28d"],
  ["a monitor that has stopped", lateMonitor, "24h"],
  ["no monitor", noMonitor, "24h"],
  ["no run", () => ({ ...quietWeek(), runs: [] }), "24h"],
];

describeHub("the hub, for everybody", ({ host, open }) => {
  const themes = Object.entries(mediaThemes);
  for (const [index, [title, world, period]] of states.entries())
    it(`breaks no rule of accessibility: ${title}`, async () => {
      for (const [theme, media] of themes.slice(index % 3, (index % 3) + 1)) {
        const { page } = await open(world, { period }, { ...media, theme: media.colorScheme });
        const frame: Frame = page.frames()[1] ?? assert.fail("no frame");
        assert.deepEqual(await findViolations(frame), [], theme);
        await page.context().close();
      }
    });

  it("breaks none with the runs of a cell open, or where the runs could not be read", async () => {
    const { page, hub } = await open(badNight);
    await hub.locator('.row [aria-label^="invoices: failed"]').focus();
    await page.keyboard.press("Enter");
    await hub.getByRole("dialog").getByRole("table").waitFor();
    assert.deepEqual(await findViolations(page.frames()[1] ?? assert.fail()), []);
    await page.context().close();
    const reply = { status: 500, headers: { "access-control-allow-origin": "*" } };
    host().faults.push({ when: ({ path, method }) => method === "GET" && path.endsWith("/builds"), reply });
    const failed = await open(badNight, {}, { theme: "dark" });
    assert.deepEqual(await findViolations(failed.page.frames()[1] ?? assert.fail()), []);
  });

  it("has the first problem on the first screen of 320 pixels, and nothing that is wider", async () => {
    const { page, hub } = await open(badNight, {}, { viewport: { width: 320, height: 640 } });
    const { y = 999, height = 999 } = (await hub.locator(".problem").first().boundingBox()) ?? {};
    assert.ok(y + height < 640, `${y + height}`);
    const frame = page.frames()[1] ?? assert.fail();
    assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});
