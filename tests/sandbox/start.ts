import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../shared/errors";
import { type RegistrarName, registrarNames } from "../../shared/registrar/registrar";
import { root } from "../root";
import { exampleReports } from "../tab/example-reports";
import { installAgent, type SandboxAgent, type StepResult } from "./agent";
import { type ChatProduct, productNames, renderMessage } from "./chat";
import { chatPage } from "./chat-page";
import { demonstrateMonitor } from "./demonstration";
import { eventfulConfig, eventfulHour, eventfulMoment } from "./eventful-hour";
import { demonstratePurchase } from "./purchase-demonstration";
import { loadRecorded } from "./recorded";
import { attachedReports, saveOfferedPages } from "./report-pages";
import { startRunPage } from "./run-page";
import { plausibleRuns } from "./runs";
import { serveServices } from "./serve";

/**
 * `npm start`: the packaged tasks, installed from the vsix and run by the sandbox's agent. The monitor looks at an
 * hour of simulated runs, and what the chat channel shows then; then a domain is released, and bought.
 */

const help = readFileSync(join(root, "tests", "sandbox", "start-help.txt"), "utf8").trimEnd();

const colours = process.stdout.isTTY === true;
const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

interface Options {
  replay?: string | undefined;
  record?: string | undefined;
  seed?: string | undefined;
  page?: string | undefined;
  registrar?: RegistrarName | undefined;
  serve: boolean;
  help: boolean;
}

async function main(): Promise<void> {
  const values = parseOptions();
  if (values.help) {
    console.log(help);
    return;
  }
  if (values.serve) return serveRunPage();
  const agent = installAgent();
  try {
    const { registrar, page, record } = values;
    const isAll = registrar === undefined && isEventful(values);
    const steps = registrar === undefined ? [await showMonitor(agent, values)] : [];
    if (isAll || registrar !== undefined) steps.push(await showRegister(agent, registrar ?? "godaddy"));
    saveReportPages(steps);
    if (isAll || page !== undefined) await writeChatPage(agent, values, page ?? join(reports, "chats.html"));
    if (record !== undefined) console.log(renderRecorded(record));
    if (isAll) console.log(next);
  } finally {
    agent.dispose();
  }
}

const reports = join(root, "reports");

/** Everything happens that the monitor can report, unless another hour is asked for. */
function isEventful({ seed, replay, record }: Options): boolean {
  return [seed, replay, record].every((option) => option === undefined);
}

/** Parses the command line. Throws with the list of options if one is wrong. */
function parseOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        replay: { type: "string" },
        record: { type: "string" },
        seed: { type: "string" },
        page: { type: "string" },
        registrar: { type: "string" },
        serve: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return { ...values, registrar: readRegistrar(values.registrar) };
  } catch (error) {
    throw new Error(`${messageOf(error).split(/\. |\n/)[0]}.\n\n${help}`);
  }
}

const next =
  "\nNext: `npm start -- --serve` keeps the services up, so that you can try every tool, and `npm start -- --registrar " +
  "porkbun` shows another purchase. docs/monitor/quickstart.md sets the monitor up for your project.";

function readRegistrar(named: string | undefined): RegistrarName | undefined {
  const registrar = registrarNames.find((name) => name === named);
  if (registrar === undefined && named !== undefined)
    throw new Error(`--registrar: expected ${registrarNames.join(", ")}, got '${named}'`);
  return registrar;
}

/** Saves the pages that the steps offer for download, and says where. */
function saveReportPages(steps: readonly StepResult[]): void {
  const paths = steps.flatMap((step) => saveOfferedPages(step, reports));
  console.log(["\nThe reports as pages, for any browser:", ...paths.map((path) => `  ${path}`)].join("\n"));
}

/** Renders how to explain a recording. */
function renderRecorded(folder: string): string {
  return (
    `\nRecorded in ${folder}. Explain it: node dist/tasks/PipelineMonitor/index.js --explain ` +
    `${join(folder, "monitor.json")} --replay ${folder}`
  );
}

/**
 * Serves a run's page that embeds the tab, over the SDK's own protocol: with the reports of both tasks over
 * simulated services, and with an example whose pipelines have a trend.
 */
