import type { ParsedReport } from "../../shared/report/parse";
import { element } from "../dom/element";
import { labelOf, toneOf } from "../words/report-words";

/** Calls `pick` with the index of the chosen one. */
export function picker(reports: readonly ParsedReport[], pick: (index: number) => void): HTMLElement {
  const select = element(
    "select",
    { id: "report-picker" },
    ...reports.map((parsed, index) => element("option", { value: String(index) }, textOf(parsed, index))),
  );
  select.addEventListener("change", () => pick(select.selectedIndex));
  return element(
    "div",
    { class: "picker" },
    element("label", { for: "report-picker" }, `Report (${reports.length})`),
    select,
  );
}

function textOf(parsed: ParsedReport, index: number): string {
  if (parsed.kind !== "report") return `report ${index + 1}, unreadable`;
  const label = labelOf(parsed.report);
  return toneOf(parsed.report) === "bad" ? `${label} (issues)` : label;
}

/** Orders reports: latest attempt first, and of those the ones with issues. */
export function orderReports(reports: readonly ParsedReport[]): ParsedReport[] {
  const attemptOf = (parsed: ParsedReport) => (parsed.kind === "report" ? (parsed.report.attempt ?? 1) : 0);
  const isBad = (parsed: ParsedReport) => parsed.kind === "report" && toneOf(parsed.report) === "bad";
  return [...reports].sort(
    (one, other) => attemptOf(other) - attemptOf(one) || Number(isBad(other)) - Number(isBad(one)),
  );
}
