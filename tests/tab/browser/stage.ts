import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Report } from "../../../shared/report/schema";
import { filledPage } from "../../sandbox/report-pages";
import { findBrowser, type OpenBrowser, openBrowser } from "./browser";

const executablePath = findBrowser();

/** What a test in a browser starts from. */
export interface BrowserStage {
  /** Opens the page for download with a report in it, as a person opens it. */
  openReport(report: Report, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page of a server. */
  openUrl(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** What the pages of this test logged as errors, violations of their security policy among it. */
  errors: string[];
}

/**
 * Describes tests in a real browser, one for each file. Where there is no browser, one line says so. On Linux
 * on x64, where CI runs, there always is one.
 */
export function describeInBrowser(title: string, tests: (stage: BrowserStage) => void): void {
  describe(title, () => {
    if (executablePath === undefined) {
      it("is not tested here: no browser was found", () => console.log(`${title}: no browser, not tested`));
      return;
    }
    let open: OpenBrowser | undefined;
    const folder = mkdtempSync(join(tmpdir(), "tab-"));
    const errors: string[] = [];
    before(async () => {
      open = await openBrowser(executablePath);
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
      openReport(report, options) {
        const path = join(folder, "report.html");
        writeFileSync(path, filledPage(report));
        return openUrl(pathToFileURL(path).href, options);
      },
    });
  });
}
