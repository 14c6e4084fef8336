/** A step of one of our tasks in the run's timeline. */
export interface Step {
  task: string;
  state: "pending" | "inProgress" | "completed";
  result: string;
  /** The first errors that it reported. */
  errors: readonly string[];
}

/**
 * A title and lines. Says no more than is known. `supportsTasks` goes by the pipeline's definition, so the tab also shows in runs in
 * which the step did not run. `steps` and `isFinished` are undefined if Azure DevOps does not say.
 */
export function emptyState(
  steps: readonly Step[] | undefined,
  isFinished: boolean | undefined,
): [title: string, ...lines: string[]] {
  const early = "No report yet";
  if (isFinished === undefined || (steps === undefined && isFinished))
    return [
      "No report",
      "This run has no report, and Azure DevOps does not say whether the step ran.",
      "The run's summary shows which stages and jobs ran, and the log of the step what it found.",
    ];
  if (steps === undefined) return [early, "The report appears here when the step has run."];
  const waiting = steps.filter(({ state }) => state !== "completed");
  if (waiting.length > 0 && !isFinished)
    return [early, `${namesOf(waiting)} has not finished. The report appears here when it has.`];
  const begun = steps.filter(({ state, result }) => state !== "pending" && result !== "skipped");
  const ran = begun.filter(({ state, result }) => state === "completed" && result.startsWith("succeeded"));
  if (begun.length > ran.length) {
    const ended = begun.filter((step) => !ran.includes(step));
    const errors = ended.flatMap((step) => step.errors).slice(0, 5);
    return [`${namesOf(ended)} ended without a report`, ...errors, "The log of the step has the details."];
  }
  if (ran.length > 0)
    return [
      "This step wrote no report",
      `${namesOf(ran)} ran without attaching a report. Either its version is older than this tab, or the attachment could not be written.`,
      "The run's Extensions tab and the log of the step show what it found.",
    ];
  if (!isFinished) return [early, "The step has not started. The report appears here when it has run."];
  return [
    "The step did not run",
    "The pipeline has a step with PipelineMonitor or DomainRegister, but it was skipped in this run.",
    "Its stage, job or condition decides that. The run's summary shows which stages and jobs ran.",
  ];
}

export function otherVersionState(version: number, isNewer: boolean): [title: string, line: string] {
  return [
    `This report has form ${version}, which this tab cannot read`,
    isNewer
      ? "A newer version of the task wrote it. Reload the page; if that does not help, update the extension."
      : "An older version of the task wrote it. The log of the step shows what it found.",
  ];
}

function namesOf(steps: readonly Step[]): string {
  return [...new Set(steps.map(({ task }) => task))].join(" and ");
}
