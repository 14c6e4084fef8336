import { createBuildService } from "../../shared/build-service";
import { createChat } from "../../shared/chat/chat";
import { formatOf } from "../../shared/chat/formats";
import type { Message } from "../../shared/chat/message";
import { counted } from "../../shared/counted";
import { type Outcome, runTask } from "../../shared/run-task";
import { monitor, type Report } from "./monitor";
import { type OnIssues, readSetup, task } from "./setup";

void runTask(task, async ({ agent, clock, cancelled }) => {
  const { config, credential, webhook, chatFormat, onIssues } = readSetup(agent);
  const { project, listParameters } = config;
  agent.print(`Reading the runs of ${project.href} with ${credential.kind}.`);

  const service = createBuildService({
    project,
    listParameters,
    authorization: credential.authorization,
    credentialAdvice: credential.advice,
    network: agent.network(project),
    clock,
  });
  const chat = webhook && createChat(webhook, formatOf(chatFormat, webhook), agent.network(webhook), clock);
  const post = async (message: Message) => chat?.post(message, cancelled);
  try {
    const issueKind = issueKinds[onIssues];
    const report = await monitor({ config, service, issueKind, post, agent, clock, cancelled });
    agent.output("runCount", String(report.runCount));
    agent.output("issueCount", String(report.issueCount));
    agent.output("delivered", report.delivered);
    return outcomeOf(report, onIssues);
  } finally {
    service.dispose();
    chat?.dispose();
  }
});

const issueKinds = { succeed: undefined, warn: "warning", fail: "error" } as const;

/** The result of the task by what was found and what became of the message (design, PipelineMonitor). */
function outcomeOf({ runCount, issueCount, delivered }: Report, onIssues: OnIssues): Outcome {
  const deliveries = {
    sent: "posted to the chat",
    notNeeded: "nothing to post",
    testOnly: "not posted, as test_flag is true",
    failed: "the message could not be delivered",
  };
  const message = `${counted(issueCount, "issue")} in ${counted(runCount, "run")}; ${deliveries[delivered]}.`;
  if (issueCount > 0 && onIssues === "fail") return { result: "Failed", message, exitCode: 1 };
  const doubtful = delivered === "failed" || (issueCount > 0 && onIssues === "warn");
  return { result: doubtful ? "SucceededWithIssues" : "Succeeded", message, exitCode: 0 };
}
