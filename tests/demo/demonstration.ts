import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { decimalOf } from "../../shared/registrar/money";
import type { SandboxAgent, Step, StepResult } from "../sandbox/agent";
import { attachmentsOf } from "../sandbox/attachments";
import { type BuildServiceOptions, type SandboxRun, startBuildService } from "../sandbox/build-service";
import { type ChatProduct, startChat } from "../sandbox/chat";
import { filledRequest } from "../sandbox/filled-request";
import { startRdap } from "../sandbox/rdap";
import { type RegistrarOptions, startRegistrar } from "../sandbox/registrar";
import type { Charge } from "../sandbox/registrar-engine";
import { showingWhileItLasts } from "../sandbox/while-it-lasts";
import { ownDefinitionId, ownRun, ownRunBefore, ownRunId } from "./eventful-hour";
import type { EveryChat } from "./every-chat";

/** A task that was shown at work, and the addresses of the services that it worked with. */
interface Demonstration {
  step: StepResult;
  /** The address below which the task asked its service. */
  service: URL;
}

interface MonitorOptions {
  /** When the agent's clock starts. */
  clockStartsAt: number;
  furtherKeys: Record<string, unknown>;
  /** `monitor` without. */
  action?: string;
  /** An hour before it, the monitor has already reported: its first report lists a whole day. */
  hasReported?: boolean;
  /** Get the messages in place of the one chat. */
  chats?: EveryChat | undefined;
}

/** The monitor's report before the one that is shown is so many milliseconds older. */
const sinceReport = 4000 * 1000;

/** The report before told of these. Of runs that reach a limit, the one that is shown tells. In milliseconds since 1970. */
const failedBefore = (runs: readonly SandboxRun[], until: number) =>
  runs.filter(
    ({ record: { result, finishTime } }) => result === "failed" && Date.parse(String(finishTime)) < until,
  );

/** The packaged PipelineMonitor over a build service of one's own, and the texts that its chat got. */
export async function demonstrateMonitor(
  agent: SandboxAgent,
  serviceOptions: Pick<BuildServiceOptions, "runs">,
  product: ChatProduct,
  { clockStartsAt: now, furtherKeys, action = "monitor", hasReported = false, chats }: MonitorOptions,
): Promise<Demonstration & { texts: string[] }> {
  const buildAuth = Buffer.from(":sandbox-personal-access-token").toString("base64");
  const { runs } = serviceOptions;
  const service = await startBuildService({
    ...serviceOptions,
    acting: { now: () => now },
    runs: hasReported ? [ownRun(now), ...failedBefore(runs, now - sinceReport)] : runs,
    authorizations: [`Basic ${buildAuth}`],
  });
  const chat = await startChat(undefined, product);
  try {
    const configuration = {
      url_params: "&api-version=7.1",
      run_ct_min: 10,
      queue_time_max: 300,
      pipelines: { default: { max_proc_time: 900, min_proc_time: 30 } },
      ...furtherKeys,
      organization: service.organization,
      project: service.project,
      url_base: service.address.href,
      test_flag: false,
      routes: chats?.routes,
    };
    writeFileSync(join(agent.sourcesFolder, "monitor.json"), JSON.stringify(configuration, null, 2));
    const monitor: Step = {
      task: "PipelineMonitor",
      inputs: { action, configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", chatFormat: product },
      secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, ...chats?.secrets },
      env: { BUILD_AUTH: "$(BUILD_AUTH)", ...chats?.env },
      variables: {
        "System.CollectionUri": `${service.address.href}${service.organization}/`,
        "System.DefinitionId": String(ownDefinitionId),
        "Build.BuildId": String(ownRunId),
        "System.TaskInstanceName": "PipelineMonitor",
      },
      clockStartsAt: now,
    };
    if (hasReported) {
      const before = { ...monitor.variables, "Build.BuildId": String(ownRunId - 1) };
      const result = await agent.run({
        ...monitor,
        inputs: { ...monitor.inputs, action: "monitor" },
        variables: before,
        clockStartsAt: now - sinceReport,
      });
      // Without that journal, the next report reads the runs of the days before.
      const attachments = attachmentsOf(result).filter(({ type }) => type !== "pipeline-keeper.journal");
      const own = { ...ownRunBefore(now, result.tags), attachments };
      for (const run of [...runs, own]) service.put(run);
      chat.texts.splice(0);
      chats?.forget();
    }
    const shown = showingWhileItLasts(service, (tags) => ownRun(now, tags));
    const step = await agent.run({ ...monitor, onOutput: shown.onOutput });
    return { step, service: service.address, texts: chat.texts };
  } finally {
    await Promise.all([service.close(), chat.close()]);
  }
}

/** The packaged DomainRegister over a registrar of one's own, and what the account was charged. */
export async function demonstrateRegister(
  agent: SandboxAgent,
  registrarOptions: RegistrarOptions,
  inputs: Record<string, string>,
  changes: Partial<Step> = {},
): Promise<Demonstration & { charges: Charge[] }> {
  const registrar = await startRegistrar(registrarOptions);
  const rdap = await startRdap({}, Date.now);
  const { base, key, secret } = registrar.environments.production;
  try {
    writeFileSync(join(agent.sourcesFolder, "domain.json"), JSON.stringify(filledRequest));
    const step = await agent.run({
      task: "DomainRegister",
      inputs: {
        ...{ action: "register", requestFile: "domain.json" },
        apiUrl: base.href,
        maxPrice: "12000000",
        currency: "USD",
        receiptFolder: join(agent.sourcesFolder, "..", "receipts"),
        rdapUrl: rdap.server.href,
        ...inputs,
      },
      secrets: { KEY: key, SECRET: secret },
      env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" },
      ...changes,
    });
    return { step, service: base, charges: registrar.charges };
  } finally {
    await Promise.all([registrar.close(), rdap.close()]);
  }
}

/** Has the packaged task buy a domain that is about to be released; and a line for each amount that it costs. */
export async function demonstratePurchase(
  agent: SandboxAgent,
): Promise<Demonstration & { charges: string[] }> {
  const domain = "soon-released.org";
  const released = (_: number, checks: number) => checks >= 4;
  const shown = await demonstrateRegister(
    agent,
    { domains: [{ name: domain, released, falsePositives: 2 }], validateMilliseconds: 2000 },
    { domain, pollSeconds: "1.5" },
  );
  const charges = shown.charges.map(
    ({ total }) => `The simulated account was charged ${decimalOf(total, 6)} USD for ${domain}.`,
  );
  return { ...shown, charges };
}
