import type { FrameLocator, Locator, Page } from "playwright-core";
import type { ReceivedRequest } from "../../sandbox/loopback";
import { type RunPage, startRunPage } from "../../sandbox/run-page";
import { type BrowserStage, describeInBrowsers } from "./stage";

/** The heading of what the tab has to show, not that it reads. */
export const readHeading = "main:not([aria-busy]) h1";

export interface LiveStage extends BrowserStage {
  host: () => RunPage;
  /** Opens the page of run 812, and returns the frame of the tab. */
  open(
    run: Partial<RunPage["runs"][number]>,
    theme?: "light" | "dark",
  ): Promise<{ page: Page; tab: FrameLocator; heading: Locator }>;
  /** The page says that the run has changed. */
  change(page: Page): Promise<void>;
}

/** Describes tests of the tab on a run's page, with a build service without runs or faults for each. */
export function describeLiveTab(title: string, tests: (stage: LiveStage) => void): void {
  describeInBrowsers(title, (stage) => {
    let host: RunPage;
    before(async () => {
      host = await startRunPage([], stage.adapt);
    });
    after(() => host.close());
    afterEach(() => {
      host.runs.splice(0);
      host.faults.splice(0);
    });
    tests({
      ...stage,
      host: () => host,
      async open(run, theme = "light") {
        host.runs.push({ id: 812, reports: [], ...run });
        const page = await stage.openUrl(host.url(812, theme));
        const tab = page.frameLocator("iframe");
        const heading = tab.locator(readHeading);
        await heading.waitFor();
        return { page, tab, heading };
      },
      change: (page) =>
        page.evaluate((build) => Reflect.get(window, "changeBuild")(build), host.buildOf(812)),
    });
  });
}

export const json = (report: unknown) => JSON.stringify(report);

/** A step of PipelineMonitor in a timeline. */
export const step = (changes: object) => ({
  type: "Task",
  task: { id: "a128666a-40be-407b-9de7-51735b5c7775", name: "PipelineMonitor" },
  state: "completed",
  result: "succeeded",
  ...changes,
});

/** A fault replaces the headers of a healthy reply, too. */
export const allowed = { headers: { "access-control-allow-origin": "*" } };

export const isList = ({ method, path }: ReceivedRequest) =>
  method === "GET" && path.endsWith("attachments/pipeline-keeper.report");

export const isReport = ({ method, path }: ReceivedRequest, index: number) =>
  method === "GET" && path.includes(`-00000000000${index}/attachments`);
