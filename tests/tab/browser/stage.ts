import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Report } from "../../../shared/report/schema";
import { filledPage } from "../../sandbox/report-pages";
import { findBrowser, type OpenBrowser, openBrowser } from "./browser";
import { allowEval, findFirefox, openFirefox } from "./firefox";

/** A browser to test in. */
interface Browser {
  name: string;
  /** Undefined where it is not installed. */
  path: string | undefined;
  open(path: string): Promise<OpenBrowser>;
  adapt(html: string): string;
}

const chromium: Browser = { name: "Chromium", path: findBrowser(), open: openBrowser, adapt: (html) => html };
const firefox: Browser = { name: "Firefox", path: findFirefox(), open: openFirefox, adapt: allowEval };

export interface BrowserStage {
  /** Opens the page for download with a report in it, as a person opens it. */
  openReport(report: Report, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page of a server. */
  openUrl(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Makes one of our pages testable in this browser. */
  adapt(html: string): string;
  /** Errors that the pages of this test logged, including violations of their security policy. */
  errors: string[];
}

type DescribeTests = (title: string, tests: (stage: BrowserStage) => void) => void;

/**
 * Describes tests in a real browser, one for each file. Where there is no browser, one line says so. On Linux
 * on x64, where CI runs, there always is one.
 */
export const describeInBrowser: DescribeTests = (title, tests) => describeIn(chromium, title, tests);

/** Describes tests that run in Firefox too, where it is installed. There, a test cannot click within a frame, only press keys. */
export const describeInBrowsers: DescribeTests = (title, tests) => {
  describeIn(chromium, title, tests);
  describeIn(firefox, `${title} in Firefox`, tests);
};

function describeIn(browser: Browser, title: string, tests: (stage: BrowserStage) => void): void {
  describe(title, function () {
    this.timeout(600_000);
    const { path: executablePath } = browser;
    if (executablePath === undefined) {
      it(`is not tested here: ${browser.name} was not found`, () =>
        console.log(`${title}: no ${browser.name}, not tested`));
      return;
    }
    let open: OpenBrowser | undefined;
    const folder = mkdtempSync(join(tmpdir(), "tab-"));
    const errors: string[] = [];
    before(async () => {
      open = await browser.open(executablePath);
    });
    afterEach(async () => {
      await Promise.all((open?.browser.contexts() ?? []).map((context) => context.close()));
      errors.splice(0);
    });
    after(async () => {
      await open?.close();
      rmSync(folder, { recursive: true });
    });
    const openUrl = async (url: string, options: BrowserContextOptions = {}) => {
      if (open === undefined) throw new Error("the browser is not open");
      const viewport = { width: 1280, height: 800 };
      const context = await open.browser.newContext({ viewport, ...options });
      // A slow machine is no failure: what never comes ends with the limit of the test.
      context.setDefaultTimeout(0);
      const page = await context.newPage();
      page.on("pageerror", ({ message }) => errors.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      await page.goto(url);
      return page;
    };
    tests({
      openUrl,
      errors,
      adapt: browser.adapt,
      openReport(report, options) {
        const path = join(folder, "report.html");
        writeFileSync(path, browser.adapt(filledPage(report)));
        return openUrl(pathToFileURL(path).href, options);
      },
    });
  });
}
