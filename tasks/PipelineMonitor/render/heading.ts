import type { Phrase } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { isIssue, isNote } from "../issue/finding";

import type { Issue } from "../issue/issue";
import { words } from "../issue/parts";
import { isKeptQuiet, problemsOf } from "../issue/problems";
import type { Lasting, ToldProject } from "../issue/report";
import { groupedBlocks } from "./block-groups";
import type { Block } from "./blocks";
import { causeOf } from "./causes";
import { withContextApart } from "./few-runs";
import { blockOfNote } from "./notes";
import { after, capitalized, listed, unstyled, withoutLinks } from "./phrases";
import { problemsInOrder } from "./problems";
import { issuesIn } from "./report-line";
import { withTotal } from "./title";

/** As in the message: those with the same cause share a block. */
function problemBlocks(
  lasting: readonly Lasting[],
  sanitize: Sanitize,
  passed: readonly Issue[] = [],
): Block[] {
  const contents = [...problemsInOrder(lasting).map(({ entry }) => entry.content), ...passed];
  const issues = contents.filter((content) => isIssue(content));
  return [...contents.filter(isNote).map(blockOfNote), ...groupedBlocks(issues, sanitize)];
}

/** How many problems a heading names. */
const maxNamed = 2;

/**
 * The problems: "invoices failing since 03:07 UTC: no space left on device", or "4 problems: invoices failing since
 * 03:07 UTC, export did not start at 05:00 UTC, and more; 1 muted". Undefined if there are none. `general` are those of no
 * project.
 */
export function renderHeading(
  project: ToldProject,
  general: readonly Lasting[],
  sanitize: Sanitize,
): Phrase | undefined {
  const { lasting, passed, count } = problemsOf(project, general);
  const quiet = project.lasting.filter(isKeptQuiet);
  if (count === 0)
    return quiet.length === 0
      ? undefined
      : [words(`No problems, except ${calmCounts(quiet)}: `), ...several(problemBlocks(quiet, sanitize))];
  const { lines: blocks, footerLines } = withContextApart(problemBlocks(lasting, sanitize, passed.flat()));
  const [first, ...others] = blocks;
  const end = quiet.length === 0 ? [] : [words(`; ${calmCounts(quiet)}`)];
  if (first !== undefined && others.length + footerLines.length === 0) {
    const title = first.titles[0]?.phrase ?? [];
    if (count > 1) return [...(first.breadth === count ? title : withTotal(count, title)), ...end];
    return [...capitalized(lasting.length === 1 ? single(first) : title), ...end];
  }
  return [words(`${pluralize(count, "problem")}: `), ...several(blocks, footerLines.length > 0), ...end];
}

/** "1 muted, 2 below their threshold" */
function calmCounts(quiet: readonly Lasting[]): string {
  const reasons = [...new Set(quiet.map(({ silenced }) => silenced?.by.heading))];
  return reasons
    .flatMap((heading) => {
      const { length } = quiet.filter(({ silenced }) => silenced?.by.heading === heading);
      return heading === undefined ? [] : [`${length} ${length === 1 ? heading.one : heading.many}`];
    })
    .join(", ");
}

function several(blocks: readonly Block[], hasMore = false): Phrase {
  const all = [...blocks.map(shortOf), ...(hasMore ? [[]] : [])];
  return listed(all, Math.min(maxNamed, blocks.length));
}

function single(block: Block): Phrase {
  const [issue] = issuesIn(block);
  return [...shortOf(block), ...after(": ", issue === undefined ? [] : causeOf(issue))];
}

/** A failed run has its time. */
function shortOf(block: Block): Phrase {
  const { shortTitle, parts, tells } = block;
  const [issue] = issuesIn(block);
  const isFailure = tells.length === 1 && issue?.waited !== undefined;
  if (!isFailure || issue.limits !== undefined || issue.plural !== undefined) return shortTitle;
  return withoutLinks(parts).map(unstyled);
}
