import * as v from "valibot";
import type { Agent } from "../../../../shared/agent/agent";
import { writeOrWarn } from "../../../../shared/agent/write-or-warn";
import type { OwnPipeline } from "../../issue/context";
import { ledgerName } from "../../ledger/ledger-file";
import { isGone } from "../../ledger/read";

/** The type of the attachment with the alerts that a run of the monitor is about to open or to close. */
export const alertsType = "pipeline-keeper.alerts";

const fileSchema = v.object({ run: v.string(), alerts: v.array(v.string()) });

/**
 * Attached before the alerts change: if the step is lost after that, a later report knows that they may have. If it cannot be
 * written, the log has a warning, and the alerts change all the same: one that is sent twice is better than none.
 */
export function recordAlerts(
  alerts: readonly string[],
  { runId, tag }: Pick<OwnPipeline, "runId" | "tag">,
  agent: Pick<Agent, "attachReport" | "tagRun" | "warn">,
): void {
  const text = JSON.stringify({ run: runId, alerts });
  const attach = () => agent.attachReport(alertsType, ledgerName(tag), text);
  if (writeOrWarn("the record of the alerts", agent, attach)) agent.tagRun(tag);
}

/** How many reports could not read the records of some runs, by the ids of the runs. */
export type UnreadRecords = Readonly<Record<string, number>>;

/** The record of a run is given up after so many reports that could not read it. */
const maxReports = 3;

/**
 * Reads the keys of the alerts that runs were about to open or to close, and those that earlier reports could not read. What is
 * left `unread` is tried again by the next report, and `problem` is undefined if nothing is. Throws only if the step is cancelled.
 */
export async function readRecorded(
  runs: readonly number[],
  before: UnreadRecords,
  { service, tag }: Pick<OwnPipeline, "service" | "tag">,
  signal: AbortSignal,
): Promise<{ alerts: readonly string[]; unread: UnreadRecords; problem: unknown }> {
  const alerts: string[] = [];
  const unread: Record<string, number> = {};
  let problem: unknown;
  for (const run of new Set([...Object.keys(before).map(Number), ...runs]))
    try {
      for (const content of await service.attachments(run, alertsType, ledgerName(tag), signal)) {
        const parsed = v.safeParse(fileSchema, content);
        // An attachment of another form, or of another run, is none.
        if (parsed.success && parsed.output.run === String(run)) alerts.push(...parsed.output.alerts);
      }
    } catch (error) {
      signal.throwIfAborted();
      problem ??= error;
      const reports = (before[run] ?? 0) + 1;
      if (!isGone(error) && reports < maxReports) unread[run] = reports;
    }
  return { alerts, unread, problem };
}
