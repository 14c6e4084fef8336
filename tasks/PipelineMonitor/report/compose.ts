import { markdownLines } from "../../../shared/chat/markdown";
import { type Line, type Message, type Part, plainText } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import type { LeftOut } from "../alerts/left-out";
import type { Issue } from "../issue/issue";
import { words } from "../issue/parts";
import { groupedLines } from "./grouping";
import { allFinishedWell, allWell, type IssueLine, messageLine, nothingNew } from "./lines";

/** The lines of a message, and those among them that are issues. */
export interface MessageLines {
  issueLines: readonly IssueLine[];
  lines: readonly Line[];
}

/** What the message has of one project. */
export interface ProjectLines {
  /** The name of the project, if there are several. */
  project: string | undefined;
  issues: readonly Issue[];
  notes: readonly Line[];
}

/** Makes the lines of issues: one for each, unless runs of the same cause share one. */
export type LinesOf = (issues: readonly Issue[], lineOf: (issue: Issue) => IssueLine) => IssueLine[];

/** Makes a line for each issue. */
export const oneEach: LinesOf = (issues, lineOf) => issues.map(lineOf);

/** Makes a line for each issue, or for each group of issues with the same cause. */
export function groupedBy(sanitize: Sanitize): LinesOf {
  return (issues, lineOf) => groupedLines(issues, lineOf, sanitize);
}

/** A shortened message must still say what it does not say. */
const alwaysShown = { severity: "note", rank: -100, issueCount: 0 } as const;

/**
 * Returns the lines of a message: the issues and notes of each project, what is known and not repeated, and which
 * checks were skipped. Without issues and notes there is no message.
 */
export function composeMessage(
  projects: readonly ProjectLines[],
  leftOut: LeftOut,
  skipped: readonly string[],
  linesOf: LinesOf,
): MessageLines {
  const sections = projects.map(({ project, issues, notes }) => {
    const inProject = <L extends Line>(line: L) =>
      project === undefined ? line : withProject(line, project);
    return { issueLines: linesOf(issues, messageLine).map(inProject), notes: notes.map(inProject) };
  });
  const issueLines = sections.flatMap((section) => section.issueLines);
  const told = sections.flatMap((section) => [...section.issueLines, ...section.notes]);
  if (told.length === 0) return { issueLines, lines: [] };
  const known = knownParts(leftOut);
  const skippedParts = [words(`Could not check ${skipped.join(", ")}; see the step's log.`)];
  return {
    issueLines,
    lines: [
      ...told,
      ...(known.length === 0 ? [] : [{ parts: known, ...alwaysShown }]),
      ...(skipped.length === 0 ? [] : [{ parts: skippedParts, ...alwaysShown }]),
    ],
  };
}

function withProject<L extends Line>(line: L, project: string): L {
  return { ...line, parts: [{ name: project }, words(": "), ...line.parts] };
}

/** Returns what is not repeated: "3 known problems not repeated; next reminder 06:00 UTC." */
function knownParts({ knownCount, remindAt, now }: LeftOut): Part[] {
  if (knownCount === 0) return [];
  const day = (seconds: number) => Math.floor(seconds / 86_400);
  const reminder =
    remindAt === undefined
      ? []
      : [words("; next reminder "), { time: remindAt * 1000, isDated: day(remindAt) !== day(now) }];
  return [words(`${pluralize(knownCount, "known problem")} not repeated`), ...reminder, words(".")];
}

/**
 * Returns what is printed if there is no message (rule 7): that all is well, as far as was checked, and what the
 * message leaves out.
 */
export function quietText({ isWhole }: { isWhole: boolean }, leftOut: LeftOut, sanitize: Sanitize): string {
  const { knownCount, repeatedCount, silencedCount } = leftOut;
  if (repeatedCount + silencedCount === 0) return isWhole ? allWell : allFinishedWell;
  return [
    nothingNew,
    ...(isWhole ? [] : ["Some checks were skipped."]),
    ...(knownCount === 0 ? [] : [plainText(knownParts(leftOut), sanitize)]),
    ...(silencedCount === 0
      ? []
      : [
          `${pluralize(silencedCount, "issue")} ${silencedCount === 1 ? "is" : "are"} muted or in a maintenance window.`,
        ]),
  ].join(" ");
}

/** Renders the lines of a message for printing (rule 7), or the one in its place. */
export function renderPrintedLines(
  message: Pick<Message, "header" | "lines" | "owners">,
  quiet: string,
  sanitize: Sanitize,
): string[] {
  return message.lines.length === 0 ? [quiet] : markdownLines(message, sanitize);
}
