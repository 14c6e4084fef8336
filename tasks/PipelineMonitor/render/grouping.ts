import { type Moment, type Part, plainText } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { placeKeyOf } from "../../../shared/subject";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, runOf, subjectOfIssue } from "../issue/issue";
import { numberOf, pipelineOf, words } from "../issue/parts";
import { joined } from "./phrases";

/** Issues that share a line or a block. */
export type Group = readonly [Issue, ...Issue[]];

/** In the order of the first of each; an issue without a key is a group of its own. */
export function groupsOf(issues: readonly Issue[], keyOf: (issue: Issue) => string | undefined): Group[] {
  return [...groupBy(issues, (issue) => keyOf(issue) ?? issue).values()];
}

/** Those included that waited to be told. */
export function countIn(issues: readonly Issue[]): number {
  return issues.reduce((sum, { waited }) => sum + (waited?.count ?? 1), 0);
}

export function latestOf(group: Group): Issue {
  return group.reduce((latest, issue) => ((issue.at ?? 0) > (latest.at ?? 0) ? issue : latest));
}

/** The first time, those included that waited to be told. Some words have it. */
export function sinceOf(group: Group): Moment | undefined {
  const times = group.flatMap(({ waited, failedAt, plural, words: verdict }) => {
    const own = plural === undefined ? undefined : verdict.find((part) => "time" in part);
    return waited?.since ?? failedAt ?? own ?? [];
  });
  return times.sort((one, other) => one.time - other.time)[0];
}

/** "4 runs failed" */
export function countOf(group: Group): string {
  return `${pluralize(countIn(group), "run")} ${tallyOf(group)}`;
}

/** How the runs ended. */
export function tallyOf(group: Group): string {
  const { tally } = group[0];
  return group.every((issue) => issue.tally === tally) ? tally : "did not succeed";
}

/** A longer row does not fit beside others in some chats. Without the URLs of its links. */
export const maxCharactersOfRow = 300;

/** "nightly import ×2 (20261120.4, 20261120.5) · price feed (20261120.6)" */
export function runsRow(group: Group): Part[] {
  const byPipeline = groupsOf(group, (issue) => placeKeyOf(subjectOfIssue(issue)));
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
  write: (item: T) => readonly Part[],
  sanitize: Sanitize,
  maxCharacters = maxCharactersOfRow,
): [T, ...T[]][] {
  const rows: [T, ...T[]][] = [];
  let left = 0;
  for (const item of all) {
    const length = plainText(write(item), sanitize).length;
    const last = rows.at(-1);
    left -= length;
    if (last !== undefined && left >= 0) last.push(item);
    else {
      rows.push([item]);
      left = maxCharacters - length;
    }
  }
  return rows;
}
