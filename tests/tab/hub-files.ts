import { buildPage } from "../../build/tab-page";
import { memberAt } from "../../shared/json/path";
import { fillPage } from "../../shared/report/standalone-page";
import type { SandboxAttachment } from "../sandbox/attachments";
import type { SandboxRun } from "../sandbox/build-service";
import { badNight, flakyMonth, noMonitor, quietWeek } from "./example-nights";
import { nightNow, projectName, usualUrl } from "./night-world";

/** What `browser/inlined-world.ts` reads. */
export interface InlinedWorld {
  now: number;
  project: string;
  projectName: string;
  parameters: Record<string, string>;
  runs: { record: unknown; attachments: readonly SandboxAttachment[]; records: unknown }[];
}

const worlds: Readonly<Record<string, { world: () => SandboxRun[]; period: string }>> = {
  "hub-quiet-week": { world: quietWeek, period: "7d" },
  "hub-bad-night": { world: badNight, period: "24h" },
  "hub-flaky-month": { world: flakyMonth, period: "28d" },
  "hub-no-monitor": { world: noMonitor, period: "24h" },
};

/** The hub in four nights, by their names, as pages that any browser opens without a server. */
export function hubFiles(): Promise<Record<string, string>> {
  const inlined = Object.entries(worlds).map(([name, { world, period }]) => {
    const place = { project: usualUrl, projectName };
    return [name, { now: nightNow, ...place, parameters: { period }, runs: inlinedRuns(world()) }] as const;
  });
  return filledHubs(Object.fromEntries(inlined));
}

export function inlinedRuns(runs: readonly SandboxRun[]): InlinedWorld["runs"] {
  return runs.map(({ record, attachments = [], timeline }) => ({
    ...{ record, attachments, records: memberAt(timeline, ["records"]) },
  }));
}

/** The widget on a dashboard after the bad night, as such a page. */
export async function widgetFile(): Promise<string> {
  const inlined = {
    now: nightNow,
    project: usualUrl,
    projectName,
    parameters: {},
    runs: inlinedRuns(badNight()),
  };
  return fillPage(await pageWith("widget"), JSON.stringify(inlined));
}

export async function filledHubs(
  all: Readonly<Record<string, InlinedWorld>>,
): Promise<Record<string, string>> {
  const html = await pageWith("hub");
  const filled = Object.entries(all).map(([name, inlined]) => [
    name,
    fillPage(html, JSON.stringify(inlined)),
  ]);
  return Object.fromEntries(filled);
}

async function pageWith(style: "hub" | "widget"): Promise<string> {
  const script = `../tests/tab/browser/${style}-file`;
  return (await buildPage({ template: "standalone", script, style })).html;
}
