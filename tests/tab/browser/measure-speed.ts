import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { filledPage } from "../../sandbox/report-pages";
import { findBrowser, openBrowser } from "./browser";
import { emptyTable, largeReport, renderTimes, scrollLayoutTime } from "./measure";

/**
 * `node measure-speed.js RUNS TIMES`: prints as JSON how long a real browser takes to draw a report of so many
 * runs, to complete it and to lay it out while it is scrolled, and how long an empty table of as many rows
 * takes, each measured so many times, in milliseconds. `npm run bench -- tab` runs it.
 */
async function main(): Promise<void> {
  const [runs = 5000, times = 3] = process.argv.slice(2).map(Number);
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("no browser was found");
  const folder = mkdtempSync(join(tmpdir(), "tab-speed-"));
  const { browser, close } = await openBrowser(executablePath);
  const measured = { drawn: [0], complete: [0], scrollLayout: [0], empty: [0] };
  for (const values of Object.values(measured)) values.splice(0);
  const open = async (name: string, html: string) => {
    const path = join(folder, name);
    writeFileSync(path, html);
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(pathToFileURL(path).href);
    return page;
  };
  try {
    const report = filledPage(largeReport(runs));
    for (let time = 0; time < times; time++) {
      const floor = await open("empty.html", emptyTable(runs));
      measured.empty.push((await renderTimes(floor, runs)).complete);
      await floor.context().close();
      const page = await open("report.html", report);
      const { drawn, complete } = await renderTimes(page, runs);
      measured.drawn.push(drawn);
      measured.complete.push(complete);
      measured.scrollLayout.push(await scrollLayoutTime(page));
      await page.context().close();
    }
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
  process.stdout.write(JSON.stringify(measured));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
