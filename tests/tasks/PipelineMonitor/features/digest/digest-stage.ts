import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import { emptyJournal, type ProjectJournal } from "../../../../../shared/journal/schema";
import { utcZone } from "../../../../../shared/text/zone";
import {
  beginOf,
  type Digest,
  digestOf,
  periodUntil,
} from "../../../../../tasks/PipelineMonitor/features/digest/figures";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { failedRun, type RunChanges } from "../../failed-run";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";

export const period = periodUntil(Date.UTC(2026, 10, 23, 6) / 1000, utcZone);
const [before, until] = [period.before, period.until].map((day) => beginOf(day, period));
const day = 24 * 3600;

/** By default, a run succeeded in a minute that was queued a day before the end of the digest. */
export interface DigestRun extends RunChanges {
  daysAgo?: number;
  runSeconds?: number;
  queuedSeconds?: number;
}

let id = 0;

function digestRun({ daysAgo = 1, runSeconds = 60, queuedSeconds = 0, ...changes }: DigestRun): Run {
  const queueTime = (until ?? 0) - daysAgo * day;
  const startTime = queueTime + queuedSeconds;
  const finishTime = startTime + runSeconds;
  const times = { queueTime, startTime, finishTime };
  return failedRun({ id: ++id, definitionId: undefined, result: "succeeded", ...times, ...changes });
}

export function times(count: number, run: DigestRun): DigestRun[] {
  return Array.from({ length: count }, () => run);
}

/** The digest of a project that was always watched, but for what is changed. `keys` are those of the configuration. */
export function digested(
  runs: readonly DigestRun[],
  changes: Partial<ProjectJournal> = {},
  keys: object = {},
  totals: Digest["totals"] = [],
): Digest {
  const runPage = (runId: number) => new URL(`https://dev.azure.com/x/_build/results?buildId=${runId}`);
  const config = parseConfig({ ...goodConfig, ...keys }).config ?? assert.fail();
  const journal = noteRuns({ ...emptyJournal, since: before }, runs.map(digestRun), config);
  const facts = { projectName: "Night Shift", runPage, period, totals, warnings: [] };
  return digestOf({ ...journal, ...changes }, facts);
}
