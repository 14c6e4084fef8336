import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Report } from "../../../shared/report/schema";
import { filledPage } from "../../sandbox/report-pages";
import { describeUnless } from "../../skippable";
import { findBrowser, type OpenBrowser, openBrowser } from "./browser";

export interface BrowserStage {
  /** Opens the page for download with a report in it, as a person opens it. */
  openReport(report: Report, options?: BrowserContextOptions): Promise<Page>;
  /** Opens a page of a server. */
  openUrl(url: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors that the pages of this test logged, including violations of their security policy. */
  errors: string[];
}

const program = findBrowser();
const missing = program === undefined ? "no Chromium, Chrome or Edge starts on this machine" : undefined;

/** Describes tests in a real browser, one for each file. On Linux on x64, where CI runs, there always is one. */
export function describeInBrowser(title: string, tests: (stage: BrowserStage) => void): void {
  describeUnless(missing, title, () => {
    let open: OpenBrowser | undefined;
    const folder = mkdtempSync(join(tmpdir(), "tab-"));
    const errors: string[] = [];
    before(async () => {
      open = program && (await openBrowser(program));
    });
    afterEach(async () => {
      await Promise.all((open?.contexts() ?? []).map((context) => context.close()));
      errors.splice(0);
    });
    after(async () => {
      await open?.close();
      rmSync(folder, { recursive: true });
    });
    const openUrl = async (url: string, options: BrowserContextOptions = {}) => {
      if (open === undefined) throw new Error("the browser is not open");
      const viewport = { width: 1280, height: 800 };
      const context = await open.newContext({ viewport, ...options });
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
      openReport(report, options) {
        const path = join(folder, "report.html");
        writeFileSync(path, filledPage(report));
        return openUrl(pathToFileURL(path).href, options);
      },
    });
  });
}
