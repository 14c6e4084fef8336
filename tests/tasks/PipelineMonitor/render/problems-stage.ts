import assert from "node:assert/strict";
import { attachmentType } from "../../../../shared/report/form";
import { parseReport } from "../../../../shared/report/parse";
import type { MonitorReport } from "../../../../shared/report/schema";
import type { RunSketch } from "../../../sandbox/runs";
import { ended, memoryPipeline, type WatchChanges, watch } from "../monitor-stage";

export const hour = 3600;
export const limits = { max_proc_time: 900, min_proc_time: 30 };

type Shown = MonitorReport & { summary: string };

/** The reports of a monitor that reports each problem once, hour by hour. */
export async function play(
  hours: readonly RunSketch[][],
  keys: object = {},
  changes: Pick<WatchChanges, "post" | "others"> = {},
): Promise<Shown[]> {
  const pipeline = memoryPipeline();
  const reports: Shown[] = [];
  for (const [index, runs] of hours.entries()) {
    const { agent, ...own } = pipeline(index);
    let attached = "";
    const attachReport = (type: string, name: string, text: string) => {
      if (type === attachmentType) attached = text;
      agent.attachReport(type, name, text);
    };
    await watch(runs, {
      ...{ ...own, agent: { ...agent, attachReport }, ...changes },
      keys: { notify: "changes", run_ct_min: -1, pipelines: { default: limits }, ...keys },
    });
    const parsed = parseReport(attached);
    assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor", JSON.stringify(parsed));
    reports.push({ ...parsed.report, summary: agent.summaries["Pipeline Monitor"] ?? "" });
  }
  return reports;
}
export async function playHour(
  runs: RunSketch[],
  keys: object = {},
  changes: Parameters<typeof play>[2] = {},
): Promise<Shown> {
  const [report = assert.fail()] = await play([runs], keys, changes);
  return report;
}

/** An hour's list has a failure of each hour until then. */
export const failures = (pipeline: string, hours: number, id = 0): RunSketch[] =>
  Array.from({ length: hours + 1 }, (_, index) =>
    ended(hours, index - 0.2, { id: id + index + 1, definitionId: id + 1, pipeline, result: "failed" }),
  );
export const brief = ({ problems }: MonitorReport) =>
  problems.map(({ pipeline, sentence, state }) => `${pipeline} ${sentence} (${state.kind})`);
