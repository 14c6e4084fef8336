import type { Phrase } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { isSameDay } from "../../../shared/text/zone";
import { successesAfter } from "../issue/ended";
import { pipelineIn } from "../issue/entry";
import type { Issue } from "../issue/issue";
import { type Note, recoveryNote } from "../issue/note";
import { words } from "../issue/parts";
import type { CheckedRun, ProjectReport } from "../issue/report";
import { endOf } from "../issue/window";
import { groupedBlocks } from "./block-groups";
import { type Block, blockOf, blockOfNote, logLinks } from "./blocks";
import { causeRows, shownCauseOf } from "./causes";
import { countIn, type Group, groupsOf, latestOf } from "./grouping";
import { pageOf } from "./problems";
import { numbersOf } from "./run-lists";
import { unsilenced } from "./totals";

/** Everything that a message says of a project, as of its report. */
export function projectBlocks(report: ProjectReport, sanitize: Sanitize, isGrouped = true): Block[] {
  const { over, issues, notes } = withoutEnded(report);
  const blocks = isGrouped ? groupedBlocks(issues, sanitize) : issues.map(blockOf);
  return [
    ...blocks.map((block) => withPage(block, report)),
    ...over.map((one) => recoveredBlock(one, sanitize)),
    ...notes.map((note) => withPage(blockOfNote(note), report)),
  ].map((block) => withDays(block, report));
}

/** The failures of a pipeline that works again, and the run that shows it. */
interface Ended {
  failures: Group;
  run: CheckedRun;
  note: Note;
}

/** Sets apart the failures that a later run of the same report ended. */
function withoutEnded(report: ProjectReport) {
  const [issues, notes] = [unsilenced(report.issues), unsilenced(report.notes)];
  const successAfter = successesAfter(report);
  const isEnded = (issue: Issue) => successAfter(issue) !== undefined;
  const over = groupsOf(issues.filter(isEnded), (issue) => String(successAfter(issue)?.id)).flatMap(
    (failures): Ended[] => {
      const run = successAfter(failures[0]);
      if (run === undefined) return [];
      const text = `works again after ${pluralize(countIn(failures), "failure")}`;
      // What the history says counts the failures of earlier reports, too.
      const told = notes.find((note) => note.since !== undefined && note.run?.id === run.id);
      return [{ failures, run, note: told ?? recoveryNote(run, report.runPage(run.id), text) }];
    },
  );
  const ended = new Set(over.map(({ run }) => run.id));
  return {
    over,
    issues: issues.filter((issue) => !isEnded(issue)),
    notes: notes.filter(
      ({ run, severity }) => severity !== "recovery" || run === undefined || !ended.has(run.id),
    ),
  };
}

/** "price feed works again after 3 failures", why it had failed, and the runs. */
function recoveredBlock({ failures, note }: Ended, sanitize: Sanitize): Block {
  const latest = latestOf(failures);
  const { links = [], ...block } = blockOfNote(note);
  const logs = logLinks(latest).map((log) => ({ ...log, label: words("Log of the failure") }));
  const failed = [words("Failed: "), ...numbersOf(failures, sanitize)];
  const causes = causeRows(shownCauseOf(latest)).map((row) => [words("Cause: "), ...row]);
  return { ...block, rows: [...causes, failed], links: [...links, ...logs], tells: [...failures, note] };
}

/** A problem of a pipeline or the project, and its end, have no run to link. */
function withPage(block: Block, report: ProjectReport): Block {
  const { tells, severity, links = [] } = block;
  const [first] = tells;
  if (first === undefined || ("about" in first ? isOfRun(first) : first.run !== undefined)) return block;
  if (!("about" in first) && severity !== "recovery") return block;
  return { ...block, links: [pageOf(pipelineIn(first), report), ...links] };
}

function isOfRun({ about }: Issue): boolean {
  return about !== "project" && !("pipeline" in about);
}

/** A moment of another day than the report's has its date. */
function withDays(block: Block, { window, config }: ProjectReport): Block {
  const dated = <T extends Block["parts"][number]>(part: T): T =>
    "time" in part && !isSameDay(part.time / 1000, endOf(window), config.zone)
      ? { ...part, isDated: true }
      : part;
  const phrase = (some: Phrase) => some.map(dated);
  return {
    ...block,
    parts: block.parts.map(dated),
    ...(block.rows === undefined ? {} : { rows: block.rows.map((row) => row.map(dated)) }),
    ...(block.beside === undefined ? {} : { beside: block.beside.map((row) => row.map(dated)) }),
    titles: block.titles.map(phrase),
    shortTitle: phrase(block.shortTitle),
  };
}
