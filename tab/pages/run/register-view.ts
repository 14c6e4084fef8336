import { renderOffer } from "../../../shared/report/money";
import type { DomainReport } from "../../../shared/report/schema";
import { attemptMarks, checkChart } from "../../charts/check-chart";
import { type Child, element } from "../../dom/element";
import { table } from "../../dom/table";
import { problemText, responseText } from "../../words/check-words";
import { dayText, timeText, utcClock } from "../../words/clock";
import { outcomeWords } from "../../words/report-words";
import { reportArticle } from "./report-article";

/** The next steps come first. */
export function registerView(report: DomainReport): HTMLElement {
  const { changes, stages, nextSteps, attempts, checkCount } = report;
  const heading = (text: string) => element("h2", {}, text);
  return reportArticle(
    report,
    [outcomeWords[report.outcome], report.environment],
    utcClock(report.to),
    nextSteps.length > 0 && [heading("What to do next"), stepList(nextSteps)],
    attempts.length > 0 && [heading("Purchase attempts"), attemptTable(report)],
    stages.length > 0 && [heading("Stages of the domain"), stageList(report)],
    heading("Checks"),
    (checkCount > 1 || attempts.length > 0) && checkChart(report),
    changes.length === 0 ? element("p", {}, "No check was completed.") : changeTable(report),
  );
}

/** A single step needs no number. */
function stepList(steps: readonly string[]): HTMLElement {
  return steps.length === 1
    ? element("p", { class: "next" }, steps.map(withCode))
    : element(
        "ol",
        { class: "next" },
        steps.map((step) => element("li", {}, withCode(step))),
      );
}

/** Code stands between backticks. */
function withCode(text: string): Child[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : part));
}

/** The latest first, as in the other table: it is what people look for. */
function attemptTable({ attempts }: DomainReport): HTMLElement {
  return table("Purchase attempts", attempts.toReversed(), ({ response }) => attemptMarks[response].tone, [
    ["Time (UTC)", "11em", ({ at }) => timeText(at)],
    ["Request", "6em", ({ request }) => request],
    ["Price", "minmax(10em, 1fr)", renderOffer],
    ["Response", "6em", ({ response }) => response],
    ["Reason", "minmax(14em, 4fr)", ({ reason = "" }) => reason],
    ["Order", "minmax(5em, 1fr)", ({ order = "" }) => order],
  ]);
}

function changeTable({ changes }: DomainReport): HTMLElement {
  const toneOf = (change: DomainReport["changes"][number]) => (problemText(change) === "" ? "plain" : "warn");
  return table("Checks", changes.toReversed(), toneOf, [
    ["Response", "minmax(9em, 2fr)", responseText],
    ["From (UTC)", "11em", ({ at }) => timeText(at)],
    ["To (UTC)", "11em", ({ until }) => timeText(until)],
    ["Checks", "4em", ({ count }) => String(count), "number"],
    ["Price", "minmax(10em, 1fr)", renderOffer],
    ["In the registrar's unit", "7em", ({ price }) => price?.raw ?? "", "number"],
    ["Problem", "minmax(12em, 3fr)", problemText],
  ]);
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
  return element("ol", { class: "stages" }, items);
}
