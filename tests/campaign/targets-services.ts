import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxAgent, Step } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import { startChat } from "../sandbox/chat";
import { makeAuthority } from "../sandbox/identity";
import type { LoopbackServer, Reply } from "../sandbox/loopback";
import { pagingKey, pagingRules, startPaging } from "../sandbox/paging";
import { startProxy } from "../sandbox/proxy";
import { memoryFaults } from "./alerts-world";
import {
  pager,
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

/** A target, and what has taken effect there, in order. */
export interface PlayedTarget {
  name: TargetName;
  server: LoopbackServer;
  effects: readonly string[];
}

/** The targets besides the step's own webhook, and what a step is given to reach them. */
export interface FurtherTargets extends Required<Pick<Step, "variables" | "secrets" | "env">> {
  targets: readonly PlayedTarget[];
  /** The titles of the open alerts. */
  open(): string[];
  /** Requests that the documentation of the paging service does not describe. */
  violations: readonly string[];
  close(): Promise<unknown>;
}

/** Starts a chat for each route, and a paging service to which only a proxy leads. */
export async function startTargets(
  { paging, routes }: TargetsScript,
  agent: SandboxAgent,
): Promise<FurtherTargets> {
  const authority = await makeAuthority("Company");
  const caFile = join(agent.sourcesFolder, "..", "company.pem");
  writeFileSync(caFile, authority.cert);
  const kind = paging?.kind ?? "pagerduty";
  const { host } = pagingRules[kind];
  const pages = await startPaging(kind, await authority.issue(host));
  const proxy = await startProxy("u", "p", new Map([[`${host}:443`, pages.address]]));
  const names = routeNames.slice(0, routes.length);
  const chats = await Promise.all(names.map(async (name) => ({ name, ...(await startChat()) })));
  return {
    targets: [
      ...chats.map(({ name, ...server }) => ({ name, server, effects: server.texts })),
      { name: pager, server: pages, effects: pages.events },
    ],
    variables: { "Agent.CAInfo": caFile },
    secrets: {
      PAGER_KEY: pagingKey,
      ...Object.fromEntries(chats.map(({ name, webhook }) => [name, webhook.href])),
    },
    env: {
      ...{ PAGER: "$(PAGER_KEY)", HTTPS_PROXY: `http://u:p@${proxy.address.host}` },
      ...Object.fromEntries(names.map((name) => [name, `$(${name})`])),
    },
    violations: pages.violations,
    open: () => [...pages.open.values()],
    close: () => Promise.all([pages, proxy, ...chats].map((one) => one.close())),
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
export function misbehave(hour: TargetsHour, service: SandboxBuildService, targets: readonly PlayedTarget[]) {
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
