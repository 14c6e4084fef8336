import assert from "node:assert/strict";
import { largeReport, renderTimes, scrollLayoutTime } from "./measure";
import { describeInBrowser } from "./stage";

describeInBrowser("the tab with 5,000 runs", ({ openReport, errors }) => {
  it("is drawn within a second, and scrolls without laying out what is not on the screen", async () => {
    const report = largeReport(5000);
    const times: number[] = [];
    let scrolled = Number.NaN;
    // Other work on this machine only adds to a time, so the least one counts.
    for (let tries = 0; tries < 3 && !(Math.min(...times) < 1000); tries++) {
      const page = await openReport(report);
      const { drawn } = await renderTimes(page, 5000);
      times.push(drawn);
      assert.equal(await page.locator("[data-item]").count(), 5001);
      scrolled = await scrollLayoutTime(page);
      await page.context().close();
    }
    assert.ok(Math.min(...times) < 1000, `drawn in ${times.map(Math.round).join(", ")} ms`);
    assert.ok(scrolled < 1500, `${scrolled} ms of layout while scrolling`);
    assert.deepEqual(errors, []);
  });
});
