import { digits, word } from "../../shared/agent/output-values";
import type { Outcome, TaskContext } from "../../shared/agent/task";
import { maxConnections } from "../../shared/azure-devops/client";
import { readProjectNames } from "../../shared/azure-devops/projects";
import { createChat, setByInputs, type Webhook } from "../../shared/chat/delivery";
import { formatOf } from "../../shared/chat/formats";
import type { Message } from "../../shared/chat/message";
import { shownPath } from "../../shared/json/path";
import { createPager } from "../../shared/paging/delivery";
import { pagingServices } from "../../shared/paging/services";
import { pluralize } from "../../shared/text/pluralize";
import { openService } from "./config/load";
import { routesFor } from "./config/routes";
import { decoded } from "./config/schema";
import { readSetup, type Setup } from "./config/setup";
import { callHeartbeat, isDelivered } from "./heartbeat";
import { createTimeBudget } from "./issue/context";
import { fingerprint } from "./issue/memory";
import type { Delivery } from "./issue/report";
import { sendMetrics } from "./metrics/send";
import { monitor } from "./monitor";
import { type OtherProjects, projectsAtOnce } from "./projects";
import { type Totals, totalsOf } from "./render/totals";
import type { Target } from "./targets";

/** Monitors a project once. Returns the outcome of the step (design, PipelineMonitor). */
export async function runMonitor(task: TaskContext): Promise<Outcome> {
  const { agent, clock, cancelled } = task;
  const setup = readSetup(agent);
  const { config, credential, webhook, metrics: metricsTarget, ownPipeline: own } = setup;
  agent.print(`Reading the runs of ${config.project.href} with ${credential.kind}.`);
  if (own !== undefined && "project" in own)
    agent.print(`Reading this pipeline's own runs of ${own.project.href} with ${own.credential.kind}.`);

  const isOnly = config.moreProjects.length === 0;
  const service = openService(config, credential, task, isOnly ? {} : { connections: connectionsOfProject });
  const ownPipeline =
    own !== undefined && "project" in own ? { ...own, service: openService(own, own.credential, task) } : own;
  const channel = openChannel(webhook, setup.chatFormat, setByInputs, task);
  const routes = openRoutes(setup, task);
  const paged = openPager(setup, task);
  const beat = async (isGood: boolean) =>
    setup.heartbeat && (await callHeartbeat(setup.heartbeat, isGood, task));
  try {
    const report = await monitor(
      {
        ...setup,
        ownPipeline,
        ...{ form: channel.form, post: channel.post, routes, paged },
        others: isOnly ? undefined : openOthers(setup, task),
        sendMetrics:
          metricsTarget && ((metrics) => sendMetrics(metrics, metricsTarget, resourceOf(setup), task)),
      },
      {
        ...task,
        time: createTimeBudget(clock),
        service,
        connections: isOnly ? maxConnections : connectionsOfProject,
        progress: agent.progress,
        isMention: channel.isMention,
        opensLogPages: channel.opensLogPages,
        takes: (pipeline) => routesFor(config, pipeline).length === 0,
      },
    );
    const totals = totalsOf(report, agent.sanitize);
    agent.output("runCount", digits(totals.runCount));
    agent.output("issueCount", digits(totals.issueCount));
    agent.output("delivered", word(report.delivered));
    await beat(isDelivered(report));
    return renderOutcome(totals, report.delivered, setup);
  } catch (error) {
    if (!cancelled.aborted) await beat(false);
    throw error;
  } finally {
    service.dispose();
    if (ownPipeline !== undefined && "service" in ownPipeline) ownPipeline.service.dispose();
    for (const { dispose } of [channel, ...routes]) dispose();
    paged?.pager.dispose();
  }
}

/** Opens the channel of a webhook, which is undefined only if nothing is posted. The caller must call `dispose`. */
function openChannel(
  webhook: URL | undefined,
  chatFormat: string,
  setIn: Webhook["setIn"],
  { agent, clock, cancelled }: TaskContext,
) {
  const format = formatOf(chatFormat, webhook);
  const chat = webhook && createChat({ url: webhook, format, setIn }, agent.network(webhook), clock);
  return {
    form: format.form,
    post: async (message: Message) => chat?.post(message, cancelled),
    isMention: (owner: string) => webhook !== undefined && format.isMention(owner),
    // The specification's form links a log by its URL.
    opensLogPages: webhook !== undefined && format.form === "product",
    dispose: () => chat?.dispose(),
  };
}

