import assert from "node:assert/strict";
import type { Report } from "../../../shared/report/schema";
import { purchase, refusedPurchases, unknownPurchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";
import { excessWidth, findViolations, mediaThemes } from "./page-checks";
import { describeInBrowser } from "./stage";

const long = "a-pipeline-whose-name-has-no-space-".repeat(6);
const many = hourOf(1000);

const states: Record<string, Report> = {
  "an hour with issues": hourOf(20, 6),
  "a purchase": purchase(),
  "an unknown purchase": unknownPurchase(),
  "refused purchases": refusedPurchases(),
  "a quiet hour": quietHour(),
};
const extremes: Record<string, Report> = {
  "a thousand runs": many,
  "an hour without runs": hourOf(0),
  "long names": { ...many, runs: many.runs.map((run) => ({ ...run, pipeline: long, number: long })) },
};

describeInBrowser("the layout of the tab", ({ openReport }) => {
  for (const [state, report] of Object.entries({ ...states, ...extremes }))
    it(`${state}: fits windows of 320, 640 and 1280 pixels with the labels and the time zone of its axis`, async () => {
      const page = await openReport(report);
      for (const width of [320, 640, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        const outside = await page.locator(".axis").evaluateAll((axes) =>
          axes.flatMap((axis) => {
            const { left, right } = axis.getBoundingClientRect();
            const labels = [...axis.querySelectorAll("span")].map((label) => label.getBoundingClientRect());
            return labels.filter((one) => one.width > 0 && (one.left < left - 1 || one.right > right + 1));
          }),
        );
        assert.deepEqual([await excessWidth(page), outside], [0, []], String(width));
      }
      for (const head of await page.locator(".row.head").allTextContents()) assert.match(head, /UTC/);
    });
});

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
    const bars = page.locator("a.bar:is(.bad, .warn, .off)");
    const count = await bars.count();
    assert.ok(count > 10);
    assert.equal(await bars.locator(".mark:not(.cut)").count(), count);
    const labels = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute("aria-label") ?? ""));
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
    const table = page.locator("table[aria-label='Runs']");
    const last = table.locator("tr").last();
    const shown = await last.evaluate((row) => [
      getComputedStyle(row.parentElement ?? row).contentVisibility,
      getComputedStyle(row).breakInside,
    ]);
    assert.deepEqual(shown, ["visible", "avoid"]);
    assert.ok(((await last.boundingBox())?.height ?? 0) > 10);
    const head = await table.locator("thead").evaluate((one) => getComputedStyle(one).display);
    assert.equal(head, "table-header-group");
  });

  it("prints within the width of a page", async () => {
    for (const report of [hourOf(40), purchase()]) {
      const page = await openReport(report, { viewport: { width: 794, height: 1123 } });
      await page.emulateMedia({ media: "print" });
      assert.equal(await excessWidth(page), 0, report.kind);
    }
  });
});
