import type { BuildService } from "../../../shared/azure-devops/client";
import type { RunRecord } from "../../../shared/azure-devops/records";
import { createPipelinesSeen, type PipelineSeen } from "../checks/history/histories";
import { createLateRuns } from "./late-runs";
import { checkUnfinished, overdueSince } from "../checks/unfinished/unfinished";
import type { Config } from "../config/parse";
import { createRunFigures, type PipelineFigures } from "../report/figures";
import type { Finding } from "../report/lines";
import type { OpenList } from "./open-list";
import { checkRecord, checkRunCount, checksFor, type Problem } from "./rules";
import { isWithin, type ReportWindow } from "./window";

/** What a list of runs was read for. */
export interface RunsRead {
  problems: Problem[];
  runCount: number;
  figures: PipelineFigures[];
  /** The pipelines whose runs are checked, and are of this report. */
  pipelines: PipelineSeen[];
  /** Which runs the last minutes held, for the next report; undefined where nobody will ask. */
  seenDigest: string | undefined;
}

/** More than so many records that cannot be understood are another kind of list. */
const maxUnreadable = 1000;

/** Rules 1 to 5 over all pages of the list. Throws when it cannot be read whole. */
export async function readRuns(
  config: Config,
  { window, pages }: Pick<OpenList, "window" | "pages">,
): Promise<RunsRead> {
  const problems: Problem[] = [];
  const figures = createRunFigures();
  const pipelines = createPipelinesSeen();
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
      figures.count(record);
      if (!((finishTime ?? Number.NaN) < window.hourFrom)) lastHourCount++;
      if (!isWithin(window, finishTime)) continue;
      if ("run" in record && checksFor(record.run.pipeline, config) !== undefined)
        pipelines.count(record.run);
      if (problem !== undefined) problems.push(problem);
      unreadable(problem);
    }
  }
  const tooFew = checkRunCount(lastHourCount, config.runCountMin);
  return {
    problems: [...(tooFew === undefined ? [] : [tooFew]), ...problems, ...late.problems()],
    seenDigest: late.digest(),
    runCount,
    figures: figures.pipelines(),
    pipelines: pipelines.all(),
  };
}

/** The runs that are not done and should be, of those that became so within the window. Throws when they cannot be listed. */
export async function readUnfinished(
  config: Config,
  service: BuildService,
  window: ReportWindow,
  nowMilliseconds: number,
  signal: AbortSignal,
): Promise<Finding[]> {
  const now = Math.floor(nowMilliseconds / 1000);
  const unreadable = countUnreadable();
  const hangs = { from: window.hangingFrom, until: window.until };
  const check = (record: RunRecord): Finding[] => {
    const problem = checkUnfinished(record, config, now);
    unreadable(problem);
    const overdue = problem?.kind === "unfinished" ? overdueSince(problem) : undefined;
    return problem !== undefined && isWithin(hangs, overdue) ? [problem] : [];
  };
  const problems: Finding[] = [];
  for await (const page of service.unfinishedRuns(signal)) problems.push(...page.flatMap(check));
  return problems;
}

/** Counts the records that cannot be understood, and throws when they are too many. */
function countUnreadable(): (problem: Finding | undefined) => void {
  let count = 0;
  return (problem) => {
    if (problem?.kind === "unreadable" && ++count > maxUnreadable)
      throw new Error(
        `build service: the list of runs holds more than ${maxUnreadable} records that cannot be understood.`,
      );
  };
}
