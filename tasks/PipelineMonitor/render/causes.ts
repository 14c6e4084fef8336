import type { Phrase, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";
import type { Explanation, Issue } from "../issue/issue";
import { words } from "../issue/parts";
import { type Group, groupsOf } from "./grouping";
import { bracketed, listed } from "./phrases";

/** Behind the verdict; empty for a cause that stands for itself. */
export function byWhom({ explanation }: Issue): Text[] {
  return explanation?.byWhom === undefined ? [] : [words(explanation.byWhom)];
}

type ShownCause = Record<"line" | "name", readonly Text[]>;

/** The line is shown as code. An empty line is left out. */
export function shownCause({ line, name }: Pick<Explanation, "line" | "name">): ShownCause {
  return { line: oneLine(line).trim() === "" ? [] : [{ name: line, style: "code" }], name };
}

/** Empty if nobody knows the cause. */
export function causeOf(issue: Issue): Phrase {
  const [cause = []] = causeRows(shownCauseOf(issue));
  return cause;
}

export function shownCauseOf({ explanation }: Issue): ShownCause {
  // What completes the verdict is no cause beside it.
  const isShown =
    explanation !== undefined && explanation.sentence.length > 0 && explanation.byWhom === undefined;
  return isShown ? shownCause(explanation) : { line: [], name: [] };
}

/** One row or none. A name that the line itself has is left out. */
export function causeRows(cause: ShownCause): (readonly Text[])[] {
  const { line, name } = cause;
  const row = line.length === 0 || isSaid(cause) ? titleCauseOf(cause) : [...line, ...bracketed(name)];
  return row.length === 0 ? [] : [row];
}

/** A name says more at a glance than a line that does not have it. */
function titleCauseOf(cause: ShownCause): readonly Text[] {
  return isSaid(cause) ? cause.line : cause.name;
}

function isSaid({ line, name }: ShownCause): boolean {
  return textOf(line).includes(textOf(name));
}

/** How many causes a title has. */
const maxInTitle = 2;

/** The causes behind the verdict of a title, as far as it has room: the latest two, or the latest. */
export function titleCauses(group: Group): Phrase[] {
  const causes = causesIn(group).map(([latest]) => askedOf(latest) ?? titleCauseOf(shownCauseOf(latest)));
  const known = causes.filter((cause) => cause.length > 0);
  return Array.from({ length: Math.min(maxInTitle, known.length) }, (_, index) => [
    words(": "),
    ...listed(known, Math.min(maxInTitle, known.length) - index, "; "),
  ]);
}

/** "client secret expired, ask jane": who named a cause wants to read its name. Undefined for another cause. */
function askedOf({ explanation, alert }: Issue): Phrase | undefined {
  if (explanation?.isOfTeam !== true) return undefined;
  const { owner = "" } = alert ?? {};
  return [...explanation.name, ...(owner === "" ? [] : [words(", ask "), { name: owner }])];
}

/** In groups of one cause each, the latest first. Issues without a known cause share one, too. */
export function causesIn(group: Group): Group[] {
  const latestFirst = [...group].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  return groupsOf(latestFirst, (issue) => {
    const [row = []] = causeRows(shownCauseOf(issue));
    return row.length === 0 ? "" : (issue.explanation?.group?.key ?? textOf(row));
  });
}

/** In lower case. */
export function textOf(texts: readonly Text[]): string {
  return texts
    .map((text) => ("words" in text ? text.words : text.name))
    .join("")
    .toLowerCase();
}
