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

/** How the lines of issues are made of them: each its own, unless runs of the same cause share one. */
export type LinesOf = (issues: readonly Issue[], lineOf: (issue: Issue) => Line) => Line[];

/** A line for each issue. */
export const oneEach: LinesOf = (issues, lineOf) => issues.map(lineOf);

/** A line for each issue, or for each group of issues with the same cause. */
export function groupedBy(sanitize: Sanitize): LinesOf {
  return (issues, lineOf) => groupedLines(issues, lineOf, sanitize);
}

/**
 * The lines of a message: the issues, the notes, and which checks were skipped. That checks were skipped is no reason
 * for a message of its own.
 */
export function composeMessage(
  { issues, notes }: { issues: readonly Issue[]; notes: readonly Line[] },
  skipped: readonly string[],
  linesOf: LinesOf,
): MessageLines {
  const issueLines = linesOf(issues, messageLine);
  const told = [...issueLines, ...notes];
  // Of the highest rank: a message that has been cut must not look like one that saw all.
  const skippedLine = {
    parts: [words(`Left out: ${skipped.join(", ")}; the log of the step says why.`)],
    rank: -1,
    issueCount: 0,
  };
  return { issueLines, lines: skipped.length === 0 || told.length === 0 ? told : [...told, skippedLine] };
}

/** What is printed when there is no message (rule 7): that all is well, as far as it was seen. */
export function quietLine({ isWhole }: { isWhole: boolean }): string {
  return isWhole ? allWell : allFinishedWell;
}

/** The lines of a message as they are printed (rule 7), or the one in its place. */
export function renderPrintedLines(message: Message, quiet: string, sanitize: Sanitize): string[] {
  return message.lines.length === 0 ? [quiet] : markdownLines(message, sanitize);
}
