import type { ParsedReport } from "../../../shared/report/parse";
import { element } from "../../dom/element";
import { labelOf, toneOf } from "../../words/report-words";

/** A report of the run by its URL; `unread` if it could not be fetched, or not yet. */
export type ReadReport = { url: string } & (ParsedReport | { kind: "unread"; problem: string });

/** Calls `pick` with the chosen one. */
export function picker(
  reports: readonly ReadReport[],
  chosen: ReadReport,
  pick: (report: ReadReport) => void,
): HTMLElement {
  const select = element(
    "select",
    { id: "report-picker" },
    ...reports.map((report, index) => element("option", { value: String(index) }, textOf(report, index))),
  );
  select.selectedIndex = reports.indexOf(chosen);
  select.addEventListener("change", () => pick(reports[select.selectedIndex] ?? chosen));
  return element(
    "div",
    { class: "picker" },
    element("label", { for: "report-picker" }, `Report (${reports.length})`),
    select,
  );
}

function textOf(report: ReadReport, index: number): string {
  if (report.kind !== "report")
    return `report ${index + 1}, ${report.kind === "unread" ? "not read" : "unreadable"}`;
  const label = labelOf(report.report);
  return isBad(report) ? `${label} (problems)` : label;
}

function isBad(read: ReadReport): boolean {
  return read.kind === "report" && ["bad", "warn"].includes(toneOf(read.report));
}

/** Orders reports: latest attempt first, and of those the ones with issues first. */
export function orderReports(reports: readonly ReadReport[]): ReadReport[] {
  const rankOf = (read: ReadReport) => {
    if (read.kind !== "report") return [0, 0];
    return [read.report.attempt ?? 1, Number(isBad(read))];
  };
  return [...reports].sort((one, other) => {
    const [attempt = 0, rank = 0] = rankOf(one);
    const [otherAttempt = 0, otherRank = 0] = rankOf(other);
    return otherAttempt - attempt || otherRank - rank;
  });
}
