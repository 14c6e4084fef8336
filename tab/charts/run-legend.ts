import { isIssue, severityOf } from "../../shared/report/form";
import type { MonitorReport } from "../../shared/report/schema";
import { shape } from "../dom/element";
import { verdictWords } from "../words/run-words";
import { legend, legendBar } from "./legend";
import { markPaths, tones } from "./marks";

/** Only the marks that the chart has. */
export function runLegend({ runs, missedRuns, from }: MonitorReport): HTMLElement {
  const verdicts = [...new Set(runs.map(({ verdict }) => verdict))].filter(isIssue);
  verdicts.sort((one, other) => severityOf(one) - severityOf(other));
  const markOf = (name: string, d = "") => shape("path", { d, class: `mark ${name}` });
  return legend([
    ["waiting", "fine", legendBar("wait")],
    ["running", "fine", legendBar("run")],
    ...verdicts.map(
      (verdict) => [verdictWords[verdict], tones[verdict], markOf(verdict, markPaths[verdict])] as const,
    ),
    ...(missedRuns.length > 0
      ? ([["missed", tones.missed, markOf("missed", markPaths.missed)]] as const)
      : []),
    ...(runs.some(({ limits }) => limits !== undefined)
      ? ([["limit", "warn", shape("line", { class: "limit", x1: 0, x2: 0, y1: -8, y2: 8 })]] as const)
      : []),
    ...(runs.some(({ queueTime, startTime = from }) => (queueTime ?? startTime) < from)
      ? ([["before this report", "fine", legendBar("outside", 16)]] as const)
      : []),
  ]);
}
