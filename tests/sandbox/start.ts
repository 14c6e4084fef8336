import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../shared/errors";
import { type RegistrarName, registrarNames } from "../../shared/registrar/registrar";
import { parseReport } from "../../shared/report/parse";
import { root } from "../root";
import { exampleReports } from "../tab/example-reports";
import { installAgent, type SandboxAgent, type StepResult } from "./agent";
import { type ChatProduct, productNames, renderMessage } from "./chat";
import { chatPage } from "./chat-page";
import { demonstrateMonitor } from "./demonstration";
import { eventfulConfig, eventfulHour, eventfulMoment } from "./eventful-hour";
import { demonstratePurchase } from "./purchase-demonstration";
import { loadRecorded } from "./recorded";
import { writeReportPages } from "./report-pages";
import { startRunPage } from "./run-page";
import { plausibleRuns } from "./runs";

/**
 * `npm start`: the packaged tasks, installed from the vsix and run by the sandbox's agent. The monitor looks at an
 * hour of simulated runs, and what the chat channel shows then; then a domain is released, and bought.
 */

const help = `npm start -- [OPTION ...]

Runs both packaged tasks on simulated services, and shows their logs, their pages and the message in the chat.

  --all             only the monitor, over an hour in which everything happens that it can report
  --seed N          another simulated hour
  --page FILE       also writes an HTML page with the message as each chat product shows it
  --record FOLDER   only the monitor; also records the responses of the build service in a new folder
  --replay FOLDER   only the monitor, over recorded responses
  --registrar NAME  only the purchase, at godaddy, godaddyV3 or porkbun
  --serve           serves a run's page with the tab on it, until it is stopped
  --help            shows this list`;

const colours = process.stdout.isTTY === true;
const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

interface Options {
  all: boolean;
  replay?: string | undefined;
  record?: string | undefined;
  seed: string;
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
    if (values.registrar !== undefined) return await showRegister(agent, values.registrar);
    const step = await showMonitor(agent, values);
    showReportPage(step);
    if (values.page !== undefined) await writeChatPage(agent, values, values.page);
    if (values.all || values.replay !== undefined || values.record !== undefined) return;
    await showRegister(agent, "godaddy");
    console.log(
      "\nNext: `npm start -- --all` shows everything that the monitor can report, and `npm start -- --registrar porkbun` " +
        "another purchase. docs/monitor/quickstart.md sets the monitor up for your project.",
    );
  } finally {
    agent.dispose();
  }
}

/** Parses the command line. Throws with the list of options if one is wrong. */
function parseOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        all: { type: "boolean", default: false },
        replay: { type: "string" },
        record: { type: "string" },
        seed: { type: "string", default: "1" },
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

function readRegistrar(named: string | undefined): RegistrarName | undefined {
  const registrar = registrarNames.find((name) => name === named);
  if (registrar === undefined && named !== undefined)
    throw new Error(`--registrar: expected ${registrarNames.join(", ")}, got '${named}'`);
  return registrar;
}

/** Writes the report that a step attached as a page that any browser opens without a server, and says where. */
function showReportPage({ filesLeft }: StepResult): void {
  const [, text = ""] = [...filesLeft].find(([name]) => name.endsWith("/pipeline-monitor.json")) ?? [];
  const parsed = parseReport(text);
  if (parsed.kind !== "report") return;
  const paths = writeReportPages(join(root, "reports"), { "pipeline-monitor": parsed.report });
  console.log(`\nThe tab on the run's page, as a file for any browser: ${paths.join()}`);
}

/** Serves a run's page that embeds the tab, over the SDK's own protocol. */
async function serveRunPage(): Promise<void> {
  const { hour, quiet, purchase } = exampleReports();
  const reports = [hour, purchase].map((report) => JSON.stringify(report));
  const earlier = Array.from({ length: 24 }, (_, index) => ({
    id: 780 + index,
    reports: [JSON.stringify(quiet)],
  }));
  const host = await startRunPage([...earlier, { id: 812, reports }, { id: 813, reports: [] }]);
  console.log(`A run with two reports:   ${host.url(812)}`);
  console.log(`The same, dark:           ${host.url(812, "dark")}`);
  console.log(`A run without a report:   ${host.url(813)}`);
  console.log("Ctrl+C stops it.");
}

async function showMonitor(agent: SandboxAgent, options: Options): Promise<StepResult> {
  const { step, service, texts } = await runMonitor(agent, options);
  console.log(
    `The simulated build service was on ${service.origin}. It has stopped, so its links do not open.\n`,
  );
  showStep("PipelineMonitor", step);
  for (const text of texts) showMessage(text);
  if (options.record !== undefined)
    console.log(
      `\nRecorded in ${options.record}. Explain it: node dist/tasks/PipelineMonitor/index.js --explain ` +
        `${join(options.record, "monitor.json")} --replay ${options.record}`,
    );
  return step;
}

async function writeChatPage(agent: SandboxAgent, options: Options, file: string): Promise<void> {
  const shown: Partial<Record<ChatProduct, string>> = {};
  for (const product of productNames) {
    const { texts } = await runMonitor(agent, { ...options, record: undefined }, product);
    shown[product] = texts.join("");
  }
  writeFileSync(file, await chatPage(shown));
  console.log(`The message as each chat shows it: ${file}\n`);
}

function runMonitor(
  agent: SandboxAgent,
  { all, replay, record, seed }: Options,
  product: ChatProduct = "markdown",
) {
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

async function showRegister(agent: SandboxAgent, registrar: RegistrarName): Promise<void> {
  const { step, service, story, charges } = await demonstratePurchase(agent, registrar);
  console.log(
    `\nThe simulated registrar was on ${service.origin}; a domain was about to be released. ${story}\n`,
  );
  showStep("DomainRegister", step);
  for (const line of charges) console.log(line);
}

/** The step's log as the run's page shows it, its result, outputs and summary. */
function showStep(task: string, step: StepResult): void {
  console.log(paint(32, `Starting: ${task}`));
  console.log("=".repeat(78));
  for (const line of step.log) console.log(coloured(line));
  console.log(paint(32, `Finishing: ${task}`));
  console.log("=".repeat(78));
  const outputs = Object.entries(step.outputs).map(([name, value]) => `${name}=${value}`);
  const result = paint(step.result === "Failed" ? 31 : 32, step.result);
  console.log(`Result: ${result}   Outputs: ${outputs.join(", ") || "none"}\n`);
  for (const [title, markdown] of Object.entries(step.summaries)) {
    console.log(paint(1, `${title}, as Markdown on the run's page`));
    for (const line of markdown.trimEnd().split("\n")) console.log(`  ${line}`);
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
  for (const line of renderMessage(text, colours).split("\n")) console.log(`  ${line}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
