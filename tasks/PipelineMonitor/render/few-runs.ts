import type { Link, Phrase } from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import { issuesIn } from "../issue/issue";
import { words } from "../issue/parts";
import { type Block, bracketed, capitalized } from "./blocks";
import { inRows, joined, namesIn } from "./run-lists";

/** Whether it is about too few runs: no other issue is about a whole project. */
export function isOfFewRuns(block: Block): boolean {
  return issuesIn(block).some(({ about }) => about === "project");
}

/** How many projects a title names. */
const maxNamed = 3;

/** One block in place of those on too few runs of several projects: "Fewer runs than expected in the last hour: Shop (expected more than 10, found 2) · …" */
export function withFewRunsJoined(blocks: readonly Block[], sanitize: Sanitize): Block[] {
  const few = blocks.filter(isOfFewRuns);
  const [first] = few;
  if (first === undefined || few.length === 1) return [...blocks];
  const group = few.flatMap(issuesIn);
  const isNone = group.every(({ code }) => code === "noRuns");
  const verdict = words(
    isNone ? "no runs finished in the last hour" : "fewer runs than expected in the last hour",
  );
  const figuresOf = (block: Block): Phrase =>
    isNone ? [] : bracketed(issuesIn(block).flatMap(({ figures }) => figures));
  const names = few.map(({ project = "" }) => ({ name: project }));
  const listed = (some: readonly Block[]) =>
    joined(
      some.map((block) => [{ name: block.project ?? "" }, ...figuresOf(block)]),
      ", ",
    );
  const titles = Array.from({ length: maxNamed }, (_, index) => [
    verdict,
    words(": "),
    ...namesIn(names, maxNamed - index),
  ]);
  const linked = (block: Block): (Link | Phrase[number])[] => {
    const page = block.links?.find((link) => "url" in link);
    const label = { name: block.project ?? "" };
    return [page === undefined ? label : { ...page, label }, ...figuresOf(block)];
  };
  const joinedBlocks = inRows(few, linked, sanitize).map(
    (some): Block => ({
      ...first,
      links: [],
      parts: [...capitalized([verdict]), words(": "), ...joined(some.map(linked))],
      beside: [joined(some.map(linked))],
      tells: some.flatMap(({ tells }) => tells),
      titles,
      shortTitle: [verdict, words(": "), ...listed(some)],
      group,
    }),
  );
  return blocks.flatMap((block) => (block === first ? joinedBlocks : isOfFewRuns(block) ? [] : [block]));
}
