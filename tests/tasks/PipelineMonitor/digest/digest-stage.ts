import type { Run } from "../../../../shared/azure-devops/records";
import { utcZone } from "../../../../shared/text/zone";
import { createDigestFigures, type Digest } from "../../../../tasks/PipelineMonitor/digest/figures";
import { periodUntil } from "../../../../tasks/PipelineMonitor/digest/period";
import { failedRun } from "../failed-run";

export const until = Date.UTC(2026, 10, 23, 6) / 1000;
export const day = 24 * 3600;
export const period = periodUntil(until, utcZone);

/** By default, a run succeeded a day before the end of the digest, in a minute. */
export interface DigestRun extends Partial<Run> {
  daysAgo?: number;
  runSeconds?: number;
  queuedSeconds?: number;
}

let id = 0;

export function digestRun({ daysAgo = 1, runSeconds = 60, queuedSeconds = 0, ...changes }: DigestRun): Run {
  const finishTime = until - daysAgo * day;
  const startTime = finishTime - runSeconds;
  const queueTime = startTime - queuedSeconds;
  return failedRun({ id: ++id, result: "succeeded", queueTime, startTime, finishTime, ...changes });
}

export function times(count: number, run: DigestRun): DigestRun[] {
  return Array.from({ length: count }, () => run);
}

export function digestOf(runs: readonly DigestRun[]): Digest {
  const runPage = (runId: number) => new URL(`https://dev.azure.com/x/_build/results?buildId=${runId}`);
  const figures = createDigestFigures({ projectName: "Night Shift", runPage, period });
  for (const run of runs) figures.count({ run: digestRun(run) });
  return figures.digest();
}
