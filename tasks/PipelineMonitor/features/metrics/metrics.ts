import * as v from "valibot";
import { allRecords, runsIn } from "../../../../shared/azure-devops/records";
import { memberAt } from "../../../../shared/json/path";
import { finiteNumber } from "../../../../shared/json/schema";
import { remembersReports } from "../../config/problems";
import { decoded } from "../../config/schema";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { withinBudget } from "../../issue/context";
import type { OptionalStage } from "../../issue/stage";
import { countedFrom, countMetrics } from "./count";
import { readMetricsTarget, sendMetrics } from "./send";

const notCounted = "Sent no metrics, because the next report could count the same runs again.";

/** Sends figures of all runs to a service that takes OpenTelemetry metrics. */
export const metrics = metricsBy(sendMetrics);

export function metricsBy(send: typeof sendMetrics) {
  return feature({
    name: "metrics",
    keys: {
      metrics: optional(v.boolean("true or false"), "Send figures of all runs to an OpenTelemetry service.", {
        default: false,
        example: true,
        page: "metrics.md",
      }),
    },
    entryKeys: {},
    memory: { metricsUntil: v.optional(finiteNumber) },
    // Windows of an hour overlap, so that a run would be counted twice.
    problems: (value) =>
      memberAt(value, ["metrics"]) === true && !remembersReports(value)
        ? ['metrics: count each run once; add "window": "since_last_report"']
        : [],
    inputs: (keys, { reader, agent, posts }) =>
      posts && keys.metrics === true ? readMetricsTarget(reader, agent) : undefined,
    read: ({ keys, config, inputs: target }) =>
      keys.metrics === true
        ? {
            open: ({ memory: { metricsUntil }, keep, own }) => ({
              finds: [
                {
                  ...activeRuns,
                  since: (window) => countedFrom(window, metricsUntil ?? Number.POSITIVE_INFINITY),
                },
              ],
              after: {
                name: "metrics",
                async run({ report, isRemembered, past }, context) {
                  if (target === undefined) return "done";
                  if (!isRemembered) {
                    context.agent.print(notCounted);
                    return "done";
                  }
                  const counted = countMetrics(report.projects, metricsUntil, context.agent.sanitize, past);
                  // What may have arrived is not sent again, even if the step is cancelled.
                  keep({ metricsUntil: counted.until });
                  const resource = {
                    "service.name": "pipeline-monitor",
                    "service.namespace": decoded(config.keys.organization),
                    // Two monitors of a project have series of their own.
                    "service.instance.id": own?.tag ?? "",
                  };
                  await send(counted, target, resource, context);
                  return "done";
                },
              },
            }),
          }
        : undefined,
  });
}

/** Lists the runs that wait or run now, unless the check for stuck runs has. */
export const activeRuns: OptionalStage = {
  name: "active runs",
  isEnabled: ({ active }) => active === undefined,
  async run(report, context) {
    const active = await withinBudget(context, async (signal) =>
      runsIn(await allRecords(context.service.unfinishedRuns(signal))),
    );
    return { ...report, active };
  },
};
