import { groupBy } from "../../shared/group-by";
import { isCalm } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { markPaths } from "../charts/marks";
import { setUpKeys } from "../dom/arrow-keys";
import { inTurns } from "../dom/draw-later";
import { type Child, element, link, safeUrl, shape } from "../dom/element";
import type { Clock } from "../words/clock";
import { problemTone, stateText, untoldText, whenText } from "../words/report-words";

/** It takes as long to make as so many rows of a table. */
const entriesOfItem = 3;

/**
 * The present problems, in the order of the report. Those of one cause stand together, below its name. `ageOf` says from when
 * it is what a problem says, if that is in doubt; it is empty for any other.
 */
export function problemList<Problem extends ReportProblem>(
  problems: readonly Problem[],
  clock: Clock,
  ageOf: (problem: Problem) => string = () => "",
): HTMLElement {
  // Keys are unique within a report only.
  const keys = new Map(problems.map((problem, index) => [problem, groupOf(problem) ?? `\n${index}`]));
  const groups = [...groupBy(problems, (problem) => keys.get(problem) ?? "").values()];
  // Stands above all of them.
  const untold = untoldText(problems);
  const isSeveral = new Set(problems.map(({ project }) => project)).size > 1;
  const list = element("ul", {
    class: "problem-list problems",
    "aria-label": "Problems. Arrow keys move between their links.",
  });
  const itemOf = (problem: Problem, cause = problem.cause) => {
    const age = ageOf(problem);
    const state = [age, stateText(problem, untold)].filter((text) => text !== "").join(" ");
    const project = isSeveral ? `(${problem.project}) ` : "";
    return problemItem(problem, cause, project, age === "", state, whenText(problem, clock));
  };
  setUpKeys(list, ".problem", "a");
  inTurns(
    groups,
    (some) => list.append(groupItem(some, itemOf)),
    (some) => entriesOfItem * some.length,
  );
  return untold === undefined
    ? list
    : element("div", {}, element("p", { class: "notes warn" }, untold), list);
}

function groupItem<Problem extends ReportProblem>(
  some: readonly Problem[],
  itemOf: (problem: Problem, cause?: string) => HTMLElement,
): HTMLElement {
  const [first] = some;
  if (first === undefined) return element("li");
  if (some.length === 1) return itemOf(first);
  const { group = "", cause: shared } = first;
  // The title says what all of them say.
  const isShared = some.every(({ cause }) => cause === shared);
  const items = some.map((one) => itemOf(one, isShared || one.cause === group ? "" : (one.cause ?? "")));
  const title = `${group.charAt(0).toUpperCase()}${group.slice(1)}: ${pluralize(some.length, "problem")}`;
  return element(
    "li",
    { class: `cause ${problemTone(first)}` },
    element("b", {}, title),
    element("ul", { class: "problems" }, items),
  );
}

/** Problems that are kept quiet stand apart. */
function groupOf(problem: ReportProblem): string | undefined {
  return problem.group === undefined ? undefined : `${isCalm(problem.state.kind)} ${problem.group}`;
}

/** Texts that are empty are not shown. */
function problemItem(
  problem: ReportProblem,
  cause: string | undefined,
  project: string,
  isNow: boolean,
  state: string,
  when: string,
): HTMLElement {
  const { pipeline, sentence, kind } = problem;
  const tone = isNow ? problemTone(problem) : "off";
  const box = { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" };
  const path = shape("path", { d: markPaths[kind] ?? "", class: `mark ${kind}` });
  return element(
    "li",
    { class: `problem ${tone}${!isNow || isCalm(problem.state.kind) ? " calm" : ""}` },
    shape("svg", { ...box, class: `bar ${tone}` }, path),
    element(
      "div",
      { class: "verdict" },
      pipeline !== undefined && [element("b", {}, pipeline), " "],
      project,
      sentence,
      when !== "" && [" ", element("span", { class: "when" }, when)],
    ),
    element(
      "div",
      { class: "cause-line" },
      cause !== undefined && cause !== "" && element("code", {}, cause),
    ),
    element("div", { class: "whom" }, whomToAsk(problem)),
    state !== "" && element("small", {}, state),
  );
}

/** The owner, the last run or the page of what has none, its log and the runbook. */
function whomToAsk(problem: ReportProblem): Child[] {
  const { owner, runUrl, logUrl, runbookUrl, pipeline, number = "", kind } = problem;
  const of = pipeline === undefined ? "" : ` of ${pipeline}`;
  const isOfRun = number !== "" || (kind !== "missed" && kind !== "other");
  const page = isOfRun ? "Run" : pipeline === undefined ? "Runs" : "Pipeline";
  const linkTo = (text: string, url: string | undefined, label = text): Child =>
    safeUrl(url) !== undefined && link(text, url, `${label}${of}`);
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
