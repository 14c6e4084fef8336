import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root";
import type { SandboxRun } from "../sandbox/build-service";
import { startHubPage } from "../sandbox/hub-page";
import { needBrowser, openBrowser } from "../tab/browser/browser";
import { excessWidth, findViolations } from "../tab/browser/page-checks";
import { badNight, flakyMonth, flood, lateMonitor, noMonitor, quietWeek } from "../tab/example-nights";
import { nightNow } from "../tab/night-world";

const folder = join(root, "reports", "nights");

const nights: Readonly<Record<string, (project: string) => SandboxRun[]>> = {
  ...{ "quiet-week": quietWeek, "bad-night": badNight, "flaky-month": flakyMonth },
  ...{ "late-monitor": lateMonitor, "no-monitor": noMonitor, flood },
};
const usual = { viewport: { width: 1280, height: 900 }, colorScheme: "light" } as const;
const modes = {
  narrow: { ...usual, viewport: { width: 320, height: 900 } },
  dark: { ...usual, colorScheme: "dark" },
  forced: { ...usual, colorScheme: "dark", forcedColors: "active" },
  // As small as a wall is for who stands four metres away.
  far: { ...usual, viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 0.25 },
} as const;

/** `npm run nights`: takes pictures of the hub and of its wall view in each night and mode, and fails if axe finds anything. */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const host = await startHubPage();
  const { newContext, close } = await openBrowser(needBrowser());
  let findings = 0;
  try {
    for (const [night, runs] of Object.entries(nights))
      for (const [mode, options] of Object.entries(modes))
        for (const view of ["hub", "wall"]) {
          host.runs.splice(0, host.runs.length, ...runs(host.project));
          const context = await newContext({ ...options, locale: "en-US", timezoneId: "UTC" });
          const page = await context.newPage();
          await page.clock.setFixedTime(nightNow * 1000);
          await page.goto(host.url(view === "wall" ? { view } : {}, { theme: options.colorScheme }));
          await page.frameLocator("iframe").locator("article:not(:has([aria-disabled=true]))").waitFor();
          const name = `${night}-${view}-${mode}`;
          writeFileSync(join(folder, `${name}.png`), await page.screenshot());
          const excess = await excessWidth(page);
          const found = [
            ...(await findViolations(page)),
            ...(excess > 0 ? [`is ${excess} pixels too wide`] : []),
          ];
          findings += found.length;
          console.log(`${name}: ${found.join("\n") || "nothing found"}`);
          await context.close();
        }
  } finally {
    await close();
    await host.close();
  }
  if (findings > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
