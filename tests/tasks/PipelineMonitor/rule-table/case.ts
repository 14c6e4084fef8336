import type { RunSketch } from "../../../sandbox/runs";
import { verdict } from "../../../sentences";

/**
 * A rule of the monitor as a case: an hour of runs, what the configuration says, and the lines of the report. `BASE`
 * in a line stands for the URL of the project.
 */
export interface RuleCase {
  rule: string;
  runs: RunSketch[];
  /** Members of the configuration that replace the usual ones. */
  config?: Record<string, unknown>;
  lines: string[];
}

export const header = "**Recent pipeline issues**";
export const allWell = "No recent pipeline errors.";
export const runLink = (id: number) => `[20261120.${id}](BASE/_build/results?buildId=${id})`;
export const logLink = (id: number, log: number) => `[log](BASE/_apis/build/builds/${id}/logs/${log})`;
/** The line of a run, and what is told of it. */
export const told = (id: number, what: string, pipeline = "nightly import", log = 1) =>
  `${pipeline} ${runLink(id)} ${what}. ${logLink(id, log)}`;
export const failed = (id: number, log: number, pipeline?: string) =>
  told(id, `failed: ${verdict}`, pipeline, log);

/** The usual limits of a pipeline. */
export const limits = { max_proc_time: 900, min_proc_time: 30 };

/** Logs by their texts; four are skipped before them. */
export const afterSkipped = (...texts: string[]) => ["error 1", "error 2", "error 3", "error 4", ...texts];
