import { createInputReader } from "../../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import { setByInputs } from "../../../shared/chat/delivery";
import { chatFormatNames } from "../../../shared/chat/formats";
import { refuse } from "../../../shared/errors";
import { readConfigFile } from "../config/load";
import type { Config } from "../config/parse";
import { organizationProblem, readCredential } from "../connect/credential";
import { located, ownRunPage } from "../connect/own-pipeline";
import { openService } from "../connect/service";
import { isAwaited, readStarter, type Starter } from "../connect/starter";
import { readWebhook } from "../connect/webhook";
import { type Feature, nothingBefore } from "../feature";
import { attempt } from "../issue/context";
import { openFeatures, readFeatures } from "../open-features";
import { warnOfUnknownEntries } from "../rules/unknown-entries";
import { openChannel, type TestResult } from "../targets/channel";
import type { Target } from "../targets/target";

const starters: Readonly<Record<Starter, string>> = {
  schedule: "A schedule",
  person: "A person",
  serviceHook: "A service hook",
  otherPipeline: "Another pipeline",
  otherResource: "A resource of the YAML",
  other: "Something else",
};

/**
 * `action: testMessage`: tries each channel and service with something harmless, such as a line to a chat, to see that
 * they work without waiting for a failure. A test message that the schedule or a failure starts would hide each hour that
 * nothing is checked.
 */
export async function testMessage(
  task: TaskContext,
  features: readonly Feature[],
): Promise<Outcome | undefined> {
  const starter = readStarter(task.agent);
  if (!isAwaited(starter)) {
    task.agent.print(
      `${starters[starter]} started this run, so it checks the runs instead of sending a test message. Remove \`action: testMessage\`.`,
    );
    return undefined;
  }
  const { config, targets } = openTargets(task, features);
  const service = config && openServiceOf(config, task);
  try {
    return await tryAll(targets, config, service, task);
  } finally {
    for (const target of targets) target.dispose();
    service?.dispose();
  }
}

async function tryAll(
  targets: readonly Tryable[],
  config: Config | undefined,
  service: BuildService | undefined,
  task: TaskContext,
): Promise<Outcome> {
  const tried: TestResult[] = [];
  for (const target of targets) tried.push(await attemptOf(target, service, task));
  const message = tried.map(({ text }) => text).join("\n");
  const results = tried.map(({ result }) => result);
  if (results.includes("Failed"))
    return {
      result: "Failed",
      message: `${message}\nFix this, then send the test message again.`,
      exitCode: 2,
    };
  const isChecked =
    config === undefined || service === undefined || (await warnOfUnknownEntries(config, service, task));
  const isDoubtful = results.includes("SucceededWithIssues") || !isChecked;
  const result = isDoubtful ? "SucceededWithIssues" : "Succeeded";
  return { result, message, exitCode: 0 };
}

type Tryable = Pick<Target, "name" | "test" | "dispose">;

/** A fault in the code of one target costs no other its test. */
async function attemptOf(
  { name, test }: Tryable,
  service: BuildService | undefined,
  task: TaskContext,
): Promise<TestResult> {
  const tried = await attempt(name, task, () => test(service));
  return tried ?? { result: "Failed", text: `Could not send anything to ${name}.` };
}

/** Without a configuration, only the step's own channel. Throws `InputErrors` that lists all problems. */
function openTargets(
  task: TaskContext,
  features: readonly Feature[],
): { config: Config | undefined; targets: Tryable[] } {
  const { agent } = task;
  const reader = createInputReader(agent);
  const { problems } = reader;
  const read = readWebhook(reader, agent);
  const chatFormat = reader.oneOf("chatFormat", chatFormatNames);
  if (read === "none")
    problems.push(
      `webhookUrl: missing; ${agent.secretAdvice("webhookConnection", "WEBHOOK_URL")} to the channel's incoming webhook`,
    );
  const webhook = read instanceof URL ? read : undefined;
  const file = agent.fileInput("configFile") === "" ? undefined : readConfigFile(agent, problems, features);
  // The message needs no credential, but no hour would ever be read.
  const stranger = organizationProblem(file?.config, agent);
  if (stranger !== undefined) problems.push(stranger);
  const on =
    file === undefined
      ? []
      : readFeatures(features, file, { reader, agent, posts: true, webhook, locate: file.locate });
  refuse(problems);
  const ownRun = ownRunPage(agent);
  const own = openChannel({ name: "", webhook, chatFormat, setIn: setByInputs, ownRun }, task);
  const others = openFeatures(on, { ...nothingBefore, ownRun }, task).targets(task);
  return { config: file?.config, targets: [{ ...own, name: "the channel" }, ...others] };
}

/** Undefined without a credential, which the message to a chat does not need; then says what cannot be checked. */
function openServiceOf(config: Config, task: TaskContext): BuildService | undefined {
  const { agent } = task;
  const reader = createInputReader(agent);
  const credential = readCredential(config, reader, agent);
  if (credential === undefined) {
    agent.print(`Could not check the pipeline names in \`configFile\`: ${reader.problems.join("; ")}`);
    return undefined;
  }
  return openService(located(config, credential, agent), credential, task);
}
