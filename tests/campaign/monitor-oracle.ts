import { limits, type MonitorScript, type ScriptedRun } from "./monitor-script";

/**
 * The monitor's rules 3 to 6 once more, written down as the specification tells them and without regard to speed: what
 * a report has to say of a run, and which log it has to name. The texts are the design's ("The message").
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

export interface Expected {
  verdict: string;
  figures: string;
  /** How a group counts it. */
  tally: string;
  /** How the sentence for products begins, behind the name of the pipeline. */
  sentence: string;
}

/** Undefined if the report must not have a line about the run. */
export function expectedOf(run: ScriptedRun, config: OracleConfig): Expected | undefined {
  const limits = config.limits.has(run.pipeline)
    ? config.limits.get(run.pipeline)
    : config.limits.get("default");
  if (limits === undefined) return undefined;
  if (run.broken)
    return {
      verdict: "could not be checked",
      figures: "its record is not readable (status: expected a text)",
      ...{ tally: "not readable", sentence: "could not be checked: " },
    };
  let said: Expected | undefined;
  const allowed = `allowed ${limits.minSeconds} to ${limits.maxSeconds} s`;
  if (run.runSeconds > limits.maxSeconds)
    said = {
      verdict: "ran too long",
      figures: `${shownSeconds(run.runSeconds)}, ${allowed}`,
      tally: "ran too long",
      sentence: `ran ${readableSeconds(run.runSeconds)}, limit ${readableSeconds(limits.maxSeconds)}`,
    };
  if (run.runSeconds < limits.minSeconds)
    said = tooFast("finished too fast", `${run.runSeconds} s, ${allowed}`);
  if (run.runSeconds < 0)
    said = tooFast("finished before it started, by its record", `${run.runSeconds} s, ${allowed}`);
  if (run.status !== "completed" || run.result !== "succeeded") {
    const known =
      run.status === "completed" ? documented.find(([result]) => result === run.result) : undefined;
    const [, verdict, tally] = known ?? ["", "did not succeed", "did not succeed"];
    const figures = `status ${run.status}, result ${run.result}`;
    said = { verdict, figures, tally, sentence: verdict };
  }
  if (run.queuedSeconds > config.queueSecondsMax)
    said = {
      verdict: "waited too long to start",
      figures: `${run.queuedSeconds} s, limit ${config.queueSecondsMax} s`,
      tally: "waited too long",
      sentence: `was queued for ${readableSeconds(run.queuedSeconds)}, limit `,
    };
  return said;
}

const tooFast = (verdict: string, figures: string): Expected => ({
  verdict,
  figures,
  tally: "finished too fast",
  sentence: `${verdict}: ran `,
});

/** The results that the service documents, what is said of them, and how they are counted. */
const documented = [
  ["failed", "failed", "failed"],
  ["canceled", "was canceled", "canceled"],
  ["partiallySucceeded", "partially succeeded", "partially succeeded"],
] as const;

/** Seconds, and from a minute on in minutes and seconds too; the script has no hours. */
export function shownSeconds(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds} s (${readableSeconds(seconds)})`;
}

function readableSeconds(seconds: number): string {
  const parts = [
    Math.floor(seconds / 60) > 0 && `${Math.floor(seconds / 60)} min`,
    seconds % 60 > 0 && `${seconds % 60} s`,
  ];
  return parts.filter((part) => part !== false).join(" ");
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
