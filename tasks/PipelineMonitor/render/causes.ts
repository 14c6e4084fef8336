import type { Phrase, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";
import type { Explanation, Issue } from "../issue/issue";
import { words } from "../issue/parts";
import { type Group, groupsOf } from "./grouping";
import { bracketed, filled, listed } from "./phrases";

/** Behind the verdict; empty for a cause that stands for itself. */
export function byWhom({ explanation }: Issue): Text[] {
  return explanation?.byWhom === undefined ? [] : [words(explanation.byWhom)];
}

type ShownCause = Record<"line" | "name", readonly Text[]>;

/** The line is shown as code. An empty line is left out. What completes the verdict is no cause beside it. */
export function shownCause(explanation: Explanation | undefined): ShownCause {
  if (explanation === undefined || explanation.byWhom !== undefined) return { line: [], name: [] };
  const { line, sourcePlace, name } = explanation;
  const shown = sourcePlace === undefined ? line : `${line} (${sourcePlace})`;
  return { line: oneLine(line).trim() === "" ? [] : [{ name: shown, style: "code" }], name };
}

/** A name that the line itself has is left out. */
export function causeRow(cause: ShownCause): readonly Text[] {
  const { line, name } = cause;
  return line.length === 0 || isSaid(cause) ? titleCauseOf(cause) : [...line, ...bracketed(name)];
}

/** Empty if nobody knows the cause, or if only its group shows it. */
export function causeOf({ explanation }: Issue): readonly Text[] {
  return explanation?.sentence.length === 0 ? [] : causeRow(shownCause(explanation));
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
  const causes = filled<Phrase[number]>(causesIn(group).map(([latest]) => titlePhraseOf(latest)));
  const most = Math.min(maxInTitle, causes.length);
  return Array.from({ length: most }, (_, index) => [words(": "), ...listed(causes, most - index, "; ")]);
}

/** The rest of its row, if a title says the cause: the line, where the title has the name. */
export function besideTitle({ explanation }: Issue): readonly Text[] {
  const cause = shownCause(explanation);
  return explanation?.isOfTeam !== true && isSaid(cause) ? [] : cause.line;
}

/** Who named a cause wants to read its name: "client secret expired, ask jane". */
function titlePhraseOf({ explanation, alert }: Issue): Phrase {
  if (explanation?.isOfTeam !== true)
    return explanation?.sentence.length === 0 ? [] : titleCauseOf(shownCause(explanation));
  const { owner = "" } = alert ?? {};
  return [...explanation.name, ...(owner === "" ? [] : [words(", ask "), { name: owner }])];
}

/** In groups of one cause each, the latest first. Issues without a known cause share one, too. */
export function causesIn(group: Group): Group[] {
  const latestFirst = [...group].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  return groupsOf(latestFirst, (issue) => {
    const row = causeOf(issue);
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
