import type { BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import type { ReceivedRequest } from "../../sandbox/loopback";
import { type RunPage, startRunPage } from "../../sandbox/run-page";
import { type HostStage, useHost } from "./host-stage";
import { type BrowserStage, describeInBrowser } from "./stage";

/** The heading of what the tab has to show, not that it reads. */
export const readHeading = "main:not([aria-busy]) h1";

export interface LiveStage extends BrowserStage, HostStage<RunPage> {
  /** Opens the page of run 812, and returns the frame of the tab. */
  open(
    run: Partial<RunPage["runs"][number]>,
    options?: BrowserContextOptions & { theme?: "light" | "dark" },
  ): Promise<{ page: Page; tab: FrameLocator; heading: Locator }>;
  /** The page says that the run has changed. */
  change(page: Page): Promise<void>;
}

/** Describes tests of the tab on a run's page. */
export function describeLiveTab(title: string, tests: (stage: LiveStage) => void): void {
  describeInBrowser(title, (stage) => {
    const hosting = useHost(() => startRunPage([]));
    tests({
      ...stage,
      ...hosting,
      async open(run, { theme = "light", ...options } = {}) {
        const host = hosting.host();
        host.runs.push({ id: 812, reports: [], ...run });
        const page = await stage.openUrl(host.url(812, theme), options);
        const tab = page.frameLocator("iframe");
        const heading = tab.locator(readHeading);
        await heading.waitFor();
        return { page, tab, heading };
      },
      change: (page) =>
        page.evaluate((build) => Reflect.get(window, "changeBuild")(build), hosting.host().buildOf(812)),
    });
  });
}

export const json = (report: unknown) => JSON.stringify(report);

export const isList = ({ method, path }: ReceivedRequest) =>
  method === "GET" && path.endsWith("attachments/pipeline-keeper.report");

export const isReport = ({ method, path }: ReceivedRequest, index: number) =>
  method === "GET" && path.includes(`-00000000000${index}/attachments`);
