import type { Log } from "../../../shared/azure-devops/records";

/** How many logs of a run are passed over: they tell of its preparation (rule 6.1). */
const skippedLogs = 4;

/** What became of the search for the log that explains a run. */
export interface LogChoice {
  /** The log to link to; undefined when the run has none. */
  logId: number | undefined;
  /** Whether that is the last log with `error`, or the longest of those without. */
  holdsError: boolean;
  /** Of how many logs, and how many of them were considered. */
  logs: number;
  considered: number;
  /** How many lines the list says it has. */
  lineCount: number;
  /** How many of the considered logs could not be read. */
  unreadableLogs: number;
}

/** What a log turned out to be: it holds `error`, it does not, or it cannot be read. */
export type LogFinding = "error" | "noError" | "unreadable";

/** Rule 6.1: the logs that are considered: the fifth and all after it, or all when there are fewer than five. */
export function consideredLogs<T>(logs: readonly T[]): readonly T[] {
  return logs.length > skippedLogs ? logs.slice(skippedLogs) : logs;
}

/**
 * Rules 6.2 to 6.4: the last considered log that holds `error`, else the longest, the first of equal ones.
 * That the rule's "error log unless it is the longest" comes to the same lets the search go from the end and
 * stop at the first hit. An undefined entry is a log that the list does not name: it cannot be read.
 */
export async function chooseLog(
  logs: readonly (Log | undefined)[],
  inspect: (log: Log) => Promise<LogFinding>,
): Promise<LogChoice> {
  const considered = consideredLogs(logs);
  const counts = { logs: logs.length, considered: considered.length };
  let unreadableLogs = 0;
  for (const log of [...considered].reverse()) {
    if (log === undefined) {
      unreadableLogs++;
      continue;
    }
    const finding = await inspect(log);
    if (finding === "error")
      return { logId: log.id, lineCount: log.lineCount, holdsError: true, unreadableLogs, ...counts };
    if (finding === "unreadable") unreadableLogs++;
  }
  const { id, lineCount = 0 } = longest(considered) ?? {};
  return { logId: id, lineCount, holdsError: false, unreadableLogs, ...counts };
}

function longest(logs: readonly (Log | undefined)[]): Log | undefined {
  return logs.reduce<Log | undefined>(
    (best, log) => (log !== undefined && (best === undefined || log.lineCount > best.lineCount) ? log : best),
    undefined,
  );
}
