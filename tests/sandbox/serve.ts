import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root";
import { startBuildService } from "./build-service";
import { startChat } from "./chat";
import { startRdap } from "./rdap";
import { startRegistrar } from "./registrar";
import { plausibleRuns } from "./runs";

const token = "sandbox-personal-access-token";
const domain = "soon-released.org";

/**
 * Starts the services that both tasks use, with the runs of an hour and a domain that is about to be released, and
 * returns how to try the tools with them.
 */
export async function serveServices(): Promise<string[]> {
  const buildAuth = Buffer.from(`:${token}`).toString("base64");
  const service = await startBuildService({
    runs: plausibleRuns(1, Date.now(), 20),
    authorizations: [`Basic ${buildAuth}`],
  });
  const chat = await startChat();
  const registrar = await startRegistrar({
    domains: [{ name: domain, released: (_, checks) => checks >= 2 }],
    now: Date.now,
  });
  // Nothing leaves this machine, so the registry is simulated, too.
  const rdap = await startRdap({ [domain]: () => undefined }, Date.now);
  const { base, key, secret } = registrar.environments.production;
  showPosts(chat.texts);
  const settings = {
    AZURE_DEVOPS_EXT_PAT: token,
    WEBHOOK_URL: chat.webhook.href,
    REGISTRAR_API_KEY: key,
    REGISTRAR_API_SECRET: secret,
  };
  const file = join(root, "reports", "sandbox.env");
  mkdirSync(join(root, "reports"), { recursive: true });
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `export ${name}='${value}'\n`)
      .join(""),
  );
  const [monitor, register] = ["PipelineMonitor", "DomainRegister"].map(
    (task) => `node ${join("dist", "tasks", task, "index.js")}`,
  );
  return [
    `Build service:  ${service.address.href} (organization ${service.organization}, project ${service.project})`,
    `Chat:           ${chat.webhook.href} (its messages appear here)`,
    `Registrar:      ${base.href} (${domain} is released at the second check)`,
    "",
    "In another terminal:",
    `  source ${file}`,
    `  ${monitor} --init /tmp/monitor.json --organization ${service.organization} --project "${service.project}" --url_base ${service.address.href}`,
    `  ${monitor} --test-message --configFile /tmp/monitor.json`,
    `  ${monitor} --explain /tmp/monitor.json`,
    `  ${monitor} /tmp/monitor.json  (posts its report if test_flag is false)`,
    `  ${register} ${domain} --apiUrl ${base.href} --rdapUrl ${rdap.server.href}`,
    "",
    "Outside a pipeline there is no last report: the monitor does not greet, and repeats every problem.",
  ];
}

/** The chat keeps what it gets; this prints it as it comes. */
function showPosts(texts: string[]): void {
  setInterval(() => {
    for (const text of texts.splice(0)) console.log(`\n#operations\n${text}`);
  }, 500);
}