async function serveRunPage(): Promise<void> {
  const agent = installAgent();
  const reports: string[] = [];
  try {
    const options = { serve: true, help: false };
    for (const { step } of [await runMonitor(agent, options), await demonstratePurchase(agent, "godaddy")])
      reports.push(...attachedReports(step));
  } finally {
    agent.dispose();
  }
  const { hour, quiet } = exampleReports();
  const earlier = Array.from({ length: 24 }, (_, index) => ({
    id: 780 + index,
    reports: [JSON.stringify(quiet)],
  }));
  const host = await startRunPage([
    ...earlier,
    { id: 811, reports: [JSON.stringify(hour)] },
    { id: 812, reports },
    { id: 813, reports: [] },
  ]);
  console.log(`A run with two reports:     ${host.url(812)}`);
  console.log(`The same, dark:             ${host.url(812, "dark")}`);
  console.log(`An example with trends:     ${host.url(811)}`);
  console.log(`A run without a report:     ${host.url(813)}`);
  console.log(["", ...(await serveServices()), "", "Ctrl+C stops all of it."].join("\n"));
}

async function showMonitor(agent: SandboxAgent, options: Options): Promise<StepResult> {
  const { step, service, texts } = await runMonitor(agent, options);
  if (isEventful(options)) console.log(onPurpose);
  console.log(`The simulated build service was on ${service.origin}. Its links are shortened here.\n`);
  showStep("PipelineMonitor", step);
  for (const text of texts) showMessage(text);
  return step;
}

const onPurpose =
  "On purpose, agent build-07 is lost, a disk is full, a variable is missing, one run is stuck in the queue and one at " +
  "work, and stock levels misses its time and nears its weekly limit.";

/** Links that lead nowhere, because the services have stopped, only make lines long. */
function shortened(text: string): string {
  return text.replace(/\]\(https?:[^)\s]*\)/g, "](…)").replace(/ ?<https?:[^>\s]*>/g, "");
}

async function writeChatPage(agent: SandboxAgent, options: Options, file: string): Promise<void> {
  const shown: Partial<Record<ChatProduct, string>> = {};
  for (const product of productNames) {
    const { texts } = await runMonitor(agent, { ...options, record: undefined }, product);
    shown[product] = texts.join("");
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await chatPage(shown));
  console.log(`\nThe message as each chat shows it:\n  ${file}`);
}

function runMonitor(agent: SandboxAgent, options: Options, product: ChatProduct = "markdown") {
  const { replay, record, seed = "1" } = options;
  const all = isEventful(options);
  const now = all ? eventfulMoment(Date.now()) : Date.now();
  const madeUp = () => (all ? eventfulHour(now) : plausibleRuns(Number(seed), now, 20));
  const service = {
    runs: replay === undefined ? madeUp() : loadRecorded(replay),
    recorded: replay !== undefined,
  };
  return all
    ? demonstrateMonitor(agent, service, product, {
        clockStartsAt: now,
        furtherKeys: eventfulConfig,
        hasReported: true,
        recordIn: record,
      })
    : demonstrateMonitor(agent, service, product, { recordIn: record });
}

async function showRegister(agent: SandboxAgent, registrar: RegistrarName): Promise<StepResult> {
  const { step, service, story, charges } = await demonstratePurchase(agent, registrar);
  console.log(
    `\nThe simulated registrar was on ${service.origin}; a domain was about to be released. ${story}\n`,
  );
  showStep("DomainRegister", step);
  for (const line of charges) console.log(line);
  return step;
}

/** The step's log as the run's page shows it, its result, outputs and summary. */
function showStep(task: string, step: StepResult): void {
  console.log(paint(32, `Starting: ${task}`));
  console.log("=".repeat(78));
  for (const line of step.log) console.log(coloured(shortened(line)));
  console.log(paint(32, `Finishing: ${task}`));
  console.log("=".repeat(78));
  const outputs = Object.entries(step.outputs).map(([name, value]) => `${name}=${value}`);
  const result = paint(step.result === "Failed" ? 31 : 32, step.result);
  console.log(`Result: ${result}   Outputs: ${outputs.join(", ") || "none"}\n`);
  for (const [title, markdown] of Object.entries(step.summaries)) {
    console.log(paint(1, `${title}, as Markdown on the run's page`));
    for (const line of markdown.trimEnd().split("\n")) console.log(`  ${shortened(line)}`);
    console.log("");
  }
  if (step.result === "Failed") process.exitCode = 1;
}

function coloured(line: string): string {
  if (line.startsWith("##[error]")) return paint(31, line);
  return line.startsWith("##[warning]") ? paint(33, line) : line;
}

function showMessage(text: string): void {
  console.log(paint(1, "#operations") + paint(2, "  Pipeline Monitor  BOT"));
  for (const line of shortened(renderMessage(text, colours)).split("\n")) console.log(`  ${line}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
