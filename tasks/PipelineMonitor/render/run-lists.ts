import { type Part, plainText } from "../../../shared/chat/message";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, pipelineNameOf, runOf } from "../issue/issue";
import { numberOf, pipelineOf, words } from "../issue/parts";
import { countIn, type Group, groupsOf } from "./grouping";
import { joined } from "./phrases";

/** A longer row does not fit beside others in some chats. Without the URLs of its links. */
export const maxCharactersOfRow = 300;

/** "nightly import ×2 (20261120.4, 20261120.5) · price feed (20261120.6)" */
export function runsRow(group: Group): Part[] {
  const byPipeline = groupsOf(group, (issue) => pipelineNameOf(issue) ?? "");
  return joined(
    byPipeline.map((issues) => {
      const [run, count] = [runOf(issues[0]), countIn(issues)];
      const name = run === undefined ? [] : [pipelineOf(run)];
      const begin = words(count === 1 ? " (" : ` ×${count} (`);
      return [...name, begin, ...joined(issues.map(numberIn), ", "), words(")")];
    }),
    " · ",
  );
}

/** As many as fit on a row, and how many more there are. */
export function numbersOf(
  issues: readonly Issue[],
  sanitize: Sanitize,
  maxCharacters = maxCharactersOfRow,
): Part[] {
  const [shown = []] = inRows(issues, (issue) => [...numberIn(issue), words(", ")], sanitize, maxCharacters);
  const more = issues.length - shown.length;
  return [...joined(shown.map(numberIn), ", "), ...(more === 0 ? [] : [words(`, and ${more} more`)])];
}

/** Linked to the run's page, with what is to be known of its logs. */
export function numberIn(issue: Issue): Part[] {
  const run = runOf(issue);
  const { runPage, note } = issue.links;
  return run === undefined ? [] : [...numberOf(run, runPage), ...(note === "" ? [] : [words(`: ${note}`)])];
}

/** Parts a list into as many as fit on a row each; at least one. */
export function inRows<T>(
  all: readonly T[],
  write: (one: T) => readonly Part[],
  sanitize: Sanitize,
  maxCharacters = maxCharactersOfRow,
): [T, ...T[]][] {
  const rows: [T, ...T[]][] = [];
  let left = 0;
  for (const one of all) {
    const length = plainText(write(one), sanitize).length;
    const last = rows.at(-1);
    left -= length;
    if (last !== undefined && left >= 0) last.push(one);
    else {
      rows.push([one]);
      left = maxCharacters - length;
    }
  }
  return rows;
}
