import { isCalm } from "../../shared/report/form";
import { pluralize } from "../../shared/text/pluralize";
import { icon, markPaths } from "../charts/marks";
import { setUpKeys } from "../dom/arrow-keys";
import { inTurns } from "../dom/draw-later";
import { type Child, element, link, safeUrl, shape } from "../dom/element";
import { byCause, firstCauses, type Group } from "../geometry/causes";
import type { NamedProblem } from "../geometry/problem";
import type { Clock } from "../words/clock";
import { problemTone, stateText, untoldText, whenText } from "../words/report-words";

/** It takes as long to make as so many rows of a table. */
const entriesOfItem = 3;

/** The words and the room that a page has for its problems. */
interface Details<Problem> {
  /** When it happened. */
  whenOf?(problem: Problem): string;
  /** From when it is what a problem says, if that is in doubt; empty for any other. */
  ageOf?(problem: Problem): string;
  /** Shown below it. */
  noteOf?(problem: Problem): Child;
  /** How many lines there are: one for each cause, and a last one that counts what is not shown. By default, everything is shown. */
  lines?: number | undefined;
}

/** The present problems, in the order of the report. Those of one cause stand together, below its name. */
export function problemList<Problem extends NamedProblem>(
  problems: readonly Problem[],
  clock: Clock,
  details: Details<Problem> = {},
): Child {
  const { whenOf = (problem) => whenText(problem, clock), ageOf, noteOf, lines } = details;
  const { shown, leftOut } = firstCauses(byCause(problems), lines ?? Number.POSITIVE_INFINITY);
  // Stands above all of them.
  const untold = untoldText(problems);
  const isSeveral = new Set(problems.map(({ project }) => project.id)).size > 1;
  const list = element("ul", {
    class: `problem-list problems${lines === undefined ? "" : " short"}`,
    "aria-label": "Problems. Arrow keys move between their links.",
  });
  const itemOf = (problem: Problem, cause = problem.cause ?? "") => {
    const age = ageOf?.(problem) ?? "";
    const state = [age, stateText(problem, untold)].filter((text) => text !== "").join(" ");
    const project = isSeveral ? `(${problem.project.name}) ` : "";
    const item = problemItem(problem, cause, project, age === "", state, whenOf(problem));
    const note = noteOf?.(problem);
    if (note) item.append(element("small", {}, note));
    return item;
  };
  setUpKeys(list, ".problem", "a");
  inTurns(
    shown,
    (some) => list.append(lines === undefined ? groupItem(some, itemOf) : lineOf(some, itemOf)),
    (some) => entriesOfItem * (lines === undefined ? some.length : 1),
  );
  return [
    untold !== undefined && element("p", { class: "notes warn" }, untold),
    list,
    leftOut > 0 && element("p", { class: "more" }, `and ${pluralize(leftOut, "more problem")}`),
  ];
}

function groupItem<Problem extends NamedProblem>(
  some: Group<Problem>,
  itemOf: (problem: Problem, cause?: string) => HTMLElement,
): HTMLElement {
  const [first, ...others] = some;
  if (others.length === 0) return itemOf(first);
  const { group, cause: shared } = first;
  // The title says what all of them say.
  const isShared = some.every(({ cause }) => cause === shared);
  const items = some.map((problem) => {
    const { cause = "" } = problem;
    return itemOf(problem, isShared || cause === group ? "" : cause);
  });
  return element(
    "li",
    { class: `cause ${problemTone(first)}` },
    element("b", {}, titleOf(some)),
    element("ul", { class: "problems" }, items),
  );
}

function titleOf(some: Group<NamedProblem>): string {
  const { group = "" } = some[0];
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}: ${pluralize(some.length, "problem")}`;
}

/** How many pipelines and owners a line names. */
const mostNames = 3;

/** All problems of a cause as one line. */
function lineOf<Problem extends NamedProblem>(
  some: Group<Problem>,
  itemOf: (problem: Problem) => HTMLElement,
): HTMLElement {
  const [first, ...others] = some;
  if (others.length === 0) return itemOf(first);
  const namesOf = (texts: readonly (string | undefined)[]) => {
    const names = [...new Set(texts.flatMap((text) => text ?? []))];
    const more = names.length - mostNames;
    return `${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  };
  return rowOf(
    first,
    true,
    element("b", {}, titleOf(some)),
    namesOf(some.map(({ name }) => name || undefined)),
    namesOf(some.map(({ owner }) => owner)),
  );
}

function rowOf(
  problem: NamedProblem,
  isNow: boolean,
  verdict: Child,
  cause: Child,
  whom: Child,
): HTMLElement {
  const { kind, state } = problem;
  const tone = isNow ? problemTone(problem) : "off";
  const path = shape("path", { d: markPaths[kind] ?? "", class: `mark ${kind}` });
  return element(
    "li",
    { class: `problem ${tone}${!isNow || isCalm(state.kind) ? " calm" : ""}` },
    icon(tone, path),
    element("div", { class: "verdict" }, verdict),
    element("div", { class: "cause-line" }, cause),
    element("div", { class: "whom" }, whom),
  );
}

/** Texts that are empty are not shown. */
function problemItem(
  problem: NamedProblem,
  cause: string,
  project: string,
  isNow: boolean,
  state: string,
  when: string,
): HTMLElement {
  const { name, sentence } = problem;
  const verdict = [
    name !== "" && [element("b", {}, name), " "],
    project,
    sentence,
    when !== "" && [" ", element("span", { class: "when" }, when)],
  ];
  const row = rowOf(problem, isNow, verdict, cause !== "" && element("code", {}, cause), whomToAsk(problem));
  if (state !== "") row.append(element("small", {}, state));
  return row;
}

/** The owner, the last run or the page of what has none, its log and the runbook. */
function whomToAsk(problem: NamedProblem): Child[] {
  const { owner, runUrl, logUrl, runbookUrl, name, number = "", kind } = problem;
  const ofName = name === "" ? "" : ` of ${name}`;
  const isOfRun = number !== "" || (kind !== "missed" && kind !== "other");
  const page = isOfRun ? "Run" : name === "" ? "Runs" : "Pipeline";
  const linkTo = (text: string, url: string | undefined, label = text): Child =>
    safeUrl(url) !== undefined && link(text, url, `${label}${ofName}`);
  return [
    owner !== undefined && element("span", {}, owner),
    linkTo(page, runUrl, number === "" ? page : `${page} ${number}`),
    linkTo("Log", logUrl),
    linkTo(`Runbook (${hostOf(runbookUrl)})`, runbookUrl),
  ];
}

/** It is the only link that may lead out of Azure DevOps. */
function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : "";
}
