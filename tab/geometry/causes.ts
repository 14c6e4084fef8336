import { groupBy } from "../../shared/group-by";
import { isCalm } from "../../shared/report/form";
import type { ProblemWords } from "./problem";

/** Problems of one cause. */
export type Group<Problem> = readonly [Problem, ...Problem[]];

/** The problems of each cause, in the order of the first of each. Those that are kept quiet stand apart, and one without a cause stands alone. */
export function byCause<Problem extends ProblemWords>(problems: readonly Problem[]): Group<Problem>[] {
  // Keys of problems are unique within a report only.
  const keyOf = ({ group, state }: Problem, index: number) =>
    group === undefined ? `\n${index}` : `${isCalm(state.kind)} ${group}`;
  const keys = new Map(problems.map((problem, index) => [problem, keyOf(problem, index)]));
  return [...groupBy(problems, (problem) => keys.get(problem)).values()];
}

/** As many groups as there are lines; the last line is for the number of problems in the other groups, if there are any. */
export function firstCauses<Problem>(groups: readonly Group<Problem>[], lines: number) {
  const shown = groups.length > lines ? groups.slice(0, lines - 1) : groups;
  return { shown, leftOut: groups.slice(shown.length).flat().length };
}
