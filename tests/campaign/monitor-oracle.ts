import { limits, type MonitorScript, type ScriptedRun } from "./monitor-script";

/**
 * The monitor's rules 3 to 6 once more, written down as the specification tells them and without regard to speed: what
 * a report has to say of a run, and which log it has to name.
 */

/** The thresholds of a random configuration. */
export interface OracleConfig {
  runCountMin: number;
  queueSecondsMax: number;
  /** By pipeline; `default` for all others. Undefined where runs are not checked. */
  limits: Map<string, { minSeconds: number; maxSeconds: number } | undefined>;
}

/** The thresholds of a script. */
export function oracleConfigOf(script: MonitorScript): OracleConfig {
  const checked = { minSeconds: limits.min_proc_time, maxSeconds: limits.max_proc_time };
  return {
    runCountMin: script.runCountMin,
    queueSecondsMax: script.queueSecondsMax,
    limits: new Map([
      ...script.quietPipelines.map((name) => [name, undefined] as const),
      ["default", script.defaultChecked ? checked : undefined] as const,
    ]),
  };
}

/** What the line of a run has to hold; undefined when there is to be none. */
export function expectedOf(run: ScriptedRun, config: OracleConfig): string | undefined {
  const limits = config.limits.has(run.pipeline)
    ? config.limits.get(run.pipeline)
    : config.limits.get("default");
  if (limits === undefined) return undefined;
  if (run.broken) return "its record cannot be understood";
  let line: string | undefined;
  if (run.runSeconds > limits.maxSeconds || run.runSeconds < limits.minSeconds)
    line = `run time ${run.runSeconds} s`;
  if (run.status !== "completed" || run.result !== "succeeded") line = `status ${run.status}`;
  if (run.queuedSeconds > config.queueSecondsMax) line = `waited ${run.queuedSeconds} s`;
  return line;
}

/** Rule 6: the id of the log that the line links to; undefined where the run has no log. */
export function expectedLog(run: ScriptedRun): number | undefined {
  const logs = run.logs.map((text, index) => ({ id: index + 1, text, lineCount: text.split("\n").length }));
  const considered = logs.length < 5 ? logs : logs.slice(4);
  let errorLog: number | undefined;
  let longest: { id: number; lineCount: number } | undefined;
  for (const log of considered) {
    if (log.text.includes("error")) errorLog = log.id;
    if (longest === undefined || log.lineCount > longest.lineCount) longest = log;
  }
  if (errorLog !== undefined && errorLog !== longest?.id) return errorLog;
  return longest?.id;
}
