import assert from "node:assert/strict";
import { purchase, refusedPurchases, unknownPurchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";
import { describeInBrowsers } from "./stage";

const long = "a-pipeline-whose-name-has-no-space-".repeat(6);
const many = hourOf(1000);

const reports = {
  "an hour with issues": hourOf(40),
  "a thousand runs": many,
  "a quiet hour": quietHour(),
  "an hour without runs": hourOf(0),
  "long names": { ...many, runs: many.runs.map((run) => ({ ...run, pipeline: long, number: long })) },
  "a purchase": purchase(),
  "an unknown purchase": unknownPurchase(),
  "refused purchases": refusedPurchases(),
};

describeInBrowsers("the layout of the tab", ({ openReport }) => {
  for (const [state, report] of Object.entries(reports))
    it(`${state}: fits windows of 320, 640 and 1280 pixels with the labels and the time zone of its axis`, async () => {
      const page = await openReport(report);
      for (const width of [320, 640, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        const found = await page.evaluate(() => {
          const root = document.documentElement;
          const { left, right } = root.getBoundingClientRect();
          const axis = root.querySelector(".axis")?.getBoundingClientRect() ?? { left, right };
          const labels = [...root.querySelectorAll(".axis span")].map((one) => one.getBoundingClientRect());
          return {
            zone: /UTC/.exec(root.querySelector(".row.head")?.textContent ?? "UTC")?.[0],
            excess: root.scrollWidth - root.clientWidth,
            outside: labels.filter(
              (label) => label.width > 0 && (label.left < axis.left - 1 || label.right > axis.right + 1),
            ).length,
          };
        });
        assert.deepEqual(found, { zone: "UTC", excess: 0, outside: 0 }, String(width));
      }
    });
});