/** Opens the targets besides the step's own webhook. The caller must call `dispose` of each. */
function openRoutes({ config, routeWebhooks }: Setup, task: TaskContext): (Target & { dispose(): void })[] {
  return config.routes.map((route, index) => {
    const { variable, chatFormat } = route;
    const setIn = { url: variable, product: shownPath(["routes", String(index), "chat_format"]) };
    return {
      ...openChannel(routeWebhooks.get(variable), chatFormat, setIn, task),
      // The name of a variable lasts while its secret changes.
      id: fingerprint(["route", variable]),
      name: variable,
      takes: (pipeline) => routesFor(config, pipeline).includes(route),
    };
  });
}

/** Opens the paging service; undefined if the configuration names none. The caller must call `dispose` of the pager. */
function openPager({ config, pagingKey }: Setup, { agent, clock }: TaskContext) {
  const { paging, pipelines } = config;
  if (paging === undefined) return undefined;
  const { kind, variable, severities, region, source } = paging;
  const service = pagingServices[kind];
  return {
    id: fingerprint(["paging", kind, variable]),
    name: service.product,
    pager: createPager(service, { key: pagingKey, setIn: variable, region, source }, agent.network, clock),
    isMention: () => false,
    opensLogPages: true,
    takes: (pipeline: string | undefined) =>
      severities.includes(pipeline === undefined ? "normal" : pipelines.entryFor(pipeline).importance),
  };
}

/** Names the monitor to the service that takes its metrics. Two monitors of a project have series of their own. */
function resourceOf({ config, ownPipeline }: Setup): Record<string, string> {
  const tag = ownPipeline !== undefined && "tag" in ownPipeline ? ownPipeline.tag : "";
  return {
    "service.name": "pipeline-monitor",
    "service.namespace": decoded(config.keys.organization),
    "service.instance.id": tag,
  };
}

/** Projects that are read at the same time share the connections. */
const connectionsOfProject = Math.ceil(maxConnections / projectsAtOnce);

/** Uses the same credential as for the own project. */
function openOthers({ config, credential }: Setup, task: TaskContext): OtherProjects {
  const { agent, clock } = task;
  const { organization } = config;
  const credentialAdvice = `${credential.advice} A personal access token needs the scope Project and Team (read), too.`;
  const settings = { authorization: () => credential.authorization(task), credentialAdvice, clock };
  return {
    names: (maxCount, signal) =>
      readProjectNames(organization, maxCount, { ...settings, network: agent.network(organization) }, signal),
    open: (project) =>
      openService({ ...config, project }, credential, task, { connections: connectionsOfProject }),
  };
}

const deliveries: Readonly<Record<Delivery, string>> = {
  sent: "posted to the chat",
  notNeeded: "nothing to post",
  testOnly: "not posted, because test_flag is true",
  failed: "the message could not be delivered",
};
/** Of several targets, others may have got theirs. */
const partlyDelivered = "not everything could be delivered";

/**
 * Renders the outcome of the step, which depends on the issues and the delivery of the message (design,
 * PipelineMonitor).
 */
function renderOutcome(
  { runCount, issueCount, alarmCount, skipped }: Totals,
  delivered: Delivery,
  { config, onIssues, onNotDelivered }: Setup,
): Outcome {
  const skippedText = skipped.length === 0 ? "" : `; could not check ${skipped.join(", ")}`;
  const isOnlyTarget = config.routes.length === 0 && config.paging === undefined;
  const what = delivered === "failed" && !isOnlyTarget ? partlyDelivered : deliveries[delivered];
  const message = `${pluralize(issueCount, "issue")} in ${pluralize(runCount, "run")}; ${what}${skippedText}.`;
  const isLost = delivered === "failed" && onNotDelivered === "fail";
  if (isLost || (alarmCount > 0 && onIssues === "fail")) return { result: "Failed", message, exitCode: 1 };
  const isPartly = delivered === "failed" || skipped.length > 0;
  const doubtful = isPartly || (alarmCount > 0 && onIssues === "warn");
  return { result: doubtful ? "SucceededWithIssues" : "Succeeded", message, exitCode: 0 };
}
