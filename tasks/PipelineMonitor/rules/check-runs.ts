import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import type { Config } from "../config/parse";
import { createLateRuns } from "./late-runs";
import type { OpenList } from "./open-list";
import { checkRecord, checkRunCount, checksFor, type Problem } from "./rules";
import { isWithin } from "./window";

/** What a list of runs was read for. */
export interface RunsRead {
  problems: Problem[];
  runCount: number;
  /** Which runs the last minutes held, for the next report; undefined where nobody will ask. */
  seenDigest: string | undefined;
}

/** What else is counted while the list is read. */
export interface RunCounters {
  /** Takes every record that counts. */
  record(record: RunRecord): void;
  /** Takes every run of this report whose pipeline is checked. */
  checkedRun(run: Run): void;
}

/** More than so many records that cannot be understood are another kind of list. */
const maxUnreadable = 1000;

/** Rules 1 to 5 over all pages of the list. Throws when it cannot be read whole. */
export async function readRuns(
  config: Config,
  { window, pages }: Pick<OpenList, "window" | "pages">,
  counters: RunCounters,
): Promise<RunsRead> {
  const problems: Problem[] = [];
  let runCount = 0;
  let lastHourCount = 0;
  const unreadable = countUnreadable();
  const late = createLateRuns<Problem>(window);
  for await (const page of pages) {
    for (const record of page) {
      const finishTime = "run" in record ? record.run.finishTime : undefined;
      const problem = checkRecord(record, config);
      late.take(record, problem);
      if ((finishTime ?? Number.NaN) < window.countedFrom) continue;
      runCount++;
      counters.record(record);
      if (!((finishTime ?? Number.NaN) < window.hourFrom)) lastHourCount++;
      if (!isWithin(window, finishTime)) continue;
      if ("run" in record && checksFor(record.run.pipeline, config) !== undefined)
        counters.checkedRun(record.run);
      if (problem !== undefined) problems.push(problem);
      unreadable(problem);
    }
  }
  const tooFew = checkRunCount(lastHourCount, config.runCountMin);
  return {
    problems: [...(tooFew === undefined ? [] : [tooFew]), ...problems, ...late.problems()],
    seenDigest: late.digest(),
    runCount,
  };
}

/** Counts the problems that are records which cannot be parsed, and throws when they are too many. */
export function countUnreadable(): (problem: { kind: string } | undefined) => void {
  let count = 0;
  return (problem) => {
    if (problem?.kind === "unreadable" && ++count > maxUnreadable)
      throw new Error(
        `build service: the list of runs holds more than ${maxUnreadable} records that cannot be understood.`,
      );
  };
}
