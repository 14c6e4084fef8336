import type { Moment } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { pluralize } from "../../../shared/text/pluralize";
import type { Issue } from "../issue/issue";

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
  const times = group.flatMap(({ waited, failedAt, plural, sentence = [] }) => {
    const own = plural === undefined ? undefined : sentence.find((part) => "time" in part);
    return waited?.since ?? failedAt ?? own ?? [];
  });
  return times.sort((one, other) => one.time - other.time)[0];
}

/** "4 runs failed" */
export function countOf(group: Group): string {
  const { tally } = group[0];
  const isSame = group.every((issue) => issue.tally === tally);
  return `${pluralize(countIn(group), "run")} ${isSame ? tally : "did not succeed"}`;
}
