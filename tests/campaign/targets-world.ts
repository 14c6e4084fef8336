import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runMonitor } from "../packaged/extras-stage";
import { buildAuth, withStage } from "../packaged/monitor-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import { type SandboxChat, startChat } from "../sandbox/chat";
import { makeAuthority } from "../sandbox/identity";
import type { LoopbackServer, Reply } from "../sandbox/loopback";
import { pagingKey, pagingRules, startPaging } from "../sandbox/paging";
import { startProxy } from "../sandbox/proxy";
import { sketchRun } from "../sandbox/runs";
import { memoryFaults } from "./alerts-world";
import { memoryAt, type PlayedRun, runsOf, startOf, type TargetsMemory } from "./targets-oracle";
import {
  own,
  pager,
  pipelineNames,
  routeNames,
  type TargetName,
  type TargetsHour,
  type TargetsScript,
  type Trouble,
} from "./targets-script";

/** A request as a target received it. */
export interface Received {
  body: string;
  /** The message that a chat shows, or what became of an alert; undefined if the request took no effect. */
  effect: string | undefined;
  isConfirmed: boolean;
}

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

/** What is to be judged when all is over. */
export interface PlayedTargets {
  script: TargetsScript;
  runs: readonly PlayedRun[];
  steps: readonly TargetsStep[];
}

/** A target, and what has taken effect there, in order. */
interface PlayedTarget {
  name: TargetName;
  server: LoopbackServer;
  effects: readonly string[];
}

const startUpSeconds = 25;
const firstOwnId = 900;

/** Plays a script with the packaged task, hour after hour, and hands what came of it to the judge. */
export async function playTargets(
  script: TargetsScript,
  agent: SandboxAgent,
  judge: (played: PlayedTargets) => void,
): Promise<void> {
  const authority = await makeAuthority("Company");
  const caFile = join(agent.sourcesFolder, "..", "company.pem");
  writeFileSync(caFile, authority.cert);
  const { host } = pagingRules[script.paging?.kind ?? "pagerduty"];
  const paging = await startPaging(script.paging?.kind ?? "pagerduty", await authority.issue(host));
  const proxy = await startProxy("u", "p", new Map([[`${host}:443`, paging.address]]));
  const chats = await Promise.all(script.routes.map(() => startChat()));
  const secrets = { PAGER_KEY: pagingKey, ...byRoute(chats, ({ webhook }) => webhook.href) };
  const access = {
    variables: { "Agent.CAInfo": caFile },
    secrets,
    env: {
      ...{
        BUILD_AUTH: "$(BUILD_AUTH)",
        PAGER: "$(PAGER_KEY)",
        HTTPS_PROXY: `http://u:p@${proxy.address.host}`,
      },
      ...byRoute(chats, (_, name) => `$(${name})`),
    },
  };
  try {
    await withStage(agent, { config: configOf(script) }, async (service, chat) => {
      const targets: PlayedTarget[] = [
        { name: own, server: chat, effects: chat.texts },
        ...chats.flatMap((server, index) => {
          const name = routeNames[index];
          return name === undefined ? [] : [{ name, server, effects: server.texts }];
        }),
        { name: pager, server: paging, effects: paging.events },
      ];
      const runs = runsOf(script);
      const steps: TargetsStep[] = [];
      for (const [index, hour] of script.hours.entries()) {
        const start = startOf(script, index);
        for (const run of runs) if (run.finish <= start) service.put(recordOf(run));
        const received = misbehave(hour, service, targets);
        const requests = () =>
          service.requests.length + targets.flatMap(({ server }) => server.requests).length;
        const until = requests() + hour.endsAfterRequests;
        const isReached = () => requests() >= until;
        const result = await runMonitor(agent, service, chat, {
          ...{ id: firstOwnId + index, startedAt: start * 1000, startUpSeconds },
          vanishes: hour.ending === "killed" || hour.ending === "vanished",
          losesAttachments: hour.ending === "unattached",
          variables: access.variables,
          step: {
            env: access.env,
            secrets: { ...secrets, BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href },
            ...(hour.ending === "killed" ? { killWhen: isReached } : {}),
            ...(hour.ending === "cancelled" ? { cancelWhen: isReached } : {}),
          },
        });
        for (const { faults } of [service, ...targets.map(({ server }) => server)]) faults.splice(0);
        const isSaved = hour.ending !== "killed" && hour.ending !== "vanished";
        steps.push({
          ...memoryAt(hour, steps, start + startUpSeconds),
          ...{ hour, start, now: start + startUpSeconds, result, received },
          isTagged: isSaved && result.tags.length > 0,
          open: [...paging.open.values()],
        });
      }
      judge({ script, runs, steps });
    });
  } finally {
    await Promise.all([paging, proxy, ...chats].map((one) => one.close()));
  }
}

function byRoute(chats: readonly SandboxChat[], textOf: (chat: SandboxChat, name: string) => string) {
  return Object.fromEntries(
    chats.map((chat, index) => [routeNames[index], textOf(chat, String(routeNames[index]))]),
  );
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

const troubles: Readonly<Record<Trouble["kind"], (healthy: () => Reply) => Reply>> = {
  refused: () => ({ status: 400 }),
  broken: () => ({ status: 503 }),
  busy: () => ({ status: 429, headers: { "retry-after": "20" } }),
  closed: () => ({ ending: "reset" }),
  dropped(healthy) {
    healthy();
    return { ending: "reset" };
  },
  late(healthy) {
    healthy();
    return { ending: "hang" };
  },
};

/** Makes the services of an hour behave as the script says. Returns what the targets receive. */
function misbehave(hour: TargetsHour, service: SandboxBuildService, targets: readonly PlayedTarget[]) {
  service.faults.push(...memoryFaults(hour));
  const received = new Map(targets.map(({ name }) => [name, [] as Received[]]));
  for (const { name, server, effects } of targets)
    server.faults.push({
      when: () => true,
      reply({ body }, healthy) {
        const all = received.get(name) ?? [];
        const trouble = hour.trouble[name];
        const isStruck = trouble !== undefined && all.length < trouble.times;
        const before = effects.length;
        const reply = isStruck ? troubles[trouble.kind](healthy) : healthy();
        all.push({ body, effect: effects[before], isConfirmed: !isStruck });
        return reply;
      },
    });
  return received;
}
