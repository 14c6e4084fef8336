import { copyFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installAgent, type SandboxAgent, type StepResult } from "./agent";
import { startBuildService } from "./build-service";
import { type ChatProduct, productNames, renderMessage, startChat } from "./chat";
import { chatPage } from "./chat-page";
import { loadRecorded, recorder } from "./recorded";
import { keys, startRegistrar } from "./registrar";
import { plausibleRuns } from "./runs";

/**
 * `npm start`: the packaged tasks, installed from the vsix and run by the sandbox's agent. The monitor looks at an
 * hour of made-up runs, and what the chat channel shows then; then a domain is released, and bought.
 *
 *   --replay FOLDER   the monitor alone, over recorded answers of a build service
 *   --record FOLDER   the monitor alone; keeps the build service's answers for a replay
 *   --seed N          another hour
 *   --page FILE       writes a page (HTML) with the message as each chat product shows it
 */

const colours = process.stdout.isTTY === true;
const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

interface Options {
  replay?: string | undefined;
  record?: string | undefined;
  seed: string;
  page?: string | undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      replay: { type: "string" },
      record: { type: "string" },
      seed: { type: "string", default: "1" },
      page: { type: "string" },
    },
  });
  const agent = installAgent();
  try {
    await showMonitor(agent, values);
    if (values.page !== undefined) await writeChatPage(agent, values, values.page);
    if (values.replay === undefined && values.record === undefined) await showRegister(agent);
  } finally {
    agent.dispose();
  }
}

async function showMonitor(agent: SandboxAgent, options: Options): Promise<void> {
  const { step, chat, service } = await runMonitor(agent, options);
  console.log(`Build service on ${service.address.origin}, chat on ${chat.address.origin}.\n`);
  showStep("PipelineMonitor", step);
  for (const text of chat.texts) showMessage(text);
}

async function writeChatPage(agent: SandboxAgent, options: Options, file: string): Promise<void> {
  const texts: Partial<Record<ChatProduct, string>> = {};
  for (const product of productNames)
    texts[product] = (await runMonitor(agent, { ...options, record: undefined }, product)).chat.texts.join(
      "",
    );
  writeFileSync(file, await chatPage(texts));
  console.log(`The message as each chat shows it: ${file}\n`);
}

async function runMonitor(
  agent: SandboxAgent,
  { replay, record, seed }: Options,
  product: ChatProduct = "markdown",
) {
  const buildAuth = Buffer.from(":sandbox-personal-access-token").toString("base64");
  const service = await startBuildService({
    runs: replay === undefined ? plausibleRuns(Number(seed), Date.now(), 20) : loadRecorded(replay),
    authorizations: [`Basic ${buildAuth}`],
    recorded: replay !== undefined,
    ...(record === undefined ? {} : { observe: recorder(record) }),
  });
  const chat = await startChat(undefined, product);
  try {
    const configuration = {
      organization: service.organization,
      project: service.project,
      url_base: service.address.href,
      url_params: "&api-version=7.1-preview.7",
      test_flag: false,
      run_ct_min: 10,
      queue_time_max: 300,
      pipelines: { default: { max_proc_time: 900, min_proc_time: 30 } },
    };
    writeFileSync(join(agent.sourcesFolder, "monitor.json"), JSON.stringify(configuration, null, 2));
    const step = await agent.run({
      task: "PipelineMonitor",
      inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", chatFormat: product },
      secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href },
      env: { BUILD_AUTH: "$(BUILD_AUTH)" },
    });
    return { step, chat, service };
  } finally {
    await Promise.all([service.close(), chat.close()]);
  }
}

const example = resolve(__dirname, "..", "..", "..", "tasks", "DomainRegister", "request.example.json");

async function showRegister(agent: SandboxAgent): Promise<void> {
  const domain = "soon-released.org";
  const registrar = await startRegistrar({
    domains: [{ name: domain, released: (_, checks) => checks >= 4, falsePositives: 2 }],
    validateMilliseconds: 2000,
  });
  try {
    copyFileSync(example, join(agent.sourcesFolder, "domain.json"));
    console.log(`\nRegistrar on ${registrar.address.origin}; ${domain} is about to be released.\n`);
    const step = await agent.run({
      task: "DomainRegister",
      inputs: {
        domain,
        requestFile: "domain.json",
        apiUrl: registrar.environments.production.base.href,
        maxPrice: "12000000",
        currency: "USD",
        pollSeconds: "1.5",
        receiptFolder: join(agent.sourcesFolder, "receipts"),
      },
      secrets: { KEY: keys.production.key, SECRET: keys.production.secret },
      env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" },
    });
    showStep("DomainRegister", step);
    for (const { total } of registrar.charges)
      console.log(`The registrar's account was charged ${total} for ${domain}.`);
  } finally {
    await registrar.close();
  }
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
