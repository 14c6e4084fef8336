import {
  iconOf,
  type Line,
  type Message,
  type MessageForm,
  type OwnedPipelines,
} from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import { isIssue } from "../issue/finding";
import { subjectOfIssue } from "../issue/issue";
import { projectOf } from "../issue/ledger";
import { words } from "../issue/parts";
import { missedBy } from "../issue/place";
import type { MessageReport, ToldProject } from "../issue/report";
import { unsilenced } from "../issue/silenced";
import { lineAsRead } from "./as-read";
import type { Block, Title } from "./blocks";
import { renderFooter } from "./footer";
import { groupedLines, header, lineAfter } from "./lines";
import { namesInMessage, namesInMessages } from "./names";
import { lineOfNote } from "./notes";
import { restLine } from "./overflow";
import { filled } from "./phrases";
import { productBlocks, productTitle } from "./project-blocks";
import type { ReportLine } from "./report-line";
import { onlyOf } from "./title";
import { contextLines, contextOf, isOnOne } from "./totals";

export interface ComposedMessage extends Message {
  /** Its lines as they read without the title. */
  alone: readonly Line[];
}

/** Composes the message on all projects in a form. Without issues and notes, it has no lines. */
export function composeMessage(
  report: MessageReport,
  form: MessageForm,
  ownRun: URL | undefined,
  sanitize: Sanitize,
): ComposedMessage {
  const owners = ownersOf(report.projects);
  if (form === "product") return { ...productMessage(report, ownRun, sanitize), header, owners };
  const lines = specificationLines(report);
  return { header, title: [], lines, alone: lines, footer: [], owners };
}

/** The lines in the specification's words and order. Its format has neither a title nor a footer. */
function specificationLines(report: MessageReport): Line[] {
  const all = report.projects.flatMap((project) => {
    const { config, issues, notes } = project;
    const nameOf = namesInMessage(project);
    const lines = [
      ...groupedLines(unsilenced(issues)).map((line) => {
        // Others tell the run by its number.
        const isOfBranch = line.tells.every((issue) => isIssue(issue) && missedBy(issue) !== undefined);
        return lineAsRead(line, project, isOfBranch ? nameOf : ({ pipeline }) => nameOf({ pipeline }));
      }),
      ...unsilenced(notes).map((note) => lineAsRead(lineOfNote(note), project, nameOf)),
    ];
    return isOnOne(report) ? lines : lines.map((line) => lineAfter(line, projectOf(config)));
  });
  all.push(...unsilenced(report.notes).map(lineOfNote));
  return all.length === 0 ? [] : [...all, ...contextLines(report)];
}

/** For people with a phone: the worst first, and at the end what was checked. */
function productMessage(report: MessageReport, ownRun: URL | undefined, sanitize: Sanitize) {
  const { lines, footerLines } = productBlocks(report, sanitize);
  const title = productTitle(report, lines, sanitize);
  const nameOf = namesInMessages(report.projects);
  return {
    title: [...lines.slice(0, 1).map((worst) => words(`${iconOf(worst)} `)), ...title.phrase],
    lines: lines.map((line) => (line === onlyOf(lines) ? beneath(line, title) : line)),
    alone: [...lines, ...footerLines],
    rest: (omitted: readonly Line[]) => restLine(omitted, ownRun, sanitize, nameOf),
    footer: renderFooter(
      report.projects,
      [...footerLines.map(({ shortTitle }) => shortTitle), ...contextOf(report)],
      ownRun,
    ),
    footerLines,
  };
}

/** The line that the title is about, without what the title says, unless nothing else is left. */
function beneath(block: Block, { parts = block.parts, cause }: Title): ReportLine {
  const { rows, links } = block;
  const [first, ...others] = filled([parts, ...(cause === undefined ? rows : [cause, ...rows.slice(1)])]);
  return first === undefined && links.length === 0
    ? block
    : { ...block, parts: first ?? [], rows: others, isBeneathTitle: true };
}

/** Whoever writes the message names each owner once. */
function ownersOf(projects: readonly ToldProject[]): OwnedPipelines[] {
  return projects.flatMap((project) => {
    const nameOf = namesInMessage(project);
    return unsilenced(project.issues).flatMap((issue) => {
      const [owner, subject] = [issue.alert?.mention, subjectOfIssue(issue)];
      return owner && subject.pipeline ? [{ owner, pipelines: [nameOf(subject)] }] : [];
    });
  });
}
