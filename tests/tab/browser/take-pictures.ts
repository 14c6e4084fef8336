import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { installAgent, type SandboxAgent } from "../../sandbox/agent";
import { demonstrateMonitor, demonstrateRegister } from "../../sandbox/demonstration";
import { eventfulConfig, eventfulHour, eventfulMoment } from "../../sandbox/eventful-hour";
import { saveOfferedPages } from "../../sandbox/report-pages";
import { night } from "../../screenshots/night";
import { picturesInRows, tabFrame } from "../../screenshots/pages";
import { findBrowser, openBrowser } from "./browser";

/**
 * `node take-pictures.js FOLDER`: writes what `npm run screenshots` needs of the tab into a folder: pages with each
 * view, and a picture of both in other themes. They show what the packaged tasks wrote.
 */
async function main(): Promise<void> {
  const [folder = "."] = process.argv.slice(2);
  const agent = installAgent();
  try {
    const monitor = await monitorReport(agent, night.second.at, folder);
    const register = await registerReport(agent, night.second.at, folder);
    const frame = (name: string, pipeline: string, report: string) =>
      writeFileSync(
        join(folder, name),
        tabFrame({ pipeline, number: "20261120.4" }, readFileSync(report, "utf8")),
      );
    frame("monitor-tab.html", "night watch", monitor);
    frame("register-tab.html", "domain purchase", register);
    writeFileSync(join(folder, "tab-themes.png"), await themesPicture(monitor, register, folder));
  } finally {
    agent.dispose();
  }
}

/** The size of the marketplace's pictures. */
const size = { width: 1366, height: 768 };

type Media = Parameters<Page["emulateMedia"]>[0];

/** Returns a picture of the monitor's page in the dark theme, above the other one with high contrast. */
async function themesPicture(monitor: string, register: string, folder: string): Promise<Buffer> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("no browser was found");
  const { browser, close } = await openBrowser(executablePath);
  const photograph = async (path: string, height: number, media: Media = {}) => {
    const page = await browser.newPage({ viewport: { width: size.width, height } });
    await page.emulateMedia(media);
    await page.goto(pathToFileURL(path).href);
    return page.screenshot();
  };
  try {
    const themes = [
      await photograph(monitor, size.height / 2, { colorScheme: "dark" }),
      await photograph(register, size.height / 2, { colorScheme: "dark", forcedColors: "active" }),
    ];
    const both = join(folder, "themes.html");
    writeFileSync(both, picturesInRows(themes));
    return await photograph(both, size.height);
  } finally {
    await close();
  }
}

/** Writes the monitor's page about an hour in which much happened, and returns its path. */
async function monitorReport(agent: SandboxAgent, at: number, folder: string): Promise<string> {
  const now = eventfulMoment(at);
  const { step } = await demonstrateMonitor(agent, { runs: eventfulHour(now) }, "markdown", {
    clockStartsAt: now,
    furtherKeys: { ...eventfulConfig, window: "last_hour" },
  });
  return saveOfferedPages(step, folder)[0] ?? "";
}

/** Writes the page about a wait with false alarms, a registrar that fails and an offer over the cap. */
async function registerReport(agent: SandboxAgent, at: number, folder: string): Promise<string> {
  const name = "soon-released.org";
  const isDear = (checks: number) => checks > 100 && checks < 125;
  const fails = (checks: number) => checks > 50 && checks < 60;
  const { step } = await demonstrateRegister(
    agent,
    {
      domains: [
        {
          name,
          released: (_, checks) => isDear(checks) || checks > 190,
          answer: (checks) => ({
            ...(fails(checks) ? { available: "no" } : {}),
            ...(isDear(checks) ? { price: 24_500_000 } : {}),
          }),
        },
      ],
      now: () => at,
    },
    { domain: name, pollSeconds: "10", waitMinutes: "65" },
    { clockStartsAt: at },
  );
  return saveOfferedPages(step, folder)[0] ?? "";
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
