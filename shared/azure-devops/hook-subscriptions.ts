import * as v from "valibot";

/** A subscription of a service hook that calls a URL when a run has completed. */
export interface HookSubscription {
  /** Such as enabled, onProbation or disabledBySystem; empty if the service does not tell. */
  status: string;
  /** The project whose runs it is about; empty if it is unknown. */
  projectId: string;
  /** The name of the pipeline whose runs it is about; empty for all. */
  definitionName: string;
  /** The result of the runs for which it calls; empty for all. */
  buildStatus: string;
  /** The name of the incoming webhook that it calls; undefined if it calls something else. */
  webhook: string | undefined;
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
export function parseHookSubscription(entry: unknown): HookSubscription | undefined {
  const parsed = v.safeParse(subscriptionSchema, entry);
  if (!parsed.success) return undefined;
  const { status, publisherInputs, consumerInputs } = parsed.output;
  const { projectId, ...about } = publisherInputs;
  return { status, projectId: projectId.toLowerCase(), ...about, webhook: webhookIn(consumerInputs.url) };
}

/** Public reports end the name with a slash, too. */
function webhookIn(url: string): string | undefined {
  return /\/_apis\/public\/distributedtask\/webhooks\/([^/?#]+)/i.exec(url)?.[1];
}
