import type { Link, Moment, Text } from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import { words } from "../issue/parts";
import { fewRunsTogether } from "../rules/issues";
import { type Block, isLive } from "./blocks";
import { inRows } from "./grouping";
import { bracketed, capitalized, joined, listed } from "./phrases";
import { issuesIn } from "./report-line";

/** Whether it is about too few runs: no other issue is about a whole project. */
function isOfFewRuns(block: Block): boolean {
  return issuesIn(block).some(({ about }) => about === "project");
}

/** How many projects a title names. */
const maxNamed = 3;

/**
 * If several projects have too few runs, the line for all of them: "Fewer runs than expected in the last hour: Shop
 * (expected more than 10, found 2) · …", in as many blocks as have room in every chat.
 */
export function withFewRunsJoined(blocks: readonly Block[], sanitize: Sanitize): readonly Block[] {
  const few = blocks.filter(isOfFewRuns);
  const [first] = few;
  if (first === undefined || few.length === 1) return blocks;
  const group = few.flatMap(issuesIn);
  const { verdict, hasFigures } = fewRunsTogether(group);
  const nameOf = ({ project }: Block): Text => ({ name: project?.name ?? "" });
  const figuresOf = (block: Block) =>
    hasFigures ? bracketed(issuesIn(block).flatMap(({ figures }) => figures)) : [];
  const linked = (block: Block): (Link | Text | Moment)[] => {
    const page = block.links.find((link) => "url" in link);
    return [page === undefined ? nameOf(block) : { ...page, label: nameOf(block) }, ...figuresOf(block)];
  };
  const names = few.map((block) => [nameOf(block)]);
  const rows = inRows(few, linked, sanitize).map((some): Block => {
    const list = joined(some.map(linked), " · ");
    const inWords = some.map((block) => [nameOf(block), ...figuresOf(block)]);
    return {
      ...first,
      group,
      links: [],
      parts: [...capitalized([verdict]), words(": "), ...list],
      tells: some.flatMap(({ tells }) => tells),
      titles: [maxNamed, 2, 1].map((most) => ({
        phrase: [verdict, words(": "), ...listed(names, most)],
        parts: capitalized(list),
      })),
      shortTitle: [verdict, words(": "), ...joined(inWords, ", ")],
    };
  });
  return blocks.flatMap((block) => (block === first ? rows : isOfFewRuns(block) ? [] : [block]));
}

/** A last line with more of them is no last line. */
const maxContext = 3;

/** The worst first. Too few runs are context, and stand apart, unless nothing else is wrong. */
export function withContextApart(blocks: readonly Block[]): Record<"lines" | "footerLines", Block[]> {
  const all = [...blocks].sort((one, other) => one.rank - other.rank);
  const hasOthers = all.some((block) => isLive(block) && !isOfFewRuns(block));
  const isFew = all.filter(isOfFewRuns).flatMap(issuesIn).length <= maxContext;
  const isContext = (block: Block) => hasOthers && isFew && isOfFewRuns(block);
  return { lines: all.filter((block) => !isContext(block)), footerLines: all.filter(isContext) };
}
