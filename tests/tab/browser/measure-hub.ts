import { startHubPage } from "../../sandbox/hub-page";
import { largeWorld } from "../example-nights";
import { nightNow } from "../night-world";
import { needBrowser, openBrowser } from "./browser";

/**
 * `node measure-hub.js PIPELINES TIMES`: prints as JSON how long a real browser takes to draw the hub over a service that
 * answers after 100 ms, and to complete 28 days of so many pipelines, each measured so many times, in milliseconds; the
 * longest task while the page is scrolled; and its memory, in megabytes. `npm run bench -- hub` runs it.
 */
async function main(): Promise<void> {
  const [pipelines = 200, times = 3] = process.argv.slice(2).map(Number);
  const measured: Record<"drawn" | "complete" | "longestTask" | "megabytes" | "requests", number[]> = {
    ...{ drawn: [], complete: [], longestTask: [], megabytes: [], requests: [] },
  };
  const host = await startHubPage();
  host.delayMilliseconds = 100;
  const { newContext, close } = await openBrowser(needBrowser());
  try {
    for (let time = 0; time < times; time++) {
      host.runs.splice(0, host.runs.length, ...largeWorld(pipelines, host.project));
      const context = await newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.clock.setFixedTime(nightNow * 1000);
      const before = host.requests().length;
      // The clock of the page stands still.
      const start = performance.now();
      await page.goto(host.url({ period: "28d" }), { waitUntil: "commit" });
      const hub = page.frameLocator("iframe");
      await hub.locator("article").waitFor();
      measured.drawn.push(performance.now() - start);
      await hub.locator(`.row >> nth=${pipelines}`).waitFor({ state: "attached" });
      await hub.locator(`tr >> nth=${pipelines}`).waitFor({ state: "attached" });
      measured.complete.push(performance.now() - start);
      const frame = page.frames()[1];
      if (frame === undefined) throw new Error("no frame");
      measured.requests.push(host.requests().length - before);
      measured.longestTask.push(
        await frame.evaluate(async () => {
          let longest = 0;
          const observer = new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
          });
          observer.observe({ type: "longtask" });
          for (let step = 1; step <= 40; step++) {
            scrollTo(0, (document.documentElement.scrollHeight * step) / 40);
            await new Promise((next) => requestAnimationFrame(next));
          }
          observer.disconnect();
          return longest;
        }),
      );
      const session = await context.newCDPSession(page);
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      measured.megabytes.push(usedSize / 2 ** 20);
      await context.close();
    }
  } finally {
    await close();
    await host.close();
  }
  process.stdout.write(JSON.stringify(measured));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
