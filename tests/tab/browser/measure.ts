import type { Page } from "playwright-core";
import { hourOf } from "../example-reports";

/** A report of so many runs in a hundred pipelines. */
export function largeReport(runs: number) {
  return hourOf(runs, 100);
}

/**
 * `drawn` is when the page was first drawn, and `complete` when the last of its rows was there. In milliseconds from
 * the start of its navigation.
 */
export function renderTimes(page: Page, rows: number): Promise<{ drawn: number; complete: number }> {
  return page.evaluate(async (expected) => {
    const nextDrawing = () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      );
    const drawn = await nextDrawing();
    let complete = drawn;
    while (document.querySelectorAll("table:first-of-type tr").length < expected)
      complete = await nextDrawing();
    return { drawn, complete };
  }, rows);
}

/** In milliseconds, while the page is scrolled to its end. */
export async function scrollLayoutTime(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const layoutSeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "LayoutDuration")?.value ?? Number.NaN;
  };
  const before = await layoutSeconds();
  await page.evaluate(async () => {
    const steps = 40;
    for (let step = 1; step <= steps; step++) {
      scrollTo(0, (document.documentElement.scrollHeight * step) / steps);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
  });
  return 1000 * ((await layoutSeconds()) - before);
}
