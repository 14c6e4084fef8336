import { digits, word } from "../../shared/agent/output-values";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { createChat } from "../../shared/chat/delivery";
import { formatOf } from "../../shared/chat/formats";
import type { Message } from "../../shared/chat/message";
import { pluralize } from "../../shared/text/pluralize";
import { openService } from "./config/load";
import { monitor, type Report } from "./monitor";
import { type OnIssues, readSetup } from "./setup";

/** Monitors a project once. Returns the outcome of the step (design, PipelineMonitor). */
export async function runMonitor({ agent, clock, cancelled }: TaskContext): Promise<Outcome> {
  const { config, credential, webhook, chatFormat, onIssues, ownPipeline: own } = readSetup(agent);
  const { project, listParameters } = config;
  agent.print(`Reading the runs of ${project.href} with ${credential.kind}.`);
  if (own !== undefined && "project" in own)
    agent.print(`Reading this pipeline's own runs of ${own.project.href} with ${own.credential.kind}.`);

  const service = openService(project, listParameters, credential, agent, clock);
  const ownPipeline =
    own !== undefined && "project" in own
      ? { ...own, service: openService(own.project, own.listParameters, own.credential, agent, clock) }
      : own;
  const chat = webhook && createChat(webhook, formatOf(chatFormat, webhook), agent.network(webhook), clock);
  const post = async (message: Message) => chat?.post(message, cancelled);
  try {
    const issueKind = issueKinds[onIssues];
    const report = await monitor({ config, service, ownPipeline, issueKind, post, agent, clock, cancelled });
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

const issueKinds = { succeed: undefined, warn: "warning", fail: "error" } as const;

/**
 * Renders the outcome of the step, which depends on the issues and the delivery of the message (design,
 * PipelineMonitor).
 */
function renderOutcome({ runCount, issueCount, delivered, skipped }: Report, onIssues: OnIssues): Outcome {
  const deliveries = {
    sent: "posted to the chat",
    notNeeded: "nothing to post",
    testOnly: "not posted, as test_flag is true",
    failed: "the message could not be delivered",
  };
  const skippedText = skipped.length === 0 ? "" : `; left out: ${skipped.join(", ")}`;
  const message = `${pluralize(issueCount, "issue")} in ${pluralize(runCount, "run")}; ${deliveries[delivered]}${skippedText}.`;
  if (issueCount > 0 && onIssues === "fail") return { result: "Failed", message, exitCode: 1 };
  const isPartly = delivered === "failed" || skipped.length > 0;
  const doubtful = isPartly || (issueCount > 0 && onIssues === "warn");
  return { result: doubtful ? "SucceededWithIssues" : "Succeeded", message, exitCode: 0 };
}
