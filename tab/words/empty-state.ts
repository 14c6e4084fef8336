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

/**
 * Says no more than is known. `supportsTasks` goes by the pipeline's definition, so the tab also shows in runs in which
 * the step did not run. `steps` and `isFinished` are undefined if Azure DevOps does not say.
 */
export function emptyStateOf(
  steps: readonly Step[] | undefined,
  isFinished: boolean | undefined,
): EmptyState {
  if (steps === undefined || isFinished === undefined)
    return isFinished === false
      ? { title: "No report yet", lines: ["The report appears here when the step has run."] }
      : {
          title: "No report",
          lines: [
            "This run has no report, and Azure DevOps does not say whether the step ran.",
            "The run's summary shows which stages and jobs ran, and the log of the step what it found.",
          ],
        };
  const waiting = steps.filter(({ state }) => state !== "completed");
  if (waiting.length > 0 && !isFinished)
    return {
      title: "No report yet",
      lines: [`${namesOf(waiting)} has not finished. The report appears here when it has.`],
    };
  const begun = steps.filter(({ state, result }) => state !== "pending" && result !== "skipped");
  const ran = begun.filter(({ state, result }) => state === "completed" && result.startsWith("succeeded"));
  if (begun.length > ran.length) {
    const ended = begun.filter((step) => !ran.includes(step));
    return {
      title: `${namesOf(ended)} ended without a report`,
      lines: [...ended.flatMap(({ errors }) => errors).slice(0, 5), "The log of the step has the details."],
    };
  }
  if (ran.length > 0)
    return {
      title: "This step wrote no report",
      lines: [
        `${namesOf(ran)} ran without attaching a report. Either its version is older than this tab, or the attachment could not be written.`,
        "The run's Extensions tab and the log of the step show what it found.",
      ],
    };
  return isFinished
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
