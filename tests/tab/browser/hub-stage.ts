import type { BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import { type HubPage, startHubPage } from "../../sandbox/hub-page";
import type { World } from "../night-world";
import { type BrowserStage, describeInBrowsers } from "./stage";

export interface HubStage extends BrowserStage {
  host: () => HubPage;
  /** Opens the hub at the time of a world, and returns its frame. */
  open(
    world: (project: string) => World,
    parameters?: Readonly<Record<string, string>>,
    options?: BrowserContextOptions & { theme?: "light" | "dark"; widgetRows?: 1 | 2 },
  ): Promise<{ page: Page; hub: FrameLocator; heading: Locator }>;
}

/** Describes tests of the hub on a project's page, with a build service without runs or faults for each. */
export function describeHub(title: string, tests: (stage: HubStage) => void): void {
  describeInBrowsers(title, (stage) => {
    let host: HubPage;
    before(async () => {
      host = await startHubPage(stage.adapt);
    });
    after(() => host.close());
    afterEach(() => {
      host.runs.splice(0);
      host.faults.splice(0);
    });
    tests({
      ...stage,
      host: () => host,
      async open(world, parameters, { theme = "light", widgetRows, ...options } = {}) {
        const { runs, now } = world(host.project);
        host.runs.splice(0, host.runs.length, ...runs);
        const page = await stage.openUrl("about:blank", options);
        await page.clock.setFixedTime(now * 1000);
        await page.goto(host.url(parameters, { theme, ...(widgetRows === undefined ? {} : { widgetRows }) }));
        const hub = page.frameLocator("iframe");
        await hub.locator("article, .notice").waitFor();
        return { page, hub, heading: hub.locator("h1") };
      },
    });
  });
}
