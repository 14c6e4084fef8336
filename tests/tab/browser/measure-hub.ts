import type { BrowserContext, Page } from "playwright-core";
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
 * answers after 100 ms, and to complete 28 days of so many pipelines, each measured so many times, in milliseconds; how many
 * requests it waits for until it is drawn; the longest task until it is complete and while the page is scrolled, in milliseconds of
 * processor time, which other programs do not change; its memory, in megabytes; and how long 300 attachments take to read
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
  /** Opens the hub and, when it is drawn and when it is complete, calls back with the milliseconds until then. */
  const open = async (
    context: BrowserContext,
    onDrawn: (after: number) => void,
    onComplete: (page: Page, after: number) => unknown,
  ) => {
    host.runs.splice(0, host.runs.length, ...largeWorld(pipelines, host.project));
    const page = await context.newPage();
    await page.addInitScript(stopClock, nightNow * 1000);
    const start = performance.now();
    await page.goto(host.url({ period: "28d" }), { waitUntil: "commit" });
    const hub = page.frameLocator("iframe");
    await hub.locator("article").waitFor();
    onDrawn(performance.now() - start);
    await hub.locator(`.row >> nth=${pipelines}`).waitFor({ state: "attached" });
    await hub.locator(`tr >> nth=${pipelines}`).waitFor({ state: "attached" });
    await hub.getByRole("button", { name: "Refresh" }).waitFor();
    await onComplete(page, performance.now() - start);
    await context.close();
  };
  const newPageContext = () => newContext({ viewport: { width: 1280, height: 800 } });
  try {
    for (let time = 0; time < times; time++) {
      const context = await newPageContext();
      const before = host.requests().length;
      const onDrawn = (after: number) => {
        measured.drawn.push(after);
        measured.requests.push(host.requests().length - before);
      };
      await open(context, onDrawn, async (page, after) => {
        measured.complete.push(after);
        await page.frames()[1]?.evaluate(scrollThrough);
        const session = await context.newCDPSession(page);
        const { usedSize } = await session.send("Runtime.getHeapUsage");
        measured.megabytes.push(usedSize / 2 ** 20);
      });
      // Watching the tasks takes time.
      const watched = await newPageContext();
      const stop = await traceTasks(watched);
      await open(
        watched,
        () => {},
        async (page) => {
          await page.frames()[1]?.evaluate(scrollThrough);
          measured.longestTask.push(await stop());
        },
      );
      measured.attachments.push(await readAttachments(host));
    }
  } finally {
    await close();
    await host.close();
  }
  process.stdout.write(JSON.stringify(measured));
}

async function scrollThrough(): Promise<void> {
  for (let step = 1; step <= 40; step++) {
    scrollTo(0, (document.documentElement.scrollHeight * step) / 40);
    await new Promise((next) => requestAnimationFrame(next));
  }
}

/** Returns what stops the trace of the browser and returns the processor time of the longest task of a page, in milliseconds. */
async function traceTasks(context: BrowserContext): Promise<() => Promise<number>> {
  const browser = context.browser();
  if (browser === null) throw new Error("no browser");
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const isOver = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["toplevel"] } });
  return async () => {
    await session.send("Tracing.end");
    await isOver;
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const isMain = ({ name, args }: TraceEvent) =>
      name === "thread_name" && args?.["name"] === "CrRendererMain";
    const pages = new Set(events.filter(isMain).map(threadOf));
    const tasks = events.filter((event) => pages.has(threadOf(event)) && event.name?.endsWith("RunTask"));
    if (tasks.length === 0) throw new Error("the trace has no task");
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  };
}

/** Times are in microseconds; `tdur` is processor time. */
interface TraceEvent {
  name?: string;
  pid?: number;
  tid?: number;
  tdur?: number;
  args?: Record<string, unknown>;
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
