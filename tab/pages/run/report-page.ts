import type { ParsedReport } from "../../../shared/report/parse";
import { element, failure, fill, notice } from "../../dom/element";
import { otherVersionState } from "../../words/empty-state";
import { labelOf, toneOf } from "../../words/report-words";
import { monitorView } from "./monitor-view";
import { registerView } from "./register-view";

/** A report of the run by its URL; `unread` if it could not be fetched, or not yet. */
export type ReadReport = { url: string } & (ParsedReport | { kind: "unread"; problem: string });

/** The reports of a run as they arrive. A report that somebody reads stays, with the choice and the filter. */
export function reportPages() {
  const filter = { onlyIssues: false };
  const [choice, page] = [element("div"), element("div")];
  let shown: ReadReport | undefined;
  const pageOf = (read: ReadReport, tryAgain: () => void) => {
    if (read.kind === "unread") return failure("The report could not be read", read.problem, tryAgain);
    if (read.kind === "otherVersion") return notice(...otherVersionState(read.version, read.isNewer));
    if (read.kind === "unreadable") return notice("This report cannot be read", read.problem);
    return read.report.kind === "monitor" ? monitorView(read.report, filter) : registerView(read.report);
  };
  return {
    element: element("div", {}, choice, page),
    draw(reports: readonly ReadReport[], tryAgain: () => void): void {
      const ordered = orderReports(reports);
      const show = (read: ReadReport) => {
        // A report never changes, so what is shown of it need not be drawn anew.
        if (read.kind === "unread" || read.url !== shown?.url || read.kind !== shown.kind)
          fill(page, pageOf(read, tryAgain));
        shown = read;
      };
      const chosen = ordered.find(({ url }) => url === shown?.url) ?? ordered[0];
      if (chosen === undefined) return;
      fill(choice, ordered.length > 1 && picker(ordered, chosen, show));
      show(chosen);
    },
  };
}

function picker(
  reports: readonly ReadReport[],
  chosen: ReadReport,
  pick: (report: ReadReport) => void,
): HTMLElement {
  const select: HTMLSelectElement = element(
    "select",
    { id: "report-picker", onchange: () => pick(reports[select.selectedIndex] ?? chosen) },
    reports.map((report, index) => element("option", { value: index }, textOf(report, index))),
  );
  select.selectedIndex = reports.indexOf(chosen);
  const label = element("label", { for: "report-picker" }, `Report (${reports.length})`);
  return element("div", { class: "picker" }, label, select);
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
function orderReports(reports: readonly ReadReport[]): ReadReport[] {
  const attemptOf = (read: ReadReport) => (read.kind === "report" ? (read.report.attempt ?? 1) : 0);
  return reports.toSorted(
    (one, other) => attemptOf(other) - attemptOf(one) || Number(isBad(other)) - Number(isBad(one)),
  );
}
