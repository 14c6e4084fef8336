import {
  iconOf,
  type Line,
  type Message,
  type MessageForm,
  type OwnedPipelines,
  type Part,
  type Phrase,
  plainText,
} from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import { attempt, type Context } from "../issue/context";
import { type Issue, pipelineNameOf } from "../issue/issue";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";
import { toldElsewhere } from "../issue/reason";
import type { Lasting, ProjectReport, Report } from "../issue/report";
import { type Block, blockOfNote } from "./blocks";
import { withContextApart, withFewRunsJoined } from "./few-runs";
import { groupedLines, header, messageLine } from "./lines";
import { restLine } from "./overflow";
import { capitalized, joined } from "./phrases";
import { projectBlocks } from "./project-blocks";
import type { ReportLine } from "./report-line";
import { onlyOf, renderFooter, renderTitle } from "./title";
import { contextLines, contextOf, countProblems, unsilenced } from "./totals";

/** The rest of a report follows from these members. */
type ToCompose = Pick<Report, "config" | "projects" | "unread" | "notes" | "skipped">;

/**
 * Composes the message on all projects in a form, and returns the names of all skipped checks. Without issues and notes, it
 * has no lines. If issues cannot be grouped, each has a line of its own.
 */
export async function composeMessage(
  report: ToCompose,
  form: MessageForm,
  ownRun: URL | undefined,
  context: Pick<Context, "agent" | "cancelled">,
): Promise<Pick<Report, "message" | "skipped">> {
  const { sanitize } = context.agent;
  const name = "groups of causes";
  const compose = (of: ToCompose, isGrouped: boolean) => {
    if (form === "product")
      return {
        ...productMessage(of, ownRun, (project) => projectBlocks(project, sanitize, isGrouped), sanitize),
        rest: (omitted: readonly Line[], maxNames: number) => restLine(omitted, maxNames, ownRun, sanitize),
      };
    return specificationMessage(of, (issues) =>
      isGrouped ? groupedLines(issues, messageLine) : issues.map(plainLine),
    );
  };
  const message = await attempt(name, context, () => compose(report, true));
  if (message !== undefined) return { message, skipped: report.skipped };
  const skipped = [...report.skipped, name];
  return { message: compose({ ...report, skipped }, false), skipped };
}

/** In the plain form of the rules. */
function plainLine(issue: Issue): ReportLine {
  return { ...messageLine({ ...issue, explanation: undefined }), tells: [issue] };
}

/** Composes the message in the specification's words and order. Its format has neither a title nor a footer. */
function specificationMessage(
  report: ToCompose,
  issueLines: (issues: readonly Issue[]) => readonly ReportLine[],
): Message {
  const { projects, notes } = report;
  const told = [
    ...linesOf(
      report,
      ({ issues, notes }) => [...issueLines(unsilenced(issues)), ...unsilenced(notes).map(noteLine)],
      lineAfter,
    ),
    ...unsilenced(notes).map(noteLine),
  ];
  const lines = told.length === 0 ? [] : [...told, ...contextLines(report)];
  return { header, title: [], lines, footer: [], owners: ownersOf(projects) };
}

/** Composes the message for people with a phone: the worst first, and at the end what was checked. */
function productMessage(
  report: ToCompose,
  ownRun: URL | undefined,
  blocksOf: (project: ProjectReport) => readonly Block[],
  sanitize: Sanitize,
): Message {
  const { config, projects, unread, notes } = report;
  const told = [...linesOf(report, blocksOf, blockAfter), ...unsilenced(notes).map(blockOfNote)];
  const all = withFewRunsJoined(told, sanitize);
  const { lines, footerLines } = withContextApart(all);
  const count = projects.length + unread.length;
  const title = renderTitle(
    count > 1 ? words(`${count} projects`) : { name: config.projectName },
    lines,
    [...projects.flatMap((project) => unsilenced(project.notes)), ...unsilenced(notes)],
    problemsIn(report),
    sanitize,
  );
  return {
    header,
    title: [...lines.slice(0, 1).map((worst) => words(`${iconOf(worst)} `)), ...title],
    lines: lines.map((line) => (line === onlyOf(lines) ? besideTitle(line, title, sanitize) : line)),
    footer: renderFooter(
      projects,
      [...footerLines.map(({ shortTitle }) => shortTitle), ...contextOf(report)],
      ownRun,
    ),
    footerLines,
    owners: ownersOf(projects),
  };
}

/** The problems that this chat has been or will be told of. What no project has is told by name. */
function problemsIn({ projects }: ToCompose): number {
  const isHere = ({ silenced }: Lasting) => silenced?.by !== toldElsewhere;
  const own = projects.map((project) => ({ ...project, lasting: project.lasting.filter(isHere) }));
  return countProblems({ projects: own, lasting: [] });
}

/** The line that the title is about, without what the title says, unless nothing else is left. */
function besideTitle(block: Block, title: Phrase, sanitize: Sanitize): ReportLine {
  const plain = (parts: readonly Part[]) => plainText(parts, sanitize).toLowerCase();
  const { parts, beside, rows = [], links = [] } = block;
  const said = plain(title);
  const isSaid = (row: readonly Part[]) => said.includes(plain(row).replace(/^ \(|\)$/g, ""));
  // A name that the title shortens stays.
  const isNamed = parts.every((part) => !("style" in part && part.style === "strong") || isSaid([part]));
  const news = beside?.filter((phrase) => !isSaid(phrase)) ?? [];
  const begin = isNamed && beside !== undefined ? capitalized(joined(news, ", ")) : parts;
  const [first, ...others] = [begin, ...rows]
    .filter((row) => !isSaid(row))
    // The name of a cause, in brackets behind its line.
    .map((row) => (row.slice(0, 1).some(isCode) && isSaid(row.slice(1)) ? row.slice(0, 1) : row));
  if (first === undefined && links.length === 0) return block;
  return { ...block, parts: first ?? [], rows: others, whole: block };
}

function isCode(part: Part): boolean {
  return "style" in part && part.style === "code";
}

/** If there are several projects, `named` puts the project's name before each line. */
function linesOf<L extends Line>(
  { projects, unread }: ToCompose,
  of: (project: ProjectReport) => readonly L[],
  named: (line: L, project: string) => L,
): L[] {
  const isOnly = projects.length + unread.length === 1;
  return projects.flatMap((project) =>
    of(project).map((line) => (isOnly ? line : named(line, project.config.projectName))),
  );
}

function lineAfter(line: ReportLine, project: string): ReportLine {
  return { ...line, project, parts: [{ name: project }, words(": "), ...line.parts] };
}

function blockAfter(block: Block, project: string): Block {
  const { titles, shortTitle } = block;
  return {
    ...block,
    ...lineAfter(block, project),
    titles: titles.map((title) => [{ name: project }, words(": "), ...title]),
    shortTitle: [...shortTitle, words(" in "), { name: project }],
  };
}

function noteLine(note: Note): ReportLine {
  const { parts, severity, rank } = note;
  return { parts, severity, rank, tells: [note] };
}

/** Each owner once. */
function ownersOf(projects: readonly ProjectReport[]): OwnedPipelines[] {
  const pipelines = new Map<string, Set<string>>();
  for (const issue of projects.flatMap(({ issues }) => unsilenced(issues))) {
    const { mention = "" } = issue.alert ?? {};
    const pipeline = pipelineNameOf(issue);
    if (mention !== "" && pipeline !== undefined)
      pipelines.set(mention, (pipelines.get(mention) ?? new Set()).add(pipeline));
  }
  return [...pipelines].map(([owner, names]) => ({ owner, pipelines: [...names] }));
}
