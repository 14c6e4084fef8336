import { shownPath } from "../../../../shared/json/path";
import { fingerprint } from "../../config/fingerprint";
import { feature } from "../../feature";
import { openChannel } from "../../targets/channel";
import { chatTarget } from "../../targets/chat";
import { routeKeys, routeMembers } from "./keys";
import { routeOf, routesFor } from "./route";
import { routeProblems } from "./rules";
import { readRouteWebhooks } from "./webhooks";

/** Sends the issues of some pipelines to other chats. */
export const routes = routesBy(openChannel);

export function routesBy(open: typeof openChannel) {
  return feature({
    name: "routes",
    keys: routeKeys,
    entryKeys: {},
    memory: {},
    // A route keeps what it takes from the step's own webhook.
    objects: [{ path: ["routes", "*"], members: routeMembers, isSilencing: true }],
    problems: routeProblems,
    inputs: ({ routes = [] }, step) => readRouteWebhooks(routes, step),
    read: ({ keys, config: { pipelines }, inputs }) =>
      keys.routes && { routes: keys.routes.map(routeOf), pipelines, webhooks: inputs },
    targets: ({ routes, pipelines, webhooks }, { ownRun }, task) =>
      routes.map((route, index) => {
        const { variable: name, chatFormat } = route;
        const setIn = { url: name, product: shownPath(["routes", String(index), "chat_format"]) };
        const webhook = webhooks?.get(name);
        const channel = open({ name, webhook, chatFormat, setIn, ownRun }, task);
        // Nothing is posted without its webhook.
        return chatTarget(fingerprint(["route", webhook?.href ?? name]), name, channel, (pipeline) =>
          routesFor(routes, pipelines, pipeline).includes(route),
        );
      }),
  });
}
