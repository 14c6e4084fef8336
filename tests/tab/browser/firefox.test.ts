import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type Frame, launch, type Page } from "puppeteer-core";
import type { Report } from "../../../shared/report/schema";
import { startHubPage } from "../../sandbox/hub-page";
import { filledPage } from "../../sandbox/report-pages";
import { startRunPage } from "../../sandbox/run-page";
import { describeUnless } from "../../skippable";
import { temporaryFolder } from "../../temporary-folder";
import { badNight } from "../example-nights";
import { purchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";
import { nightNow } from "../night-world";
import { useHost } from "./host-stage";
import { isList, json } from "./live-stage";

/** `npm run everywhere` sets it: a second browser beside the first one would take as long again. */
const { FIREFOX: executablePath = "" } = process.env;

function whyMissing(): string | undefined {
  if (executablePath === "")
    return "Firefox is a machine of `npm run everywhere`; here, set FIREFOX to its path";
  const starts = spawnSync(executablePath, ["--version"], { stdio: "ignore" }).status === 0;
  return starts ? undefined : `no Firefox starts at ${executablePath}`;
}

interface FirefoxStage {
  /** Opens a page. `now` is the time of its clock, in seconds since 1970; the machine's without. */
  open(url: string, options?: { now?: number; timeZone?: string }): Promise<Page>;
  /** The frame of the extension in a page that embeds it, as soon as it shows such an element. */
  embedded(page: Page, selector: string): Promise<Frame>;
  /** Errors that the pages of this test logged. */
  errors: string[];
}

/** Describes tests in a real Firefox, which puppeteer drives by WebDriver BiDi: playwright-core drives only its own. */
function describeInFirefox(title: string, tests: (stage: FirefoxStage) => void): void {
  describeUnless(whyMissing(), title, () => {
    let browser: Browser | undefined;
    let home = "";
    const errors: string[] = [];
    before(async () => {
      home = mkdtempSync(join(tmpdir(), "firefox-"));
      const env = { ...process.env, HOME: home };
      browser = await launch({ browser: "firefox", executablePath, env, timeout: 0, protocolTimeout: 0 });
    });
    afterEach(async () => {
      await Promise.all((browser?.browserContexts() ?? []).slice(1).map((context) => context.close()));
      errors.splice(0);
    });
    after(async () => {
      await browser?.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    });
    tests({
      errors,
      async open(url, { now, timeZone = "UTC" } = {}) {
        if (browser === undefined) throw new Error("the browser is not open");
        const page = await (await browser.createBrowserContext()).newPage();
        page.setDefaultTimeout(0);
        page.on("pageerror", (error) => errors.push(String(error)));
        page.on("console", (message) => {
          if (message.type() === "error") errors.push(message.text());
        });
        await page.setViewport({ width: 1280, height: 800 });
        await page.emulateTimezone(timeZone);
        if (now !== undefined)
          await page.evaluateOnNewDocument((time) => Object.assign(Date, { now: () => time }), now * 1000);
        await page.goto(url);
        return page;
      },
      async embedded(page, selector) {
        const frame = await page.waitForFrame((one) => one !== page.mainFrame());
        await frame.waitForSelector(selector);
        return frame;
      },
    });
  });
}

const shown = "main:not([aria-busy]) h1";

describeInFirefox("the report as a page in Firefox", ({ open, errors }) => {
  const folder = temporaryFolder();
  const openReport = (report: Report) => {
    const path = join(folder(), "report.html");
    writeFileSync(path, filledPage(report));
    return open(pathToFileURL(path).href);
  };

  const states = { "an hour": hourOf(200), "a quiet hour": quietHour(), "a purchase": purchase() };
  for (const [state, report] of Object.entries(states))
    it(`${state}: is shown, and fits windows of 320, 640 and 1280 pixels with the labels of its axis`, async () => {
      const page = await openReport(report);
      assert.equal(await page.$eval("h1", (heading) => heading.textContent), report.sentence);
      for (const width of [320, 640, 1280]) {
        await page.setViewport({ width, height: 700 });
        const outside = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const labels = [...document.querySelectorAll(".axis")].flatMap((axis) => {
            const { left, right } = axis.getBoundingClientRect();
            const inside = [...axis.querySelectorAll("span")].map((label) => label.getBoundingClientRect());
            return inside.filter((one) => one.width > 0 && (one.left < left - 1 || one.right > right + 1));
          });
          return [scrollWidth - clientWidth, labels.length];
        });
        assert.deepEqual(outside, [0, 0], String(width));
      }
      assert.deepEqual(errors, []);
    });

  it("draws a bar for each run, and shows only problems on request", async () => {
    const page = await openReport(hourOf(200));
    const bars = () => page.$$eval("a.bar", (all) => all.filter((bar) => bar.checkVisibility()).length);
    const all = await bars();
    assert.ok(all > 100, String(all));
    await page.locator("::-p-aria(Only problems)").click();
    const problems = await bars();
    assert.ok(problems > 0 && problems < all, String(problems));
  });
});

