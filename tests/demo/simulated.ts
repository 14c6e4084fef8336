import type { SandboxAgent, StepResult } from "../sandbox/agent";
import { demonstrateMonitor, demonstratePurchase } from "./demonstration";
import { eventfulConfig, eventfulHour, eventfulMoment } from "./eventful-hour";
import type { EveryChat } from "./every-chat";
import type { Options } from "./options";
import { withoutTargets } from "./project";
import { markSimulated, saveChats, saveHub, saveReports, showStep, withoutLinks } from "./show";

/** Runs both packaged tasks against simulated services; with an action or a configuration, only the monitor. */
export async function showSimulated(agent: SandboxAgent, options: Options): Promise<void> {
  const isAll = options.action === undefined && options.config === undefined;
  const { action = "monitor" } = options;
  const { step, service } = await runMonitor(agent, options);
  if (options.config === undefined) console.log(onPurpose);
  console.log(
    `The simulated build service was on ${service.origin}. Its links are shortened here. The log has the message as Slack shows it, then a line for each problem.\n`,
  );
  showStep("PipelineMonitor", step, withoutLinks);
  saveReports([step, ...(isAll ? [await showPurchase(agent)] : [])], markSimulated);
  if (action === "monitor" || action === "testMessage")
    await saveChats(async (chats) => void (await runMonitor(agent, options, chats)), markSimulated);
  if (!isAll) return;
  await saveHub();
  console.log(next);
}

const onPurpose =
  "The simulated hour has these problems: agent build-07 is lost; a disk is full; a variable is missing; one run is stuck in " +
  "the queue and one while running; the pipeline stock levels misses a run and is close to its weekly limit. The monitor runs the failed jobs of price feed again.";

const next =
  "\nNext: `npm start -- --organization https://dev.azure.com/NAME --project NAME` shows the same for your project, and " +
  "posts nothing. docs/monitor/quickstart.md sets the monitor up.";

function runMonitor(agent: SandboxAgent, { action, config }: Options, chats?: EveryChat) {
  const now = eventfulMoment(Date.now());
  return demonstrateMonitor(agent, { runs: eventfulHour(now) }, "slack", {
    clockStartsAt: now,
    furtherKeys: config === undefined ? eventfulConfig : withoutTargets(config),
    ...(action === undefined ? {} : { action }),
    hasReported: true,
    chats,
  });
}

async function showPurchase(agent: SandboxAgent): Promise<StepResult> {
  const { step, service, charges } = await demonstratePurchase(agent);
  console.log(
    `\nThe simulated registrar was on ${service.origin}; a domain was about to be released. The registrar first says ` +
      "twice, wrongly, that it is available.\n",
  );
  showStep("DomainRegister", step, withoutLinks);
  for (const line of charges) console.log(line);
  return step;
}
