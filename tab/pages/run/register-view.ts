import { renderOffer } from "../../../shared/report/money";
import type { DomainReport } from "../../../shared/report/schema";
import { attemptMarks, checkChart } from "../../charts/check-chart";
import { element } from "../../dom/element";
import { table } from "../../dom/table";
import { problemText, responseText } from "../../words/check-words";
import { dayText, timeText } from "../../words/times";

/** The next steps come first. */
export function registerView(report: DomainReport): HTMLElement {
  const { changes, stages, nextSteps, attempts, checkCount } = report;
  const hasChart = checkCount > 1 || attempts.length > 0;
  return element(
    "div",
    {},
    ...(nextSteps.length === 0 ? [] : [element("h2", {}, "What to do next"), stepList(nextSteps)]),
    ...(attempts.length === 0 ? [] : [element("h2", {}, "Purchase attempts"), attemptTable(report)]),
    ...(stages.length === 0 ? [] : [element("h2", {}, "Stages of the domain"), stageList(report)]),
    element("h2", {}, "Checks"),
    ...(hasChart ? [checkChart(report)] : []),
    changes.length === 0 ? element("p", {}, "No check was completed.") : changeTable(report),
  );
}

/** A single step needs no number. */
function stepList(steps: readonly string[]): HTMLElement {
  const [first = "", ...more] = steps;
  return more.length === 0
    ? element("p", { class: "next" }, ...withCode(first))
    : element("ol", { class: "next" }, ...steps.map((step) => element("li", {}, ...withCode(step))));
}

/** Code stands between backticks. */
function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}

/** The latest first, as in the other table: it is what people look for. */
function attemptTable({ attempts }: DomainReport): HTMLElement {
  return table({
    label: "Purchase attempts",
    columns: [
      { head: "Time (UTC)", width: "11em" },
      { head: "Request", width: "6em" },
      { head: "Price", width: "minmax(10em, 1fr)" },
      { head: "Response", width: "6em" },
      { head: "Reason", width: "minmax(14em, 4fr)" },
      { head: "Order", width: "minmax(5em, 1fr)" },
    ],
    rows: [...attempts]
      .reverse()
      .map((attempt) => ({
        tone: attemptMarks[attempt.response].tone,
        cells: [
          timeText(attempt.at),
          attempt.request,
          renderOffer(attempt),
          attempt.response,
          attempt.reason ?? "",
          attempt.order ?? "",
        ],
      })),
  });
}

function changeTable({ changes }: DomainReport): HTMLElement {
  return table({
    label: "Checks",
    columns: [
      { head: "Response", width: "minmax(9em, 2fr)" },
      { head: "From (UTC)", width: "11em" },
      { head: "To (UTC)", width: "11em" },
      { head: "Checks", width: "4em", isNumber: true },
      { head: "Price", width: "minmax(10em, 1fr)" },
      { head: "In the registrar's unit", width: "7em", isNumber: true },
      { head: "Problem", width: "minmax(12em, 3fr)" },
    ],
    rows: [...changes]
      .reverse()
      .map((change) => ({
        tone: problemText(change) === "" ? "plain" : "warn",
        cells: [
          responseText(change),
          timeText(change.at),
          timeText(change.until),
          String(change.count),
          renderOffer(change),
          change.price?.raw ?? "",
          problemText(change),
        ],
      })),
  });
}

/** The stages in their order; the ones that the domain may be in now are marked. */
function stageList({ stages, to }: DomainReport): HTMLElement {
  const items = stages.map(({ name, earliest, latest }, index) => {
    const next = stages[index + 1];
    const isPossible = earliest <= to && (next === undefined || to < next.latest);
    const days =
      dayText(earliest) === dayText(latest)
        ? `from ${dayText(earliest)}`
        : `begins between ${dayText(earliest)} and ${dayText(latest)}`;
    return element(
      "li",
      isPossible ? { class: "now", "aria-current": "step" } : {},
      element("b", {}, name),
      element("small", {}, isPossible ? `${days} · possible now` : days),
    );
  });
  return element("ol", { class: "stages" }, ...items);
}
