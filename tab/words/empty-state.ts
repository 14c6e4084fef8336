/** A step of one of our tasks in the run's timeline. */
export interface Step {
  task: string;
  state: "pending" | "inProgress" | "completed";
  result: string;
  /** The first errors that it reported. */
  errors: readonly string[];
}

export interface EmptyState {
  title: string;
  lines: readonly string[];
}

/** `supportsTasks` goes by the pipeline's definition, so the tab also shows in runs in which the step did not run. */
export function emptyStateOf(steps: readonly Step[], runIsFinished: boolean): EmptyState {
  const waiting = steps.filter(({ state }) => state !== "completed");
  if (waiting.length > 0 && !runIsFinished)
    return {
      title: "No report yet",
      lines: [`${namesOf(waiting)} has not finished. The report appears here when it has.`],
    };
  const failed = steps.filter(({ result }) => result === "failed" || result === "canceled");
  if (failed.length > 0)
    return {
      title: `${namesOf(failed)} ended before it could look`,
      lines: [
        ...failed.flatMap(({ errors }) => errors).slice(0, 5),
        "There is no report. The log of the step has the details.",
      ],
    };
  const ran = steps.filter(({ result }) => result.startsWith("succeeded"));
  if (ran.length > 0)
    return {
      title: "This step wrote no report",
      lines: [
        `${namesOf(ran)} ran without attaching a report. Either its version is older than this tab, or the attachment could not be written.`,
        "The run's Extensions tab and the log of the step show what it found.",
      ],
    };
  return runIsFinished
    ? {
        title: "The step did not run",
        lines: [
          "The pipeline has a step with PipelineMonitor or DomainRegister, but it was skipped in this run.",
          "Its stage, job or condition decides that. The run's summary shows which stages and jobs ran.",
        ],
      }
    : {
        title: "No report yet",
        lines: ["The step has not started. The report appears here when it has run."],
      };
}

export function otherVersionState(version: number, isNewer: boolean): EmptyState {
  return {
    title: `This report has form ${version}, which this tab cannot read`,
    lines: [
      isNewer
        ? "A newer version of the task wrote it. Reload the page; if that does not help, update the extension."
        : "An older version of the task wrote it. The log of the step shows what it found.",
    ],
  };
}

function namesOf(steps: readonly Step[]): string {
  return [...new Set(steps.map(({ task }) => task))].join(" and ");
}
