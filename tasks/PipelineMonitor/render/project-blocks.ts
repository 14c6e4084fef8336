import { groupBy } from "../../../shared/group-by";
import type { Project } from "../../../shared/project";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { isIssue, subjectIn } from "../issue/finding";

import { recordOf } from "../issue/issue";
import { projectOf } from "../issue/ledger";
import { type Note, recoveryNote } from "../issue/note";
import { words } from "../issue/parts";
import { successesAfter } from "../issue/problems";
import type { CheckedRun, Lasting, MessageReport, ToldProject } from "../issue/report";
import { toldElsewhere, unsilenced } from "../issue/silenced";
import { asRead } from "./as-read";
import { groupedBlocks } from "./block-groups";
import { type Block, logLinks, type Title, withPhrases } from "./blocks";
import { causeOf } from "./causes";
import { withContextApart, withFewRunsJoined } from "./few-runs";
import { countIn, type Group, latestOf, numbersOf } from "./grouping";
import { lineAfter } from "./lines";
import { namesInMessage } from "./names";
import { blockOfNote } from "./notes";
import { after, filled } from "./phrases";
import { pageOf } from "./problems";
import { renderTitle } from "./title";
import { countProblems, isOnOne } from "./totals";

/** The blocks that are told, the worst first, and those that are only context. */
export function productBlocks(report: MessageReport, sanitize: Sanitize) {
  const ofProjects = report.projects.flatMap((project) => {
    const blocks = projectBlocks(project, sanitize);
    return isOnOne(report) ? blocks : blocks.map((block) => blockAfter(block, projectOf(project.config)));
  });
  const all = [...ofProjects, ...unsilenced(report.notes).map(blockOfNote)];
  return withContextApart(withFewRunsJoined(all, sanitize));
}

function blockAfter(block: Block, project: Project): Block {
  const { titles, shortTitle } = block;
  return {
    ...lineAfter(block, project),
    titles: titles.map((title) => ({
      ...title,
      phrase: [{ name: project.name }, words(": "), ...title.phrase],
    })),
    shortTitle: [...shortTitle, words(" in "), { name: project.name }],
  };
}

/** The title of these blocks. It counts the problems that this chat has been or will be told of. */
export function productTitle(report: MessageReport, lines: readonly Block[], sanitize: Sanitize): Title {
  const { config, projects, unread } = report;
  const name = isOnOne(report)
    ? { name: config.projectName }
    : words(`${projects.length + unread.length} projects`);
  const isHere = ({ silenced }: Lasting) => silenced?.by !== toldElsewhere;
  const own = projects.map((project) => ({ ...project, lasting: project.lasting.filter(isHere) }));
  // What no project has is told by name.
  return renderTitle(name, lines, countProblems(own), sanitize);
}

/** Everything that a message says of a project, as of its report. */
export function projectBlocks(report: ToldProject, sanitize: Sanitize): Block[] {
  const nameOf = namesInMessage(report);
  const bySuccess = groupBy(unsilenced(report.issues), successesAfter(report));
  const notes = unsilenced(report.notes);
  const over = [...bySuccess].flatMap(([run, failures]) =>
    run === undefined ? [] : [recoveredBlock(failures, recoveryIn(notes, run, failures, report), sanitize)],
  );
  const ended = new Set([...bySuccess.keys()].map((run) => run?.id));
  const others = notes.filter(
    ({ run, severity }) => severity !== "recovery" || run === undefined || !ended.has(run.id),
  );
  return [
    ...groupedBlocks(bySuccess.get(undefined) ?? [], sanitize).map((block) => withPage(block, report)),
    ...over,
    ...others.map((note) => withPage(blockOfNote(note), report)),
  ].map((block) => withPhrases(block, (phrase) => asRead(phrase, report, nameOf)));
}

/** The history's, if there is one: it counts the failures of earlier reports, too. */
function recoveryIn(
  notes: readonly Note[],
  run: CheckedRun,
  failures: Group,
  { runPage }: ToldProject,
): Note {
  const ofHistory = notes.find((note) => note.replacesEnd === true && note.run?.id === run.id);
  const text = `works again after ${pluralize(countIn(failures), "failure")}`;
  return ofHistory ?? recoveryNote(run, runPage(run.id), text);
}

/** "price feed works again after 3 failures", why it had failed, and the runs, of which a later one has ended the problem. */
function recoveredBlock(failures: Group, note: Note, sanitize: Sanitize): Block {
  const latest = latestOf(failures);
  const { links, ...block } = blockOfNote(note);
  const logs = logLinks(latest).map((log) => ({ ...log, label: words("Log of the failure") }));
  const failed = [words("Failed: "), ...numbersOf(failures, sanitize)];
  const rows = filled([after("Cause: ", causeOf(latest)), failed]);
  return { ...block, rows, links: [...links, ...logs], tells: [...failures, note] };
}

/** A problem of a pipeline or the project, and its end, have no run to link. */
function withPage(block: Block, report: ToldProject): Block {
  const { tells, severity, links } = block;
  const [first] = tells;
  if (first === undefined) return block;
  const isLinked = isIssue(first)
    ? recordOf(first) === undefined
    : first.run === undefined && severity === "recovery";
  return isLinked ? { ...block, links: [pageOf(subjectIn(first), report), ...links] } : block;
}
