import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installAgent, type StepResult } from "./agent";
import { startBuildService } from "./build-service";
import { renderMessage, startChat } from "./chat";
import { loadRecorded, recorder } from "./recorded";
import { plausibleRuns } from "./runs";

/**
 * `npm start`: the packaged task, installed from the vsix and run by the sandbox's agent over an hour of
 * made-up runs, and what the chat channel shows then.
 *
 *   --replay FOLDER   over recorded answers of a build service instead
 *   --record FOLDER   keeps the build service's answers for a replay
 *   --seed N          another hour
 */

const colours = process.stdout.isTTY === true;
const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      replay: { type: "string" },
      record: { type: "string" },
      seed: { type: "string", default: "1" },
    },
  });
  const token = "sandbox-personal-access-token";
  const buildAuth = Buffer.from(`:${token}`).toString("base64");
  const service = await startBuildService({
    runs:
      values.replay === undefined
        ? plausibleRuns(Number(values.seed), Date.now(), 20)
        : loadRecorded(values.replay),
    authorizations: [`Basic ${buildAuth}`],
    recorded: values.replay !== undefined,
    ...(values.record === undefined ? {} : { observe: recorder(values.record) }),
  });
  const chat = await startChat();
  const agent = installAgent();
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
    console.log(`Build service on ${service.address.origin}, chat on ${chat.address.origin}.\n`);
    const step = await agent.run({
      task: "PipelineMonitor",
      inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)" },
      secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href },
      env: { BUILD_AUTH: "$(BUILD_AUTH)" },
    });
    showLog("PipelineMonitor", step);
    for (const text of chat.texts) showMessage(text);
    if (step.result === "Failed") process.exitCode = 1;
  } finally {
    await Promise.all([service.close(), chat.close()]);
    agent.dispose();
  }
}

/** The step's log as the run's page shows it. */
function showLog(task: string, step: StepResult): void {
  console.log(paint(32, `Starting: ${task}`));
  console.log("=".repeat(78));
  for (const line of step.log) console.log(coloured(line));
  console.log(paint(32, `Finishing: ${task}`));
  console.log("=".repeat(78));
  const outputs = Object.entries(step.outputs).map(([name, value]) => `${name}=${value}`);
  console.log(
    `Result: ${paint(step.result === "Failed" ? 31 : 32, step.result)}   Outputs: ${outputs.join(", ") || "none"}\n`,
  );
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
