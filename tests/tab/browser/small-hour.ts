import type { Page } from "playwright-core";
import type { MonitorReport, ReportRun } from "../../../shared/report/schema";
import { hourOf } from "../example-reports";

export const from = 1_000_000_800;
export const minute = 60;

/** A run whose times are minutes after the beginning of the window. */
export function runAt(
  pipeline: string,
  [queued, started, finished]: readonly [number, number, number?],
  changes: Partial<ReportRun> = {},
): ReportRun {
  return {
    pipeline,
    number: `${pipeline}.${queued}`,
    runUrl: "https://dev.azure.com/contoso/_build/results?buildId=1",
    queueTime: from + queued * minute,
    startTime: from + started * minute,
    ...(finished === undefined ? {} : { finishTime: from + finished * minute }),
    verdict: "ok",
    ...changes,
  };
}

/** An hour with one run of each kind, at places that are easy to check. */
export const smallHour: MonitorReport = {
  ...hourOf(0, 0),
  from,
  to: from + 60 * minute,
  sentence: "4 problems in 6 runs.",
  problems: [],
  runs: [
    runAt("overlapping", [0, 6, 30]),
    runAt("overlapping", [12, 12, 60]),
    runAt("slow", [6, 6, 36], { verdict: "ranTooLong", limits: { maxSeconds: 15 * minute } }),
    runAt("late", [0, 30, 45], { verdict: "waitedTooLong", limits: { maxWaitSeconds: 5 * minute } }),
    runAt("broken", [30, 30, 33], { verdict: "failed", logUrl: "https://dev.azure.com/log" }),
    runAt("hanging", [15, 18], { verdict: "stuck" }),
  ],
  missedRuns: [{ pipeline: "forgotten", at: from + 45 * minute }],
  otherIssues: [],
  recoveries: [],
  rows: [],
  pipelines: [],
};

/** The shapes of each bar in each row, by the numbers that place them. */
export const drawn = (page: Page) =>
  page.locator(".row:not(.head)").evaluateAll((rows) =>
    rows.map((row) => [
      row.querySelector("b")?.textContent,
      ...[...row.querySelectorAll("[data-item]")].map((bar) =>
        [...bar.querySelectorAll("rect, line, svg")]
          .map((part) => {
            const [name, ...others] = ["class", "x", "x1", "width", "y"].map((key) => part.getAttribute(key));
            return [name, ...others.filter((value) => value !== null)].join(" ");
          })
          .join(", "),
      ),
    ]),
  );
