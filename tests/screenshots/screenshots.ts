import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson } from "../../build/package";
import { root } from "../root";
import { installAgent, type SandboxAgent, type StepResult } from "../sandbox/agent";
import { demonstrateMonitor, demonstrateRegister } from "../sandbox/demonstration";
import { night } from "./night";
import { atPublicAddress, chatPage, logPage, type Run, runPage } from "./pages";

/**
 * `npm run screenshots`: the packaged tasks at work in the sandbox, photographed into images/ for the marketplace. The
 * clock and what happens are fixed. Wants `chromium` and `pngquant` on the PATH; nothing else does.
 */
const images = join(root, "images");

async function main(): Promise<void> {
  const agent = installAgent();
  const folder = mkdtempSync(join(tmpdir(), "screenshots-"));
  try {
    const pages = { ...(await monitorPages(agent)), ...(await registerPages(agent)) };
    for (const [name, html] of Object.entries(pages)) photograph(html, name, folder);
    const program = join(root, "out", "tests", "tab", "browser", "take-pictures.js");
    execFileSync(process.execPath, [program, folder], { stdio: "inherit" });
    for (const name of ["monitor-tab", "register-tab"])
      photograph(readFileSync(join(folder, `${name}.html`), "utf8"), name, folder);
    savePicture(join(folder, "tab-themes.png"), "tab-themes");
  } finally {
    agent.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What people see of the monitor; the channel shows the message of the hour before, too. */
async function monitorPages(agent: SandboxAgent): Promise<Record<string, string>> {
  const look = async ({ at, runs }: (typeof night)["second"]) => {
    const shown = await demonstrateMonitor(agent, { runs }, "markdown", { clockStartsAt: at });
    const real = (text: string) => atPublicAddress(text, shown.service, new URL("https://dev.azure.com/"));
    const time = new Date(at).toISOString().slice(11, 16);
    return { ...shown, real, message: { time, text: real(shown.texts.join("\n")) } };
  };
  const before = await look(night.first);
  const { step, real, message } = await look(night.second);
  const run: Run = { pipeline: "night watch", number: "20261120.4" };
  const title = "Pipeline Monitor";
  return {
    "monitor-chat": chatPage(readFileSync(join(images, "extension-icon.png")), "operations", [
      before.message,
      message,
    ]),
    "monitor-page": runPage(run, title, real(step.summaries[title] ?? "")),
    "monitor-log": logPage(run, "PipelineMonitor", stepLog("PipelineMonitor", step).map(real)),
  };
}

/** What people see of a purchase, after half an hour of waiting. */
async function registerPages(agent: SandboxAgent): Promise<Record<string, string>> {
  const domain = "soon-released.org";
  const { at } = night.second;
  const { step, service } = await demonstrateRegister(
    agent,
    { domains: [{ name: domain, released: (_, checks) => checks > 190 }], now: () => at },
    { domain, pollSeconds: "10", waitMinutes: "65" },
    { clockStartsAt: at },
  );
  const real = (text: string) => atPublicAddress(text, service, new URL("https://api.godaddy.com/"));
  const run: Run = { pipeline: "domain purchase", number: "20261120.1" };
  const title = "Domain Register";
  return {
    "register-log": logPage(run, "DomainRegister", stepLog("DomainRegister", step).map(real)),
    "register-page": runPage(run, title, real(step.summaries[title] ?? "")),
  };
}

/** A step's log with what the agent prints around it; the page of Azure Pipelines shows progress elsewhere. */
function stepLog(task: string, { log, result }: StepResult): string[] {
  if (result !== "Succeeded") throw new Error(`${task}: ${log.join("\n")}`);
  const manifest = readJson<Record<string, string>>(root, "tasks", task, "task.json");
  const { version = "" } = readJson<Record<string, string>>(root, "package.json");
  const line = "=".repeat(78);
  return [
    `##[section]Starting: ${task}`,
    line,
    `Task         : ${manifest["friendlyName"]}`,
    `Description  : ${manifest["description"]}`,
    `Version      : ${version}`,
    `Author       : ${manifest["author"]}`,
    line,
    ...log.filter((text) => !/^\(\d+ % /.test(text)),
    `##[section]Finishing: ${task}`,
  ];
}

function photograph(html: string, name: string, folder: string): void {
  const [source, raw] = [join(folder, `${name}.html`), join(folder, `${name}.png`)];
  writeFileSync(source, html);
  execFileSync(
    "chromium",
    [
      "--headless",
      // A container has no other sandbox to offer, and the page is our own.
      "--no-sandbox",
      "--hide-scrollbars",
      "--disable-background-networking",
      "--host-resolver-rules=MAP * ~NOTFOUND",
      `--user-data-dir=${join(folder, "profile")}`,
      "--window-size=1366,768",
      `--screenshot=${raw}`,
      `file://${source}`,
    ],
    { stdio: "pipe" },
  );
  savePicture(raw, name);
}

/** Saves a picture with fewer colours, so that it weighs less. */
function savePicture(raw: string, name: string): void {
  const image = join(images, `${name}.png`);
  execFileSync("pngquant", ["--force", "--strip", "--nofs", "--output", image, "128", raw]);
  console.log(`images/${name}.png: ${Math.ceil(statSync(image).size / 1000)} KB`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
