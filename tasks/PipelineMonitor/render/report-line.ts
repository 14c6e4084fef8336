import type { Line } from "../../../shared/chat/message";
import type { Issue } from "../issue/issue";
import type { Note } from "../issue/note";

/** A line of the message, and what it tells. */
export interface ReportLine extends Line {
  tells: readonly (Issue | Note)[];
  /** As it reads without the title, where the title takes a part of it. */
  whole?: Line;
  /** The name of its project, if the report is on several. */
  project?: string;
}

export function isOfReport(line: Line): line is ReportLine {
  return "tells" in line;
}

/** As it reads on its own. */
export function wholeOf(line: Line): Line {
  return isOfReport(line) ? (line.whole ?? line) : line;
}

export function issuesIn(line: Line): Issue[] {
  return isOfReport(line) ? line.tells.flatMap((one) => ("about" in one ? [one] : [])) : [];
}

export function isOfIssues(line: Line): boolean {
  return issuesIn(line).length > 0;
}
