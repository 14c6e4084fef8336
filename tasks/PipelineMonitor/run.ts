import type { Agent } from "../../shared/agent/agent";
import { digits, word } from "../../shared/agent/output-values";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { maxConnections } from "../../shared/azure-devops/client";
import type { BuildCredential } from "../../shared/azure-devops/credential";
import { readProjectNames } from "../../shared/azure-devops/projects";
import { createChat } from "../../shared/chat/delivery";
import { formatOf } from "../../shared/chat/formats";
import type { Message } from "../../shared/chat/message";
import type { Clock } from "../../shared/clock";
import { pluralize } from "../../shared/text/pluralize";
import { openService } from "./config/load";
import type { Config } from "./config/parse";
import { monitor, type Report } from "./monitor";
import { projectsAtOnce } from "./projects/check-projects";
import type { OtherProjects } from "./projects/find-projects";
import { type OnIssues, readSetup } from "./setup";

/** Monitors a project once. Returns the outcome of the step (design, PipelineMonitor). */
export async function runMonitor({ agent, clock, cancelled }: TaskContext): Promise<Outcome> {
  const {
    config,
    credential,
    webhook,
    chatFormat,
    onIssues,
    ownPipeline: own,
    ownRun,
    origin,
  } = readSetup(agent);
  agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
  if (own !== undefined && "project" in own)
    agent.print(`Reading this pipeline's own runs of ${own.project.href} with ${own.credential.kind}.`);

  const isOnly = config.moreProjects.length === 0;
  const service = openService(config, credential, agent, clock, isOnly ? {} : sharedConnections);
  const ownPipeline =
    own !== undefined && "project" in own
      ? { ...own, service: openService(own, own.credential, agent, clock) }
      : own;
  const format = webhook && formatOf(chatFormat, webhook);
  const chat = webhook && format && createChat(webhook, format, agent.network(webhook), clock);
  const post = async (message: Message) => (await chat?.post(message, cancelled)) ?? [];
  try {
    const issueKind = issueKinds[onIssues];
    const report = await monitor({
      config,
      service,
      ownPipeline,
      ownRun,
      origin,
      issueKind,
      others: isOnly ? undefined : openOthers(config, credential, agent, clock),
      isMention: (owner) => format?.isMention(owner) ?? false,
      post,
      agent,
      clock,
      cancelled,
    });
    agent.output("runCount", digits(report.runCount));
    agent.output("issueCount", digits(report.issueCount));
    agent.output("delivered", word(report.delivered));
    return renderOutcome(report, onIssues);
  } finally {
    service.dispose();
    if (ownPipeline !== undefined && "service" in ownPipeline) ownPipeline.service.dispose();
    chat?.dispose();
  }
}

/** Projects that are read at the same time share the connections. */
const sharedConnections = { connections: Math.ceil(maxConnections / projectsAtOnce) };

/** Returns how to read the other projects of the organization, with the same credential. */
function openOthers(config: Config, credential: BuildCredential, agent: Agent, clock: Clock): OtherProjects {
  const { organization } = config;
  const credentialAdvice = `${credential.advice} A personal access token needs the scope Project and Team (read), too.`;
  const settings = { authorization: credential.authorization, credentialAdvice, clock };
  return {
    names: (maxCount, signal) =>
      readProjectNames(organization, maxCount, { ...settings, network: agent.network(organization) }, signal),
    open: (project) => openService({ ...config, project }, credential, agent, clock, sharedConnections),
  };
}

const issueKinds = { succeed: undefined, warn: "warning", fail: "error" } as const;

/**
 * Renders the outcome of the step, which depends on the issues and the delivery of the message (design,
 * PipelineMonitor).
 */
function renderOutcome(
  { runCount, issueCount, alarmCount, delivered, skipped }: Report,
  onIssues: OnIssues,
): Outcome {
  const deliveries = {
    sent: "posted to the chat",
    notNeeded: "nothing to post",
    testOnly: "not posted, because test_flag is true",
    failed: "the message could not be delivered",
  };
  const skippedText = skipped.length === 0 ? "" : `; could not check ${skipped.join(", ")}`;
  const message = `${pluralize(issueCount, "issue")} in ${pluralize(runCount, "run")}; ${deliveries[delivered]}${skippedText}.`;
  if (alarmCount > 0 && onIssues === "fail") return { result: "Failed", message, exitCode: 1 };
  const isPartly = delivered === "failed" || skipped.length > 0;
  const doubtful = isPartly || (alarmCount > 0 && onIssues === "warn");
  return { result: doubtful ? "SucceededWithIssues" : "Succeeded", message, exitCode: 0 };
}
