import type { BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import type { SandboxRun } from "../../sandbox/build-service";
import { type HubPage, startHubPage, type WidgetSize } from "../../sandbox/hub-page";
import { nightNow, usualUrl } from "../night-world";
import { type HostStage, useHost } from "./host-stage";
import { type BrowserStage, describeInBrowser } from "./stage";

export interface HubStage extends BrowserStage, HostStage<HubPage> {
  /** Opens the hub of a project with these runs, in the night that they are of, and returns its frame. */
  open(
    runs: (project: string) => SandboxRun[],
    parameters?: Readonly<Record<string, string>>,
    options?: BrowserContextOptions & { theme?: "light" | "dark"; widget?: WidgetSize },
  ): Promise<{ page: Page; hub: FrameLocator; heading: Locator }>;
}

/** Describes tests of the hub on a project's page. */
export function describeHub(title: string, tests: (stage: HubStage) => void): void {
  describeInBrowser(title, (stage) => {
    const hosting = useHost(startHubPage);
    tests({
      ...stage,
      ...hosting,
      async open(runs, parameters, { theme = "light", widget, ...options } = {}) {
        const host = hosting.host();
        host.runs.splice(0, host.runs.length, ...runs(host.project).map((run) => ofHost(run, host.project)));
        const page = await stage.openUrl("about:blank", options);
        await page.clock.setFixedTime(nightNow * 1000);
        await page.goto(host.url(parameters, { theme, widget }));
        const hub = page.frameLocator("iframe");
        await hub.locator("article, .notice").waitFor();
        return { page, hub, heading: hub.locator("h1") };
      },
    });
  });
}

export const isList = ({ method, path }: { method: string; path: string }) =>
  method === "GET" && path.endsWith("/builds");

/** The links of a report lead to the organization of the page. */
function ofHost(run: SandboxRun, project: string): SandboxRun {
  const own = (text: string) => text.replaceAll(usualUrl, project);
  const { attachments } = run;
  return attachments === undefined
    ? run
    : { ...run, attachments: attachments.map((one) => ({ ...one, text: own(one.text) })) };
}
