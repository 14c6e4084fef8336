import { runState } from "../../../shared/azure-devops/run-state";
import { pluralize } from "../../../shared/text/pluralize";
import { pipelineUrl } from "../../charts/night-chart";
import { element, link } from "../../dom/element";
import { rememberFocus } from "../../dom/keep-focus";
import { table } from "../../dom/table";
import type { NightRow } from "../../geometry/night";
import type { ProjectRun } from "../../geometry/project-run";
import { reasonOf } from "../../host/reason";
import { mostRuns } from "../../host/run-lists";
import { type Clock, momentText } from "../../words/clock";
import { spanText } from "../../words/hub-words";
import { durationText } from "../../words/times";

/** Shows the runs of a cell above the page, as they arrive. Escape closes it. */
export async function showRuns(
  row: NightRow,
  from: number,
  to: number,
  read: (row: NightRow, from: number, to: number) => Promise<ProjectRun[]>,
  clock: Clock,
): Promise<void> {
  const restoreFocus = rememberFocus();
  const close = element("button", { type: "button" }, "Close");
  const body = element("div", {}, element("p", { role: "status" }, "Reading the runs…"));
  const dialog = element(
    "dialog",
    { "aria-labelledby": "cell-runs" },
    element("h2", { id: "cell-runs" }, `${row.pipeline}, ${spanText(from, to, clock)}`),
    body,
    element("p", { class: "buttons" }, link("All runs of the pipeline", pipelineUrl(row)), close),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    restoreFocus();
  });
  document.body.append(dialog);
  dialog.showModal();
  try {
    const runs = await read(row, from, to);
    body.replaceChildren(
      ...(runs.length < mostRuns ? [] : [element("p", {}, `The latest ${mostRuns} runs of this time:`)]),
      runs.length === 0 ? element("p", {}, noneText(row, from, to)) : runsTable(runs, clock),
    );
  } catch (error) {
    body.replaceChildren(element("p", { role: "alert" }, `The runs could not be read: ${reasonOf(error)}`));
  }
}

function noneText({ segments }: NightRow, from: number, to: number): string {
  const isMissed = segments.some((one) => one.state === "missed" && one.from < to && one.to > from);
  return isMissed
    ? "No run was queued in this time, although one was due."
    : "No run was queued in this time.";
}

function runsTable(runs: readonly ProjectRun[], clock: Clock): HTMLElement {
  const seconds = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? "" : durationText(Math.max(0, to - from));
  return table({
    label: pluralize(runs.length, "run"),
    columns: [
      { head: "Result", width: "minmax(7em, 1fr)" },
      { head: "Run", width: "minmax(7em, 1fr)" },
      { head: "Branch", width: "minmax(6em, 2fr)" },
      { head: "Queued", width: "8em", isNumber: true },
      { head: "Waited", width: "7em", isNumber: true },
      { head: "Ran", width: "7em", isNumber: true },
    ],
    rows: runs.map(({ result, status, number, url, branch, queueTime, startTime, finishTime }) => ({
      tone: runState({ status, result }) === "failed" ? "bad" : "plain",
      cells: [
        resultText(result, status),
        link(number, url, `Run ${number}`),
        branch.replace(/^refs\/heads\//, ""),
        queueTime === undefined ? "" : momentText(queueTime, clock),
        seconds(queueTime, startTime),
        seconds(startTime, finishTime),
      ],
    })),
  });
}

const resultWords: Readonly<Record<string, string>> = {
  partiallySucceeded: "partially succeeded",
  inProgress: "running",
  notStarted: "waiting to start",
};

function resultText(result: string, status: string): string {
  const text = result === "" || result === "none" ? status : result;
  return Object.hasOwn(resultWords, text) ? (resultWords[text] ?? text) : text;
}
