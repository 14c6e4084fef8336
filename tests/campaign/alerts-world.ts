import { type MonitorRun, runMonitor } from "../packaged/extras-stage";
import { withStage } from "../packaged/monitor-stage";
import type { SandboxAgent } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { alertsConfig } from "./alerts-config";
import { type AlertsStep, type EndedStep, withMemory } from "./alerts-memory";
import { firstOwnId, type PlayedRun, recordAt, runsOf, startOf, startUpSeconds } from "./alerts-runs";
import type { AlertsScript, MonitoredHour } from "./alerts-script";

export interface PlayedAlerts {
  script: AlertsScript;
  /** The oldest first. */
  runs: PlayedRun[];
  steps: AlertsStep[];
}

/** Plays a script with the packaged task, hour after hour, and hands what came of it to the judge. */
export async function playAlerts(
  script: AlertsScript,
  agent: SandboxAgent,
  judge: (played: PlayedAlerts) => void,
): Promise<void> {
  const runs = runsOf(script);
  const steps: AlertsStep[] = [];
  const options = {
    config: alertsConfig(script),
    service: { moreProjects: { Shop: [] } },
    chatProduct: script.product,
  };
  await withStage(agent, options, async (service, chat) => {
    for (const [index, hour] of script.hours.entries()) {
      const start = startOf(script, hour, index);
      for (const run of runs) {
        const record = recordAt(start, run);
        if (record !== undefined) service.put(record, run.project);
      }
      const parts = { script, hour, id: firstOwnId + index, start };
      const step = await playHour(parts, agent, service, chat);
      steps.push(withMemory(step, steps, script));
    }
  });
  judge({ script, runs, steps });
}

interface HourParts {
  script: AlertsScript;
  hour: MonitoredHour;
  id: number;
  start: number;
}

async function playHour(
  { script, hour, id, start }: HourParts,
  agent: SandboxAgent,
  service: SandboxBuildService,
  chat: SandboxChat,
): Promise<EndedStep> {
  const { ending, killedAfterRequests, partsTaken } = hour;
  const [requestsBefore, textsBefore] = [service.requests.length, chat.texts.length];
  const requests = () => service.requests.length + chat.requests.length;
  const until = requests() + killedAfterRequests;
  service.faults.push(...serviceFaults(hour));
  chat.faults.push({
    when: () => ending === "refused" && chat.texts.length - textsBefore >= partsTaken,
    reply: { status: 400 },
  });
  const run: MonitorRun = {
    id,
    startedAt: start * 1000,
    startUpSeconds,
    vanishes: ending === "killed" || ending === "vanished",
    losesAttachments: ending === "unattached",
    step: {
      inputs: { chatFormat: script.product },
      ...(ending === "killed" ? { killWhen: () => requests() >= until } : {}),
    },
  };
  const result = await runMonitor(agent, service, chat, run);
  for (const { faults } of [service, chat]) faults.splice(0);
  return {
    ...{ hour, start, now: start + startUpSeconds, result },
    texts: chat.texts.slice(textsBefore),
    requests: service.requests.slice(requestsBefore).map(({ target }) => target),
  };
}

/** How the service misbehaves in an hour. */
function serviceFaults({ shopIsUnreadable, list, ...hour }: MonitoredHour) {
  return [
    ...memoryFaults(hour),
    ...faultsIf([
      [shopIsUnreadable, /\/Shop\//, { status: 403 }],
      [list === "withoutShop", /\/_apis\/projects$/, json({ count: 1, value: [{ name: "Night Shift" }] })],
      [list === "refused", /\/_apis\/projects$/, { status: 401 }],
      [list === "page", /\/_apis\/projects$/, { status: 203, body: "<html>Sign in</html>" }],
    ]),
  ];
}

/** How the service misbehaves when it is asked what earlier reports told. */
export function memoryFaults({ memory }: Pick<MonitoredHour, "memory">) {
  return faultsIf([
    [memory === "refused", /\/attachments\//, { status: 500 }],
    [memory === "corrupt", /\/attachments\/[^/]+\/[^/]+$/, json({ version: 2, problems: [] })],
  ]);
}

function faultsIf(faults: readonly [isOn: boolean, path: RegExp, reply: Reply][]) {
  return faults.map(([isOn, path, reply]) => ({
    when: (request: ReceivedRequest) => isOn && path.test(request.path),
    reply,
  }));
}
