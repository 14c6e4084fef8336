import pMap from "p-map";
import { type LogPlace, placeOfLine, type Timeline } from "../../../shared/azure-devops/timeline";
import { type Issue, isOfFailedRun, runOf } from "../issue/issue";
import type { OptionalStage } from "../issue/stage";
import { runIdOf } from "./log-search";
import { placeOfFailure } from "./run-failure";
import { withTimelines } from "./timelines";

/**
 * Links the logs of the issues that a product is told of, each at its line on the page of its run: of a failed run, the step
 * that failed. If a timeline does not name the log or cannot be read, the specification's URL stays.
 */
export const logPages = (isTold: (issue: Issue) => boolean): OptionalStage => ({
  name: "the pages of logs",
  isEnabled: ({ issues }) => issues.some(isTold),
  async run(report, context) {
    const withPage = (issue: Issue, place: LogPlace | "unknown") => {
      const { links } = issue;
      if (place === "unknown" || links.runPage === undefined) return issue;
      return { ...issue, links: { ...links, place, logPage: pageOf(links.runPage, place) } };
    };
    const issues = await withTimelines(context, (read) =>
      pMap(
        report.issues,
        async (issue) => {
          const { choice, place, lineNumber } = issue.links;
          const runId = runIdOf(issue);
          if (!isTold(issue) || runId === undefined) return issue;
          if (place !== undefined) return withPage(issue, place);
          if (choice?.logId === undefined) return issue;
          const timeline = await read(runId);
          const shown = { logId: choice.logId, line: lineNumber };
          const found = timeline && logPlaceOf(issue, timeline, shown);
          return withPage(issue, found ?? "unknown");
        },
        { concurrency: context.connections },
      ),
    );
    return { ...report, issues };
  },
});

function logPlaceOf(
  issue: Issue,
  timeline: Timeline,
  shown: { logId: number; line: number | undefined },
): LogPlace | undefined {
  const run = runOf(issue);
  return run !== undefined && isOfFailedRun(issue)
    ? placeOfFailure(timeline, run.result, shown)
    : placeOfLine(timeline, shown.logId, shown.line);
}

function pageOf(runPage: URL, { job, step, line }: LogPlace): URL {
  const page = new URL(runPage);
  page.search += `&view=logs&j=${job}`;
  if (step !== undefined) page.search += `&t=${step}`;
  if (line !== undefined) page.search += `&l=${line}`;
  return page;
}
