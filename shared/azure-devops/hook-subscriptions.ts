import * as v from "valibot";
import { urlBelow } from "../http/url";
import { parsedBy } from "../json/schema";
import { parseList } from "./lists";
import type { Project } from "./requests";

/** A subscription of a service hook that calls a URL when a run has completed. */
export type HookSubscription = NonNullable<ReturnType<typeof parseHookSubscription>>;

/**
 * Those of all projects, whatever their publisher is called: `tfs` in clients and older pages, `azure-devops` in pages from 2024 on.
 * The version of the list of runs is none of this list.
 */
const query = "eventType=build.complete&consumerId=webHooks&consumerActionId=httpRequest&api-version=5.0";

export function readHookSubscriptions({ project, json }: Project) {
  return {
    /** The service hooks of the organization that call a URL when a run has completed. Takes a permission that few identities have. */
    hookSubscriptions(signal: AbortSignal) {
      const url = urlBelow(new URL(".", project), ["_apis", "hooks", "subscriptions"], query);
      return json({ url, signal }, (body) =>
        parseList(body).flatMap((entry) => parseHookSubscription(entry) ?? []),
      );
    },
  };
}

/** In the order of the service's own enumeration, by tens. Public clients show the numbers, the service sends the names. */
const statuses = [
  "enabled",
  "onProbation",
  "disabledByUser",
  "disabledBySystem",
  "disabledByInactiveIdentity",
];

const text = v.fallback(v.string(), "");
const inputs = { projectId: text, definitionName: text, buildStatus: text };
const subscriptionSchema = v.object({
  status: v.fallback(
    v.union([
      v.string(),
      v.pipe(
        v.number(),
        v.transform((number) => statuses[number / 10] ?? ""),
      ),
    ]),
    "",
  ),
  publisherInputs: v.fallback(v.object(inputs), { projectId: "", definitionName: "", buildStatus: "" }),
  consumerInputs: v.fallback(v.object({ url: text }), { url: "" }),
});

/** Undefined if it is no object. */
export function parseHookSubscription(entry: unknown) {
  const parsed = parsedBy(subscriptionSchema, entry);
  if (parsed === undefined) return undefined;
  const { status, publisherInputs, consumerInputs } = parsed;
  const { projectId, definitionName, buildStatus } = publisherInputs;
  // Public reports end the name with a slash, too.
  const webhookPath = /\/_apis\/public\/distributedtask\/webhooks\/([^/?#]+)/i;
  return {
    /** Such as enabled, onProbation or disabledBySystem; empty if the service does not tell. */
    status,
    /** The project whose runs it is about; empty if it is unknown. */
    projectId: projectId.toLowerCase(),
    /** The name of the pipeline whose runs it is about, and the result of the runs for which it calls; empty for all. */
    definitionName,
    buildStatus,
    /** The name of the incoming webhook that it calls; undefined if it calls something else. */
    webhook: webhookPath.exec(consumerInputs.url)?.[1],
  };
}
