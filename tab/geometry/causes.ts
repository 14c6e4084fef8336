import { groupBy } from "../../shared/group-by";
import { isCalm } from "../../shared/report/form";
import type { ProblemWords } from "../geometry/problem";

/** The problems of each cause, in the order of the first of each. Those that are kept quiet stand apart, and one without a cause stands alone. */
export function byCause<Problem extends ProblemWords>(problems: readonly Problem[]): Problem[][] {
  // Keys are unique within a report only.
  const keys = new Map(problems.map((problem, index) => [problem, groupOf(problem) ?? `\n${index}`]));
  return [...groupBy(problems, (problem) => keys.get(problem) ?? "").values()];
}

function groupOf({ group, state }: ProblemWords): string | undefined {
  return group === undefined ? undefined : `${isCalm(state.kind)} ${group}`;
}

/** As many groups as there are lines; the last line is for the number of problems in the other groups, if there are any. */
export function firstCauses<Problem>(groups: readonly Problem[][], lines: number) {
  const shown = groups.length > lines ? groups.slice(0, lines - 1) : groups;
  return { shown, leftOut: groups.slice(shown.length).flat().length };
}
