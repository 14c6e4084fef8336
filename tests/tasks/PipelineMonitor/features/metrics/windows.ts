import type { Metrics } from "../../../../../tasks/PipelineMonitor/features/metrics/body";
import { sinceLast, type Window } from "../../../../../tasks/PipelineMonitor/issue/window";

/** The window of a monitor's report at a second since 1970, an hour after its last one but for what is changed. */
export function window(now: number, last: { until: number } | undefined = { until: now - 3600 }): Window {
  return sinceLast(now * 1000, last);
}

/** The figures of one thing that is counted, by its name. */
export const figuresOf = ({ sums }: Metrics, name: string) =>
  sums.find((one) => one.name === name)?.figures ?? [];
export const errorsOf = (metrics: Metrics) => figuresOf(metrics, "cicd.pipeline.run.errors");
export const activeOf = (metrics: Metrics) => figuresOf(metrics, "cicd.pipeline.run.active");
