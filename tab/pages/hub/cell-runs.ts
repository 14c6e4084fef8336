import { runState } from "../../../shared/azure-devops/run-state";
import { pluralize } from "../../../shared/text/pluralize";
import { pipelineUrl } from "../../charts/night-chart";
import { button, element, fill, link } from "../../dom/element";
import { rememberFocus } from "../../dom/keep-focus";
import { table } from "../../dom/table";
import type { NightRow } from "../../geometry/night";
import { type ProjectRun, runSecondsOf, shortBranch, waitSecondsOf } from "../../geometry/project-run";
import { mostRuns } from "../../host/hub-service";
import { reasonOf } from "../../host/limits";
import { type Clock, durationText, momentText } from "../../words/clock";
import { spanText } from "../../words/hub-words";

/** Shows the runs of a cell above the page, as they arrive. Escape closes it. */
export async function showRuns(
  row: NightRow,
  from: number,
  to: number,
  read: (row: NightRow, from: number, to: number) => Promise<ProjectRun[]>,
  clock: Clock,
): Promise<void> {
  const restoreFocus = rememberFocus();
  const body = element("div", {}, element("p", { role: "status" }, "Reading the runs…"));
  const dialog: HTMLDialogElement = element(
    "dialog",
    {
      "aria-labelledby": "cell-runs",
      onclose() {
        dialog.remove();
        restoreFocus();
      },
    },
    element("h2", { id: "cell-runs" }, `${row.name}, ${spanText(from, to, clock)}`),
    body,
    element(
      "p",
      { class: "buttons" },
      link("All runs of the pipeline", pipelineUrl(row)),
      button("Close", () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  try {
    const runs = await read(row, from, to);
    fill(
      body,
      runs.length >= mostRuns && element("p", {}, `The latest ${mostRuns} runs of this time:`),
      runs.length === 0 ? element("p", {}, noneText(row, from, to)) : runsTable(runs, clock),
    );
  } catch (error) {
    fill(body, element("p", { role: "alert" }, `The runs could not be read: ${reasonOf(error)}`));
  }
}

function noneText({ segments }: NightRow, from: number, to: number): string {
  const isMissed = segments.some((cell) => cell.state === "missed" && cell.from < to && cell.to > from);
  return isMissed
    ? "No run was queued in this time, although one was due."
    : "No run was queued in this time.";
}

function runsTable(runs: readonly ProjectRun[], clock: Clock): HTMLElement {
  const queued = (time: number | undefined) => (time === undefined ? "" : momentText(time, clock));
  const seconds = (value: number | undefined) =>
    value === undefined ? "" : durationText(Math.max(0, value));
  return table(pluralize(runs.length, "run"), runs, (run) => (runState(run) === "failed" ? "bad" : "plain"), [
    ["Result", "minmax(7em, 1fr)", resultText],
    ["Run", "minmax(7em, 1fr)", ({ number, url }) => link(number, url, `Run ${number}`)],
    ["Branch", "minmax(6em, 2fr)", ({ branch }) => shortBranch(branch)],
    ["Queued", "8em", ({ queueTime }) => queued(queueTime), "number"],
    ["Waited", "7em", (run) => seconds(waitSecondsOf(run)), "number"],
    ["Ran", "7em", (run) => seconds(runSecondsOf(run)), "number"],
  ]);
}

const resultWords: ReadonlyMap<string, string> = new Map([
  ["partiallySucceeded", "partially succeeded"],
  ["inProgress", "running"],
  ["notStarted", "waiting to start"],
]);

function resultText({ result, status }: ProjectRun): string {
  const text = result === "" || result === "none" ? status : result;
  return resultWords.get(text) ?? text;
}
