import { type Digested, tellDigest } from "./digest/weekly-digest";
import type { Context } from "./issue/context";
import type { Memories, OwnPipeline } from "./issue/memory";
import type { Report, Told } from "./issue/report";
import { countMetrics, type Metrics } from "./metrics/count";
import type { LastReports } from "./silence/last-report";
import { memoryName, memoryType, renderMemories } from "./silence/memory-file";

/** Given to a run of the monitor for what follows its report. */
export interface Followed extends Digested {
  /**
   * The monitor's own pipeline, whose last report says where the window begins and what was told, or why it cannot be
   * read; undefined if nothing depends on it.
   */
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  /** Sends figures of all runs; undefined if the configuration asks for none. Throws only if the step is cancelled. */
  sendMetrics: ((metrics: Metrics) => Promise<void>) | undefined;
}

/** What the targets were told, and what each of them remembers of it. */
interface Delivered {
  told: readonly Told[];
  reports: LastReports;
  byTarget: Memories["byTarget"];
}

const notCounted = "Sent no metrics, because the next report could count the same runs again.";

/** Tells the digest, sends the metrics, and marks the run with the memory of all that was told. */
export async function followUp(
  posted: Report,
  { told, reports, byTarget }: Delivered,
  followed: Followed,
  context: Context,
): Promise<Report> {
  const { memories } = reports;
  const { sendMetrics } = followed;
  const { agent } = context;
  const marked = markedPipeline(told, reports, followed);
  // A digest that no mark remembers is left to the next report.
  const isLeft = marked === undefined && readableOf(followed.ownPipeline) !== undefined;
  let report = posted;
  let counted = memories?.metrics;
  try {
    if (!isLeft) report = await tellDigest(posted, memories, followed, context);
    if (marked === undefined && sendMetrics !== undefined) agent.print(notCounted);
    if (marked !== undefined && sendMetrics !== undefined) {
      const metrics = countMetrics(posted.projects, counted, agent.sanitize);
      // What may have arrived is not sent again, even if the step is cancelled.
      counted = { until: metrics.until, causes: metrics.causes };
      await sendMetrics(metrics);
    }
    return report;
  } finally {
    // Whatever becomes of the digest and the metrics, the targets have the report.
    const digestUntil = report.digestUntil ?? memories?.digestUntil;
    if (marked !== undefined) mark(marked, { byTarget, digestUntil, metrics: counted }, context);
  }
}

/**
 * A mark on the pipeline's run shows that a target has the report, so that the next one begins where this one ends and
 * knows which issues were told. A report whose delivery is unknown leaves no mark, because telling an issue twice does
 * less harm than never telling it.
 */
function markedPipeline(
  all: readonly Told[],
  { isUnknown }: LastReports,
  { config, ownPipeline }: Followed,
): OwnPipeline | undefined {
  // An alert may be open although others were not opened.
  const isDone = all.some(({ isTold, alerts = [] }) => isTold || alerts.length > 0);
  return isUnknown || config.testFlag || !isDone ? undefined : readableOf(ownPipeline);
}

/** The attachment comes first: a run that is marked without it would have all of its problems repeated. */
function mark({ tag, runId }: OwnPipeline, memories: Memories, { agent }: Context): void {
  agent.attachReport(memoryType, memoryName(tag), renderMemories(memories, runId));
  agent.tagRun(tag);
}

export function readableOf(ownPipeline: Followed["ownPipeline"]): OwnPipeline | undefined {
  return ownPipeline === undefined || "unknown" in ownPipeline ? undefined : ownPipeline;
}