describeInFirefox("the tab in Firefox", ({ open, embedded, errors }) => {
  const { host, fail } = useHost(() => startRunPage([]));

  it("shows the report on a run's page", async () => {
    host().runs.push({ id: 812, reports: [json(hourOf(40))] });
    const tab = await embedded(await open(host().url(812)), shown);
    assert.equal(await tab.$eval(shown, (heading) => heading.textContent), hourOf(40).sentence);
    assert.deepEqual(errors, []);
  });

  it("says why a report could not be read, and tries again", async () => {
    host().runs.push({ id: 812, reports: [json(quietHour())] });
    fail(isList, { status: 403 });
    const tab = await embedded(await open(host().url(812)), "[role=alert]");
    assert.match(await tab.$eval("[role=alert]", ({ textContent }) => textContent ?? ""), /returned 403/);
    host().faults.splice(0);
    await tab.locator("::-p-aria(Try again)").click();
    await tab.waitForSelector("article");
    assert.equal(await tab.$eval(shown, (heading) => heading.textContent), quietHour().sentence);
  });
});

describeInFirefox("the hub in Firefox", ({ open, embedded, errors }) => {
  const { host } = useHost(startHubPage);
  const openNight = async (options: Parameters<ReturnType<typeof host>["url"]>[1] = {}, timeZone = "UTC") => {
    host().runs.push(...badNight(host().project));
    const page = await open(host().url({}, options), { now: nightNow, timeZone });
    return { page, hub: await embedded(page, "article") };
  };

  it("shows what is wrong now, and opens the runs of a cell with the keyboard", async () => {
    const { page, hub } = await openNight();
    const heading = await hub.$eval("h1", ({ textContent }) => textContent ?? "");
    assert.match(heading, /^3 problems: invoices failing since 03:08, export did not start/);
    await hub.$eval(
      '.row [aria-label^="invoices: failed"]',
      (cell) => cell instanceof SVGElement && cell.focus(),
    );
    await page.keyboard.press("Enter");
    const dialog = await hub.waitForSelector("dialog tr:nth-child(2)");
    assert.match((await dialog?.evaluate(({ textContent }) => textContent)) ?? "", /failed/);
    await page.keyboard.press("Escape");
    await hub.waitForSelector("dialog", { hidden: true });
    const focused = await hub.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.match(focused ?? "", /^invoices: failed/);
    assert.deepEqual(errors, []);
  });

  it("shows the reader's time beside that of the monitor", async () => {
    const { hub } = await openNight({}, "Asia/Kolkata");
    const heading = await hub.$eval("h1", ({ textContent }) => textContent ?? "");
    assert.match(heading, /invoices failing since 03:08 \(08:38 your time\)/);
  });

  it("is a widget on a dashboard", async () => {
    const { hub } = await openNight({ widget: "2x2" });
    assert.equal((await hub.$$(".problem")).length, 4);
    assert.deepEqual(errors, []);
  });
});
