import type { TaskContext } from "../../../shared/agent/task";
import { setByInputs, type Webhook } from "../../../shared/chat/delivery";
import { shownPath } from "../../../shared/json/path";
import { createPager, type Pager } from "../../../shared/paging/delivery";
import { pagingServices } from "../../../shared/paging/services";
import { fingerprint } from "../config/fingerprint";
import type { Paging } from "../config/paging";
import { routesFor } from "../config/routes";
import { ownTarget } from "../issue/ledger";
import type { Setup } from "../setup";
import { type Channel, openChannel } from "./channel";
import { tellChat } from "./chat";
import { page } from "./pager";
import type { Target } from "./target";

/** The step's own webhook, the routes, and the paging service if there is one. */
export interface Targets {
  own: Target & Channel;
  others: readonly Target[];
}

/** The caller must call `dispose` of each. */
export function openTargets(setup: Setup, task: TaskContext): Targets {
  const { config, webhook, chatFormat, ownRun } = setup;
  const channel = openChannel({ name: "", webhook, chatFormat, setIn: setByInputs, ownRun }, task);
  const own = chatTarget(ownTarget, "", channel, (pipeline) => routesFor(config, pipeline).length === 0);
  return { own, others: [...openRoutes(setup, task), ...openPaging(setup, task)] };
}

export function chatTarget(
  id: string,
  name: string,
  channel: Channel,
  takes: Target["takes"],
): Target & Channel {
  const { form, post } = channel;
  return {
    ...channel,
    ...{ id, name, kind: "chat", takes },
    tell: (telling, context) => tellChat({ name, form, post }, telling, context),
  };
}

function openRoutes({ config, routeWebhooks, ownRun }: Setup, task: TaskContext): Target[] {
  return config.routes.map((route, index) => {
    const { variable, chatFormat } = route;
    const setIn = setByRoute(variable, index);
    const webhook = routeWebhooks.get(variable);
    const channel = openChannel({ name: variable, webhook, chatFormat, setIn, ownRun }, task);
    // The name of a variable lasts while its secret changes.
    return chatTarget(fingerprint(["route", variable]), variable, channel, (pipeline) =>
      routesFor(config, pipeline).includes(route),
    );
  });
}

/** Where a configuration sets a route's webhook. */
export function setByRoute(variable: string, index: number): Webhook["setIn"] {
  return { url: variable, product: shownPath(["routes", String(index), "chat_format"]) };
}

function openPaging({ config, pagingKey }: Setup, task: TaskContext): Target[] {
  const { paging, pipelines } = config;
  if (paging === undefined) return [];
  const { kind, variable, severities } = paging;
  const pager = openPager(paging, pagingKey, task);
  const takes = (pipeline: string | undefined) =>
    severities.includes(pipeline === undefined ? "normal" : pipelines.entryFor(pipeline).importance);
  const { product } = pagingServices[kind];
  return [pagingTarget(fingerprint(["paging", kind, variable]), product, pager, takes)];
}

/** The caller must call `dispose`. */
export function openPager(
  { kind, variable, region, source }: Paging,
  key: string,
  { agent, clock }: TaskContext,
): Pager {
  const account = { key, setIn: variable, region, source };
  return createPager(pagingServices[kind], account, agent.network, clock);
}

export function pagingTarget(id: string, name: string, pager: Pager, takes: Target["takes"]): Target {
  return {
    ...{ id, name, kind: "pager", takes, isMention: () => false, opensLogPages: true },
    tell: (telling, context) => page({ id, name, pager }, telling, context),
    dispose: () => pager.dispose(),
  };
}
