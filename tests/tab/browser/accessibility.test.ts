import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Report } from "../../../shared/report/schema";
import { purchase, refusedPurchases, unknownPurchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";
import { findViolations } from "./axe";
import { describeInBrowser } from "./stage";
import { mediaThemes } from "./themes";

const states: Record<string, Report> = {
  "an hour with issues": hourOf(20, 6),
  "a purchase": purchase(),
  "an unknown purchase": unknownPurchase(),
  "refused purchases": refusedPurchases(),
  "a quiet hour": quietHour(),
};

/** By how many pixels the page is wider than its window. */
const tooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describeInBrowser("the tab for everybody", ({ openReport, errors }) => {
  const themes = Object.entries(mediaThemes);
  for (const [index, [state, report]] of Object.entries(states).entries())
    it(`breaks no rule of accessibility, in themes that differ from state to state: ${state}`, async () => {
      const page = await openReport(report);
      for (const [theme, media] of index === 0 ? themes : themes.slice(index % 3, (index % 3) + 1)) {
        await page.emulateMedia(media);
        assert.deepEqual(await findViolations(page), [], theme);
      }
      assert.deepEqual(errors, []);
    });

  it("marks each issue by a shape and a text, not only by its colour, also where colours are forced", async () => {
    const page = await openReport(hourOf(200), mediaThemes["high contrast"]);
    const bars = page.locator("a.bar.bad, a.bar.warn, a.bar.off");
    const count = await bars.count();
    assert.ok(count > 10);
    assert.equal(await page.locator("a.bar:is(.bad, .warn, .off) .mark:not(.cut)").count(), count);
    const labels = await bars.evaluateAll((found) =>
      found.map((bar) => bar.getAttribute("aria-label") ?? ""),
    );
    const said = /failed|canceled|ran too long|finished too fast|waited too long|unfinished/;
    assert.deepEqual(
      labels.filter((label) => !said.test(label)),
      [],
    );
  });

  it("prints everything: no controls, every row of the tables, and their heads on every page", async () => {
    const page = await openReport(hourOf(200), { viewport: { width: 794, height: 1123 } });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByLabel("Only problems").isVisible(), false);
    const last = page.locator("table[aria-label='Runs'] tr").last();
    assert.equal(
      await last.evaluate((row) => getComputedStyle(row.parentElement ?? row).contentVisibility),
      "visible",
    );
    assert.ok(((await last.boundingBox())?.height ?? 0) > 10);
    assert.equal(await last.evaluate((row) => getComputedStyle(row).breakInside), "avoid");
    const head = page.locator("table[aria-label='Runs'] thead");
    assert.equal(await head.evaluate((one) => getComputedStyle(one).display), "table-header-group");
  });

  it("prints within the width of a page", async () => {
    for (const report of [hourOf(40), purchase()]) {
      const page = await openReport(report, { viewport: { width: 794, height: 1123 } });
      await page.emulateMedia({ media: "print" });
      assert.equal(await tooWide(page), 0, report.kind);
    }
  });
});
