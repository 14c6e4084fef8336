import { markdownLines } from "../../../shared/chat/markdown";
import type { Line, Message } from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import type { Issue } from "../rules/finding";
import { words } from "../rules/run-parts";
import { groupedLines } from "./grouping";
import { allFinishedWell, allWell, messageLine } from "./lines";

/** The lines of a message, and those among them that are issues. */
export interface MessageLines {
  issueLines: readonly Line[];
  lines: readonly Line[];
}

/** Makes the lines of issues: one for each, unless runs of the same cause share one. */
export type LinesOf = (issues: readonly Issue[], lineOf: (issue: Issue) => Line) => Line[];

/** Makes a line for each issue. */
export const oneEach: LinesOf = (issues, lineOf) => issues.map(lineOf);

/** Makes a line for each issue, or for each group of issues with the same cause. */
export function groupedBy(sanitize: Sanitize): LinesOf {
  return (issues, lineOf) => groupedLines(issues, lineOf, sanitize);
}

/**
 * Returns the lines of a message: the issues, the notes, and which checks were skipped. If only checks were
 * skipped, there is no message.
 */
export function composeMessage(
  { issues, notes }: { issues: readonly Issue[]; notes: readonly Line[] },
  skipped: readonly string[],
  linesOf: LinesOf,
): MessageLines {
  const issueLines = linesOf(issues, messageLine);
  const told = [...issueLines, ...notes];
  // It has the highest rank: a shortened message must still say that checks were skipped.
  const skippedLine = {
    parts: [words(`Left out: ${skipped.join(", ")}; the log of the step says why.`)],
    rank: -1,
    issueCount: 0,
  };
  return { issueLines, lines: skipped.length === 0 || told.length === 0 ? told : [...told, skippedLine] };
}

/** Returns what is printed if there is no message (rule 7): that all is well, as far as was checked. */
export function quietLine({ isWhole }: { isWhole: boolean }): string {
  return isWhole ? allWell : allFinishedWell;
}

/** Renders the lines of a message for printing (rule 7), or the one in its place. */
export function renderPrintedLines(message: Message, quiet: string, sanitize: Sanitize): string[] {
  return message.lines.length === 0 ? [quiet] : markdownLines(message, sanitize);
}
