import type { Line } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import type { Project } from "../../../shared/project";
import { pluralize } from "../../../shared/text/pluralize";
import { type Finding, isIssue } from "../issue/finding";
import type { Issue } from "../issue/issue";
import type { Note } from "../issue/note";
import { placeOf } from "../issue/place";

/** A line of the message, and what it tells. */
export interface ReportLine extends Line {
  tells: readonly Finding[];
  /** Undefined if the report is on one. */
  project?: Project;
}

export function isOfReport(line: Line): line is ReportLine {
  return "tells" in line;
}

export function issuesIn(line: Line): Issue[] {
  return isOfReport(line) ? line.tells.filter((content) => isIssue(content)) : [];
}

export function isOfIssues(line: Line): boolean {
  return issuesIn(line).length > 0;
}

/** One issue for each problem that the lines tell, as `problemsOf` counts them. What has ended is none. */
export function problemsTold(lines: readonly ReportLine[]): ReturnType<typeof problemsIn> {
  const all = lines.flatMap((line) => (line.severity === "recovery" ? [] : problemsIn(line)));
  return [...new Map(all.map((problem) => [problem.key, problem])).values()];
}

/** The issues of a line, and what is equal for those of one problem. */
export function problemsIn(line: ReportLine): { key: unknown; issue: Issue; project: Project | undefined }[] {
  const { project } = line;
  return issuesIn(line).map((issue) => {
    // A project has one issue about itself, and several may share a line.
    const key = issue.about === "project" ? issue : JSON.stringify([project?.id, placeOf(issue, 0).key]);
    return { key, issue, project };
  });
}

/** Such as "2 mutes ended". */
export function tallies(notes: readonly Note[]): string[] {
  const all = notes.flatMap(({ tally }) => tally ?? []);
  return [...groupBy(all, ({ what }) => what)].map(
    ([what, some]) => `${pluralize(some.length, some[0].thing)} ${what}`,
  );
}
