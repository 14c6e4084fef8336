import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type Frame, launch, type Page } from "puppeteer-core";
import { describeUnless } from "../../skippable";

/** `npm run everywhere` sets it: a second browser beside the first one would take as long again. */
const { FIREFOX: executablePath = "" } = process.env;

function whyMissing(): string | undefined {
  if (executablePath === "")
    return "Firefox is a machine of `npm run everywhere`; here, set FIREFOX to its path";
  const starts = spawnSync(executablePath, ["--version"], { stdio: "ignore" }).status === 0;
  return starts ? undefined : `no Firefox starts at ${executablePath}`;
}

export interface FirefoxStage {
  /** Opens a page. `now` is the time of its clock, in seconds since 1970; the machine's without. */
  open(url: string, options?: { now?: number; timeZone?: string }): Promise<Page>;
  /** The frame of the extension in a page that embeds it, as soon as it shows such an element. */
  embedded(page: Page, selector: string): Promise<Frame>;
  /** Errors that the pages of this test logged. */
  errors: string[];
}

/** Describes tests in a real Firefox, which puppeteer drives by WebDriver BiDi: playwright-core drives only its own. */
export function describeInFirefox(title: string, tests: (stage: FirefoxStage) => void): void {
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
