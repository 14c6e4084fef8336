import * as v from "valibot";
import type { Agent } from "../../../../shared/agent/agent";
import type { OwnPipeline } from "../../issue/ledger";
import { ledgerName } from "../../ledger/ledger-file";

/** The type of the attachment with the alerts that a run of the monitor is about to open. */
export const alertsType = "pipeline-keeper.alerts";

const fileSchema = v.object({ run: v.string(), alerts: v.array(v.string()) });

/** Attached before the alerts are opened: if the step is lost after that, a later report knows that they may be open. */
export function recordAlerts(
  alerts: readonly string[],
  { runId, tag }: Pick<OwnPipeline, "runId" | "tag">,
  agent: Pick<Agent, "attachReport" | "tagRun">,
): void {
  agent.attachReport(alertsType, ledgerName(tag), JSON.stringify({ run: runId, alerts }));
  agent.tagRun(tag);
}

/** The keys of the alerts that some runs were about to open. An attachment of another form, or of another run, is none. */
export async function readRecorded(
  runs: readonly number[],
  { service, tag }: Pick<OwnPipeline, "service" | "tag">,
  signal: AbortSignal,
): Promise<string[]> {
  const recorded: string[] = [];
  for (const run of runs)
    for (const content of await service.attachments(run, alertsType, ledgerName(tag), signal)) {
      const parsed = v.safeParse(fileSchema, content);
      if (parsed.success && parsed.output.run === String(run)) recorded.push(...parsed.output.alerts);
    }
  return recorded;
}
