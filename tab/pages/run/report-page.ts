import { element } from "../../dom/element";
import { failure, notice } from "../../dom/notice";
import { otherVersionState } from "../../words/empty-state";
import { reportClock } from "../report-clock";
import { monitorView } from "./monitor-view";
import { orderReports, picker, type ReadReport } from "./picker";
import { registerView } from "./register-view";
import { reportArticle } from "./report-article";

/** The reports of a run as they arrive. A report that somebody reads stays, with the choice and the filter. */
export function reportPages() {
  const filter = { onlyIssues: false };
  const [choice, page] = [element("div"), element("div")];
  let shown: ReadReport | undefined;
  const pageOf = (read: ReadReport, tryAgain: () => void) => {
    if (read.kind === "unread") return failure("The report could not be read", read.problem, tryAgain);
    if (read.kind === "otherVersion") return notice(otherVersionState(read.version, read.isNewer));
    if (read.kind === "unreadable")
      return notice({ title: "This report cannot be read", lines: [read.problem] });
    const { report } = read;
    const clock = reportClock(report);
    const view = report.kind === "monitor" ? monitorView(report, filter, clock) : registerView(report);
    return reportArticle(report, view, clock);
  };
  return {
    element: element("div", {}, choice, page),
    draw(reports: readonly ReadReport[], tryAgain: () => void): void {
      const ordered = orderReports(reports);
      const show = (read: ReadReport) => {
        // A report never changes, so what is shown of it need not be drawn anew.
        if (read.kind === "unread" || read.url !== shown?.url || read.kind !== shown.kind)
          page.replaceChildren(pageOf(read, tryAgain));
        shown = read;
      };
      const chosen = ordered.find(({ url }) => url === shown?.url) ?? ordered[0];
      if (chosen === undefined) return;
      choice.replaceChildren(...(ordered.length > 1 ? [picker(ordered, chosen, show)] : []));
      show(chosen);
    },
  };
}
