import { isCalm } from "../../shared/report/form";
import { periods } from "./grid";
import { cellStates, isMuted, type NightRow } from "./night";
import type { NamedProblem } from "./problem";

/** The viewer's choice of rows. The page's URL has it. */
export type Choice = ReturnType<typeof choiceOf>;

/** Called with what somebody has changed. */
export type ChangeChoice = (changes: Partial<Choice>) => void;

export const stateChoices = [
  "now",
  ...cellStates.filter((state) => state !== "none" && state !== "open"),
] as const;

/** Unknown values are ignored: anybody may edit an address. */
export function choiceOf(parameters: Readonly<Record<string, unknown>>) {
  const text = (name: string) => {
    const value = parameters[name];
    return typeof value === "string" ? value.slice(0, 200) : "";
  };
  return {
    period: periods.find((period) => period === text("period")) ?? ("24h" as const),
    search: text("search"),
    owner: text("owner"),
    /** A state that a row had in the period, or that it has a problem now; empty for all rows. */
    state: stateChoices.find((state) => state === text("state")) ?? ("" as const),
    /** Only what is wrong, in letters that are read from afar. */
    wall: text("view") === "wall",
  };
}

/** An empty value takes a parameter away. */
export function parametersOf({ period, wall, ...others }: Choice): Record<string, string> {
  return { ...others, period: period === "24h" ? "" : period, view: wall ? "wall" : "" };
}

export function isChosen(row: NightRow, { search, owner, state }: Choice): boolean {
  const isFound = [row.name, row.owner, row.project.name].some((text) => has(text, search));
  return isFound && (owner === "" || row.owner === owner) && hasState(row, state);
}

function hasState({ problems, cells }: NightRow, state: Choice["state"]): boolean {
  if (state === "") return true;
  if (state === "now") return problems.some((problem) => !isCalm(problem.state.kind));
  const states = cells.map((cell) => cell.state);
  if (state !== "well") return states.includes(state);
  return states.includes("well") && states.every((each) => ["well", "none", "open"].includes(each));
}

/** A problem has no states of the past; it is shown for what it is now. */
export function isProblemChosen(problem: NamedProblem, choice: Choice): boolean {
  const { name, owner = "", project } = problem;
  if (choice.owner !== "" && owner !== choice.owner) return false;
  if (choice.state === "muted" && !isMuted(problem)) return false;
  return [name, owner, project.name].some((text) => has(text, choice.search));
}

function has(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase());
}
