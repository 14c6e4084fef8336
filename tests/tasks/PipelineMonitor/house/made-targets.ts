import type { Pager } from "../../../../shared/paging/delivery";
import type { Feature } from "../../../../tasks/PipelineMonitor/feature";
import { features } from "../../../../tasks/PipelineMonitor/features";
import { paging, pagingBy } from "../../../../tasks/PipelineMonitor/features/paging/paging";
import { routes, routesBy } from "../../../../tasks/PipelineMonitor/features/routes/routes";
import type { Channel } from "../../../../tasks/PipelineMonitor/targets/channel";

/** All features, of which those with targets open some that are made by hand: a channel for a name, and a paging service. */
export function featuresWith(
  channel: (name: string) => Channel,
  pager: Pick<Pager, "open" | "close">,
): Feature[] {
  const made = new Map<Feature, Feature>([
    [routes, routesBy(({ name }) => channel(name))],
    [paging, pagingBy(() => ({ ...pager, dispose: () => undefined }))],
  ]);
  return features.map((one) => made.get(one) ?? one);
}
