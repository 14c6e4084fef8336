import * as v from "valibot";
import { type Run, runsIn } from "../../../../shared/azure-devops/records";
import { memberAt } from "../../../../shared/json/path";
import { finiteNumber } from "../../../../shared/json/schema";
import type { Config } from "../../config/parse";
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
    inputs: (keys, step) => (step.posts && keys.metrics === true ? readMetricsTarget(step) : undefined),
    read: ({ keys, config, inputs: target }) => {
      if (keys.metrics !== true) return undefined;
      return {
        open({ memory: { metricsUntil }, keep, own }) {
          const active = new Map<Config, readonly Run[]>();
          return {
            finds: [
              {
                ...activeRuns(active),
                since: (window) => countedFrom(window, metricsUntil ?? Number.POSITIVE_INFINITY),
              },
            ],
            after: {
              name: "metrics",
              async run({ report, isKept, past }, context) {
                if (target === undefined) return "done";
                if (!isKept) {
                  context.agent.print(notCounted);
                  return "done";
                }
                const { sanitize } = context.agent;
                const counted = countMetrics(report.projects, metricsUntil, sanitize, past, active);
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
          };
        },
      };
    },
  });
}

/** Notes the runs that wait or run now, by the configurations of their projects. */
function activeRuns(active: Map<Config, readonly Run[]>): OptionalStage {
  return {
    name: "active runs",
    async run(report, context) {
      const records = await withinBudget(context, context.unfinishedRuns);
      active.set(report.config, runsIn(records));
      return report;
    },
  };
}
