import type { TaskContext } from "../../../shared/agent/task";
import { setByInputs } from "../../../shared/chat/delivery";
import { shownPath } from "../../../shared/json/path";
import { createPager, type Pager } from "../../../shared/paging/delivery";
import { pagingServices } from "../../../shared/paging/services";
import { fingerprint } from "../config/fingerprint";
import { routesFor } from "../config/routes";
import type { Setup } from "../config/setup";
import { ownTarget } from "../issue/ledger";
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
    const setIn = { url: variable, product: shownPath(["routes", String(index), "chat_format"]) };
    const webhook = routeWebhooks.get(variable);
    const channel = openChannel({ name: variable, webhook, chatFormat, setIn, ownRun }, task);
    // The name of a variable lasts while its secret changes.
    return chatTarget(fingerprint(["route", variable]), variable, channel, (pipeline) =>
      routesFor(config, pipeline).includes(route),
    );
  });
}

function openPaging({ config, pagingKey }: Setup, { agent, clock }: TaskContext): Target[] {
  const { paging, pipelines } = config;
  if (paging === undefined) return [];
  const { kind, variable, severities, region, source } = paging;
  const service = pagingServices[kind];
  const pager = createPager(
    service,
    { key: pagingKey, setIn: variable, region, source },
    agent.network,
    clock,
  );
  const takes = (pipeline: string | undefined) =>
    severities.includes(pipeline === undefined ? "normal" : pipelines.entryFor(pipeline).importance);
  return [pagingTarget(fingerprint(["paging", kind, variable]), service.product, pager, takes)];
}

export function pagingTarget(id: string, name: string, pager: Pager, takes: Target["takes"]): Target {
  return {
    ...{ id, name, kind: "pager", takes, isMention: () => false, opensLogPages: true },
    tell: (telling, context) => page({ id, name, pager }, telling, context),
    dispose: () => pager.dispose(),
  };
}
