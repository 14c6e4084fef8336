import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import type { Config } from "../config/parse";
import type { Issue } from "../issue/issue";
import { isWithin } from "../issue/window";
import { createLateRuns } from "./late-runs";
import type { OpenList } from "./open-list";
import { checkRecord, checkRunCount } from "./rules";

/** The result of reading a list of runs. */
export interface RunsRead {
  issues: Issue[];
  runCount: number;
  /**
   * A digest of the runs that finished in the last minutes, for the next report; undefined if there is none
   * to read it.
   */
  seenDigest: string | undefined;
}

/** A run that finished, with its issue by the rules. */
export interface FinishedRun {
  run: Run;
  issue: Issue | undefined;
}

/** Functions that are called while the list is read. */
export interface RunCounters {
  /** Called with every record that counts. */
  record(record: RunRecord): void;
  /** Called with every run of this report whose pipeline is checked. */
  checkedRun(run: Run): void;
  /**
   * Called with every listed run that finished before the end of the window and whose pipeline is checked, even if it
   * is older than this report; and with its issue.
   */
  finishedRun?(run: Run, issue: Issue | undefined): void;
}

/** If more records than this cannot be parsed, the response is not a list of runs. */
const maxUnreadable = 1000;

/** Applies rules 1 to 5 to all pages of the list. Throws if it cannot be read to its end. */
export async function readRuns(
  config: Config,
  { window, pages }: Pick<OpenList, "window" | "pages">,
  counters: RunCounters,
): Promise<RunsRead> {
  const issues: Issue[] = [];
  let runCount = 0;
  let lastHourCount = 0;
  const unreadable = countUnreadable();
  const isChecked = ({ pipeline }: Run) => config.pipelines.entryFor(pipeline).limits !== undefined;
  const late = createLateRuns(window);
  for await (const page of pages) {
    for (const record of page) {
      const finishTime = "run" in record ? record.run.finishTime : undefined;
      const issue = checkRecord(record, config);
      late.take(record, issue);
      if (
        counters.finishedRun !== undefined &&
        "run" in record &&
        !(finishTime === undefined || finishTime >= window.until)
      )
        if (isChecked(record.run)) counters.finishedRun(record.run, issue);
      if ((finishTime ?? Number.NaN) < window.countedFrom) continue;
      runCount++;
      counters.record(record);
      if (!((finishTime ?? Number.NaN) < window.hourFrom)) lastHourCount++;
      if (!isWithin(window, finishTime)) continue;
      if ("run" in record && isChecked(record.run)) counters.checkedRun(record.run);
      if (issue !== undefined) issues.push(issue);
      unreadable(issue);
    }
  }
  const tooFew = checkRunCount(lastHourCount, config.runCountMin);
  return {
    issues: [...(tooFew === undefined ? [] : [tooFew]), ...issues, ...late.issues()],
    seenDigest: late.digest(),
    runCount,
  };
}

/** Returns a function that counts the records that cannot be parsed, and throws if there are too many. */
export function countUnreadable(): (issue: Issue | undefined) => void {
  let count = 0;
  return (issue) => {
    if (
      issue !== undefined &&
      issue.about !== "project" &&
      "unreadable" in issue.about &&
      ++count > maxUnreadable
    )
      throw new Error(
        `build service: the list of runs holds more than ${maxUnreadable} records that are not readable. Check url_base.`,
      );
  };
}
