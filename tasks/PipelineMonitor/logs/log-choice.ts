import type { Log } from "../../../shared/azure-devops/lists";
import type { LogChoice } from "../issue/links";

/** How many logs of a run are ignored, because they are about its preparation (rule 6.1). */
const skippedLogs = 4;

/** The fifth log and later, or all if there are fewer than five (rule 6.1). */
export function consideredLogs<T>(logs: readonly T[]): readonly T[] {
  return logs.length > skippedLogs ? logs.slice(skippedLogs) : logs;
}

/**
 * The last considered log that holds `error`, or else the longest; if several are equally long, the first (rules
 * 6.2 to 6.4). The rule says "error log unless it is the longest", which gives the same result. So the search can
 * begin at the end and stop at the first hit. An undefined entry is a log that the list does not name, so it
 * cannot be read.
 */
export async function chooseLog(
  logs: readonly (Log | undefined)[],
  inspect: (log: Log) => Promise<"error" | "noError" | "unreadable">,
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
