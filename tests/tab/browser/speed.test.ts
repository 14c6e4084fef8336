import assert from "node:assert/strict";
import { largeReport, renderTimes, scrollLayoutTime } from "./measure";
import { describeInBrowser } from "./stage";

describeInBrowser("the tab with 5,000 runs", ({ openReport, errors }) => {
  it("has every row at the end, and lays out only what is on the screen", async () => {
    const page = await openReport(largeReport(5000));
    await renderTimes(page, 5000);
    const rows = page.locator("[data-item]");
    // Pipelines without a problem are drawn when somebody asks for them.
    assert.ok((await rows.count()) < 5001);
    await page.getByRole("button", { name: /^Show \d+ more pipelines without a problem$/ }).press("Enter");
    assert.equal(await rows.count(), 5001);
    const skipped = await rows.last().evaluate((row) => {
      const parents = [];
      for (let one: Element | null = row; one !== null; one = one.parentElement) parents.push(one);
      return parents.some((one) => getComputedStyle(one).contentVisibility === "auto");
    });
    assert.ok(skipped, "the browser may leave out what is not on the screen");
    await scrollLayoutTime(page);
    assert.deepEqual(errors, []);
    await page.context().close();
  });
});
