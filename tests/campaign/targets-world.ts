import assert from "node:assert/strict";
import { runMonitor } from "../packaged/extras-stage";
import { buildAuth, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { sketchRun } from "../sandbox/runs";
import { firstOwnId, startUpSeconds } from "./alerts-runs";
import { memoryAt, type PlayedRun, runsOf, startOf, type TargetsMemory } from "./targets-oracle";
import {
  own,
  pipelineNames,
  routeNames,
  type TargetName,
  type TargetsHour,
  type TargetsScript,
} from "./targets-script";
import { type FurtherTargets, misbehave, type Received, startTargets } from "./targets-services";

/** One run of the monitor's pipeline, as it ended and as the targets saw it. Times are in seconds since 1970. */
export interface TargetsStep extends TargetsMemory {
  hour: TargetsHour;
  start: number;
  now: number;
  result: StepResult;
  /** Whether its run shows that it left something to later ones. */
  isTagged: boolean;
  received: ReadonlyMap<TargetName, readonly Received[]>;
  /** The titles of the alerts that are open after it. */
  open: readonly string[];
}

export interface PlayedTargets {
  script: TargetsScript;
  runs: readonly PlayedRun[];
  steps: readonly TargetsStep[];
}

/** Plays a script with the packaged task, hour after hour, and hands what came of it to the judge. */
export async function playTargets(
  script: TargetsScript,
  agent: SandboxAgent,
  judge: (played: PlayedTargets) => void,
): Promise<void> {
  const further = await startTargets(script, agent);
  const runs = runsOf(script);
  const steps: TargetsStep[] = [];
  try {
    await withStage(agent, { config: configOf(script) }, async (service, chat) => {
      for (const [index, hour] of script.hours.entries()) {
        const start = startOf(script, index);
        for (const run of runs) if (run.finish <= start) service.put(recordOf(run));
        const played = await playHour({ hour, id: firstOwnId + index, start, service, chat, further }, agent);
        steps.push({ ...memoryAt(hour, steps, start + startUpSeconds), ...played });
      }
    });
  } finally {
    await further.close();
  }
  assert.deepEqual(further.violations, []);
  judge({ script, runs, steps });
}

interface HourParts {
  hour: TargetsHour;
  id: number;
  start: number;
  service: SandboxBuildService;
  chat: SandboxChat;
  further: FurtherTargets;
}

async function playHour(
  { hour, id, start, service, chat, further }: HourParts,
  agent: SandboxAgent,
): Promise<Omit<TargetsStep, keyof TargetsMemory>> {
  const { ending, endsAfterRequests } = hour;
  const targets = [{ name: own, server: chat, effects: chat.texts } as const, ...further.targets];
  const servers = [service, ...targets.map(({ server }) => server)];
  const received = misbehave(hour, service, targets);
  const requests = () => servers.reduce((count, server) => count + server.requests.length, 0);
  const until = requests() + endsAfterRequests;
  const isReached = () => requests() >= until;
  const isLost = ending === "killed" || ending === "vanished";
  const result = await runMonitor(agent, service, chat, {
    ...{ id, startedAt: start * 1000, startUpSeconds, variables: further.variables },
    ...{ vanishes: isLost, losesAttachments: ending === "unattached" },
    step: {
      env: { BUILD_AUTH: "$(BUILD_AUTH)", ...further.env },
      secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, ...further.secrets },
      ...(ending === "killed" ? { killWhen: isReached } : {}),
      ...(ending === "cancelled" ? { cancelWhen: isReached } : {}),
    },
  });
  for (const { faults } of servers) faults.splice(0);
  const isTagged = !isLost && result.tags.length > 0;
  return { hour, start, now: start + startUpSeconds, result, received, isTagged, open: further.open() };
}

function recordOf({ id, pipeline, isFailure, finish }: PlayedRun) {
  return sketchRun(finish * 1000, {
    ...{ id, pipeline, definitionId: pipelineNames.indexOf(pipeline) + 1 },
    ...{ finishedSecondsAgo: 0, runSeconds: 60, logs: [], ...(isFailure ? { result: "failed" } : {}) },
  });
}

/** The keys of the configuration that a script gives. */
function configOf({ entries, routes, paging, afterFailures, businessHours }: TargetsScript) {
  const [from, until] = (businessHours ?? []).map((hour) => `${hour}:00`.padStart(5, "0"));
  return {
    ...{ notify: "changes", run_ct_min: -1 },
    ...(businessHours === undefined ? {} : { business_hours: `Sun-Sat ${from}-${until}` }),
    ...(afterFailures === 1 ? {} : { history: 50 }),
    pipelines: {
      default: {
        max_proc_time: 900,
        min_proc_time: 30,
        ...(afterFailures === 1 ? {} : { after_failures: afterFailures }),
      },
      ...Object.fromEntries(pipelineNames.map((name, index) => [name, entries[index]])),
    },
    ...(routes.length === 0
      ? {}
      : { routes: routes.map((route, index) => ({ ...route, webhook: routeNames[index] })) }),
    ...(paging === undefined
      ? {}
      : {
          paging: {
            ...paging,
            key: "PAGER",
            ...(paging.kind === "incidentio" ? { source: "01GW2G3V0S59R238FAHPDS1R66" } : {}),
          },
        }),
  };
}
