import type * as v from "valibot";
import type { Agent } from "../../shared/agent/agent";
import { createInputReader } from "../../shared/agent/inputs";
import type { BuildCredential } from "../../shared/azure-devops/credential";
import { chatFormatNames } from "../../shared/chat/formats";
import { readOrigin } from "../../shared/report/origin";
import { partsOf } from "./config/edits";
import { nameOfConfig, readConfigFile, withoutProblems } from "./config/load";
import type { Config } from "./config/parse";
import { readCredential } from "./connect/credential";
import { located, type OwnPipelineSetup, ownRunPage, readOwnPipeline } from "./connect/own-pipeline";
import { readStarter } from "./connect/starter";
import { readWebhook } from "./connect/webhook";
import { type Enabled, type Feature, partsOfLedger } from "./feature";
import type { ReportOrigin } from "./issue/report";
import { readFeatures } from "./open-features";

/** The part of a setup that an hour needs. */
export interface HourSetup {
  config: Config;
  onIssues: "succeed" | "warn" | "fail";
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
  /** The fingerprints of its parts, by their paths. */
  configuration: Readonly<Record<string, string>>;
  origin: ReportOrigin;
  /** Those that the configuration enables. */
  features: readonly Enabled[];
}

/** Everything that a run of the monitor needs. It is read once and checked. */
export interface Setup extends HourSetup {
  credential: BuildCredential;
  /** Undefined only when `test_flag` is true. */
  webhook: URL | undefined;
  /** One of `chatFormatNames`. */
  chatFormat: string;
  onNotDelivered: "warn" | "fail";
  /** The monitor's own pipeline, or why it cannot be read; undefined if nothing depends on it. */
  ownPipeline: OwnPipelineSetup | { unknown: string } | undefined;
  /** Whether a person started the monitor's run, rather than its schedule. */
  isStartedByPerson: boolean;
  /** The members of the ledger that features may have. */
  forms: v.ObjectEntries;
}

/** Throws `InputErrors` that lists all problems. Prints warnings. */
export function readSetup(agent: Agent, parts: readonly Feature[]): Setup {
  const reader = createInputReader(agent);
  const { problems } = reader;
  const onIssues = reader.oneOf("onIssues", ["succeed", "warn", "fail"]);
  const onNotDelivered = reader.oneOf("onNotDelivered", ["warn", "fail"]);
  const webhook = readWebhook(reader, agent);
  const chatFormat = reader.oneOf("chatFormat", chatFormatNames);
  const file = readConfigFile(agent, problems, parts);
  // Reported even if the configuration has other problems, so that one run reports them all.
  const posts = Reflect.get(Object(file.value), "test_flag") === false;
  const url = webhook instanceof URL ? webhook : undefined;
  if (posts && webhook === "none") problems.push(missingWebhook(agent));
  const features = readFeatures(parts, file, { reader, agent, posts, webhook: url, locate: file.locate });
  const read = readCredential(file.config, reader, agent);
  const { config: written, credential } = withoutProblems(file.config, read, problems);
  const config = located(written, credential, agent);
  if (config.testFlag) printConfiguration(file.known, agent);
  const needsMemory = config.sinceLastReport || features.some((feature) => feature.needsMemory === true);
  const own = needsMemory ? readOwnPipeline(agent, config, credential) : undefined;
  return {
    config,
    credential,
    webhook: url,
    chatFormat,
    features,
    forms: partsOfLedger(parts),
    onIssues,
    onNotDelivered,
    // Without a memory, the last hour says what is due for features to tell.
    ownPipeline: !config.sinceLastReport && own !== undefined && "unknown" in own ? undefined : own,
    ownRun: ownRunPage(agent),
    isStartedByPerson: readStarter(agent) === "person",
    configuration: partsOf(file.known),
    origin: { ...readOrigin(agent), configuration: nameOfConfig(agent) },
  };
}

function missingWebhook(agent: Agent): string {
  const orNone = agent.fileInput("configFile") === "" ? "" : "set test_flag to true, or ";
  const how = agent.secretAdvice("webhookConnection", "WEBHOOK_URL");
  return `webhookUrl: missing, and so are webhookConnection and WEBHOOK_URL; ${orNone}${how}`;
}

/** None of the known members is a credential. */
function printConfiguration(value: unknown, agent: Agent): void {
  const title = "test_flag is true: nothing is posted. The configuration:";
  agent.group(title, JSON.stringify(value, null, 2).split("\n"));
}
