import { digits, word } from "../../shared/agent/output-values";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { maxConnections } from "../../shared/azure-devops/client";
import { readProjects } from "../../shared/azure-devops/projects";
import { setByInputs } from "../../shared/chat/delivery";
import { pluralize } from "../../shared/text/pluralize";
import { fingerprint } from "./config/fingerprint";
import type { Config } from "./config/parse";
import { openService } from "./connect/service";
import type { Feature } from "./feature";
import { runHour } from "./hour";
import { attempt, createTimeBudget, listedOnce } from "./issue/context";
import type { Delivery, Report } from "./issue/report";
import { openMemory } from "./memory";
import { type OtherProjects, projectsAtOnce } from "./projects";
import { type Totals, totalsOf } from "./render/totals";
import { readSetup, type Setup } from "./setup";
import { openChannel } from "./targets/channel";

/** Checks the runs of an hour, of one project or several, and returns the outcome of the step. */
export async function runMonitor(task: TaskContext, features: readonly Feature[]): Promise<Outcome> {
  const { agent, clock, cancelled } = task;
  const setup = readSetup(agent, features);
  const { config, credential, webhook, forms, isStartedByPerson, configuration } = setup;
  agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
  const connections = connectionsOfEach(config);
  const service = openService(config, credential, task, { connections });
  const ownPipeline = openOwn(setup.ownPipeline, task);
  const channel = openChannel({ ...setup, name: "", setIn: setByInputs }, task);
  const endAll = async (report?: Report) => {
    for (const { name, end } of setup.features) await attempt(name, task, () => end?.(report, task));
  };
  try {
    const report = await runHour(
      {
        ...setup,
        store: openMemory(config, {
          ownPipeline,
          forms,
          webhookId: fingerprint([webhook?.href ?? ""]),
          isStartedByPerson,
          configuration,
        }),
        channel,
        others: openOthers(setup, connections, task),
      },
      {
        ...task,
        time: createTimeBudget(clock),
        service,
        unfinishedRuns: listedOnce(service),
        connections,
        progress: agent.progress,
      },
    );
    const totals = totalsOf(report, agent.sanitize);
    agent.output("runCount", digits(totals.runCount));
    agent.output("issueCount", digits(totals.issueCount));
    agent.output("delivered", word(report.delivered));
    await endAll(report);
    return renderOutcome(totals, report, setup);
  } catch (error) {
    if (!cancelled.aborted) await endAll();
    throw error;
  } finally {
    service.dispose();
    if (ownPipeline !== undefined && "service" in ownPipeline) ownPipeline.service.dispose();
    channel.dispose();
  }
}

/** With the service that has its runs. Why it cannot be read stays. */
function openOwn(own: Setup["ownPipeline"], task: TaskContext) {
  if (own === undefined || "unknown" in own) return own;
  task.agent.print(`Reading this pipeline's own runs of ${own.project.href} with ${own.credential.kind}.`);
  return { ...own, service: openService(own, own.credential, task) };
}

/** Projects that are read at the same time share the connections. */
function connectionsOfEach({ moreProjects }: Config): number {
  const count = moreProjects === "all" ? projectsAtOnce : Math.min(projectsAtOnce, 1 + moreProjects.length);
  return Math.ceil(maxConnections / count);
}

/** Uses the same credential as for the own project. */
function openOthers({ config, credential }: Setup, connections: number, task: TaskContext): OtherProjects {
  const { agent, clock } = task;
  const { organization } = config;
  const credentialAdvice = `${credential.advice} A personal access token needs the scope Project and Team (read), too.`;
  const authorization = (rejected?: string) => credential.authorization(task, rejected);
  const settings = { authorization, credentialAdvice, clock };
  return {
    list: (maxCount, signal) =>
      readProjects(organization, maxCount, { ...settings, network: agent.network(organization) }, signal),
    open: (project) => openService({ ...config, project }, credential, task, { connections }),
  };
}

const deliveries: Readonly<Record<Delivery, string>> = {
  sent: "posted to the chat",
  notNeeded: "nothing to post",
  testOnly: "not posted, because test_flag is true",
  failed: "the message could not be delivered",
};
/** Other targets may have got theirs. */
const partlyDelivered = "not everything could be delivered";

/** An undelivered message and a skipped check are warnings. The inputs say whether problems, and such a message, fail the step. */
function renderOutcome(
  { runCount, issueCount, alarmCount, skipped }: Totals,
  { delivered, targetCount }: Report,
  { onIssues, onNotDelivered }: Setup,
): Outcome {
  const skippedText = skipped.length === 0 ? "" : `; could not check ${skipped.join(", ")}`;
  const what = delivered === "failed" && targetCount > 1 ? partlyDelivered : deliveries[delivered];
  const message = `${pluralize(issueCount, "problem")} in ${pluralize(runCount, "run")}; ${what}${skippedText}.`;
  const isLost = delivered === "failed" && onNotDelivered === "fail";
  if (isLost || (alarmCount > 0 && onIssues === "fail")) return { result: "Failed", message, exitCode: 1 };
  const isPartly = delivered === "failed" || skipped.length > 0;
  const doubtful = isPartly || (alarmCount > 0 && onIssues === "warn");
  return { result: doubtful ? "SucceededWithIssues" : "Succeeded", message, exitCode: 0 };
}
