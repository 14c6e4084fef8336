import { attachmentType } from "../../../shared/report/form";
import { connectHub } from "../../../tab/host/hub-service";
import { createGet } from "../../../tab/host/service";
import { type HubPage, startHubPage } from "../../sandbox/hub-page";
import { largeWorld } from "../example-nights";
import { quietHour } from "../example-reports";
import { nightNow } from "../night-world";
import { needBrowser, openBrowser } from "./browser";

/**
 * `node measure-hub.js PIPELINES TIMES`: prints as JSON how long a real browser takes to draw the hub over a service that
 * answers after 100 ms, and to complete 28 days of so many pipelines, each measured so many times, in milliseconds; the
 * longest task until then and while the page is scrolled; its memory, in megabytes; and how long 300 attachments take to read
 * outside a browser, as over HTTP/2. `npm run bench -- hub` runs it.
 */
type Figure = "drawn" | "complete" | "longestTask" | "megabytes" | "requests" | "attachments";

async function main(): Promise<void> {
  const [pipelines = 200, times = 3] = process.argv.slice(2).map(Number);
  const measured: Record<Figure, number[]> = {
    ...{ drawn: [], complete: [], longestTask: [], megabytes: [], requests: [], attachments: [] },
  };
  const host = await startHubPage();
  host.delayMilliseconds = 100;
  const { newContext, close } = await openBrowser(needBrowser());
  try {
    for (let time = 0; time < times; time++) {
      host.runs.splice(0, host.runs.length, ...largeWorld(pipelines, host.project));
      const context = await newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await page.addInitScript(watchTasks);
      await page.addInitScript(stopClock, nightNow * 1000);
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
          for (let step = 1; step <= 40; step++) {
            scrollTo(0, (document.documentElement.scrollHeight * step) / 40);
            await new Promise((next) => requestAnimationFrame(next));
          }
          return Number(Reflect.get(window, "longestTask"));
        }),
      );
      const session = await context.newCDPSession(page);
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      measured.megabytes.push(usedSize / 2 ** 20);
      await context.close();
      measured.attachments.push(await readAttachments(host));
    }
  } finally {
    await close();
    await host.close();
  }
  process.stdout.write(JSON.stringify(measured));
}

/** The clock of the browser driver would run timers that are due at once in one task. */
function stopClock(now: number): void {
  Reflect.set(
    window,
    "Date",
    class extends Date {
      constructor(value: number | string = now) {
        super(value);
      }
      static override now = () => now;
    },
  );
}

/** Notes the longest task of the page, from its beginning. */
function watchTasks(): void {
  Reflect.set(window, "longestTask", 0);
  new PerformanceObserver((list) => {
    const durations = list.getEntries().map(({ duration }) => duration);
    Reflect.set(window, "longestTask", Math.max(Number(Reflect.get(window, "longestTask")), ...durations));
  }).observe({ type: "longtask", buffered: true });
}

/** How many milliseconds 300 attachments of a run take. */
async function readAttachments({ project, runs }: HubPage): Promise<number> {
  const attachment = { type: attachmentType, name: "report.json", text: JSON.stringify(quietHour()) };
  const [run] = runs;
  if (run === undefined) throw new Error("no run");
  run.attachments = Array.from({ length: 300 }, () => attachment);
  const start = performance.now();
  const get = createGet(project, async () => "sandbox-token");
  const steps = await connectHub(project, get).steps(Number(run.record["id"]));
  if (steps.length !== 300) throw new Error("not all were read");
  return performance.now() - start;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
