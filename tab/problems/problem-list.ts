import { groupBy } from "../../shared/group-by";
import { isCalm } from "../../shared/report/form";
import type { ReportProblem } from "../../shared/report/schema";
import { pluralize } from "../../shared/text/pluralize";
import { markPaths } from "../charts/marks";
import { setUpKeys } from "../dom/arrow-keys";
import { element, link, safeUrl, shape } from "../dom/element";
import { inTurns } from "../dom/in-turns";
import type { Clock } from "../words/clock";
import { problemTone, stateText, untoldText, whenText } from "../words/problem-words";

/** From when it is what a problem says, if that is in doubt; empty for any other. */
type AgeOf<Problem> = (problem: Problem) => string;

/** The present problems, in the order of the report. Those of one cause stand together, below its name. */
export function problemList<Problem extends ReportProblem>(
  problems: readonly Problem[],
  clock: Clock,
  ageOf: AgeOf<Problem> = () => "",
): HTMLElement {
  // Keys are unique within a report only.
  const keys = new Map(problems.map((problem, index) => [problem, groupOf(problem) ?? `\n${index}`]));
  const groups = [...groupBy(problems, (problem) => keys.get(problem) ?? "").values()];
  const untold = untoldText(problems);
  const isSeveral = new Set(problems.map(({ project }) => project)).size > 1;
  const list = element("ul", {
    class: "problem-list problems",
    "aria-label": "Problems. Arrow keys move between their links.",
  });
  const add = (some: readonly Problem[]) => {
    list.append(groupItem(some, { clock, isSeveral, ageOf, untold }));
  };
  setUpKeys(list, { row: ".problem", item: "a" });
  inTurns(groups, add, (some) => entriesOfItem * some.length);
  if (untold === undefined) return list;
  return element("div", {}, element("p", { class: "notes warn" }, untold), list);
}

/** It takes as long to make as so many rows of a table. */
const entriesOfItem = 3;

interface ItemContent<Problem> {
  clock: Clock;
  /** Whether the project is named. */
  isSeveral: boolean;
  ageOf: AgeOf<Problem>;
  /** Stands above all of them. */
  untold: string | undefined;
}

function groupItem<Problem extends ReportProblem>(
  some: readonly Problem[],
  content: ItemContent<Problem>,
): HTMLElement {
  const [first] = some;
  if (first === undefined) return element("li");
  if (some.length === 1) return problemItem(first, first.cause, content);
  const { group = "", cause: shared } = first;
  // The title says what all of them say.
  const isShared = some.every(({ cause }) => cause === shared);
  const items = some.map((one) => {
    const { cause = group } = one;
    return problemItem(one, isShared || cause === group ? undefined : cause, content);
  });
  const title = `${group.charAt(0).toUpperCase()}${group.slice(1)}: ${pluralize(some.length, "problem")}`;
  return element(
    "li",
    { class: `cause ${problemTone(first)}` },
    element("b", {}, title),
    element("ul", { class: "problems" }, ...items),
  );
}

/** Problems that are kept quiet stand apart. */
function groupOf(problem: ReportProblem): string | undefined {
  return problem.group === undefined ? undefined : `${isCalm(problem.state.kind)} ${problem.group}`;
}

function problemItem<Problem extends ReportProblem>(
  problem: Problem,
  cause: string | undefined,
  { clock, isSeveral, ageOf, untold }: ItemContent<Problem>,
): HTMLElement {
  const { pipeline, project, sentence, kind } = problem;
  const age = ageOf(problem);
  const tone = age === "" ? problemTone(problem) : "off";
  const when = whenText(problem, clock);
  const state = [age, stateText(problem, untold)].filter((text) => text !== "").join(" ");
  const box = { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" };
  const path = shape("path", { d: markPaths[kind] ?? "", class: `mark ${kind}` });
  return element(
    "li",
    { class: `problem ${tone}${age !== "" || isCalm(problem.state.kind) ? " calm" : ""}` },
    shape("svg", { ...box, class: `bar ${tone}` }, path),
    element(
      "div",
      { class: "verdict" },
      ...(pipeline === undefined ? [] : [element("b", {}, pipeline), " "]),
      ...(isSeveral ? [`(${project}) `] : []),
      sentence,
      ...(when === "" ? [] : [" ", element("span", { class: "when" }, when)]),
    ),
    element("div", { class: "cause-line" }, ...(cause === undefined ? [] : [element("code", {}, cause)])),
    element("div", { class: "whom" }, ...whomToAsk(problem)),
    ...(state === "" ? [] : [element("small", {}, state)]),
  );
}

/** The owner, the last run or the page of what has none, its log and the runbook. */
function whomToAsk(problem: ReportProblem): Node[] {
  const { owner, runUrl, logUrl, runbookUrl, pipeline, number = "", kind } = problem;
  const of = pipeline === undefined ? "" : ` of ${pipeline}`;
  const isOfRun = number !== "" || (kind !== "missed" && kind !== "other");
  const page = isOfRun ? "Run" : pipeline === undefined ? "Runs" : "Pipeline";
  const links = [
    [page, runUrl, `${[page, number].filter((text) => text !== "").join(" ")}${of}`],
    ["Log", logUrl, `Log${of}`],
    ["Runbook", runbookUrl, `Runbook${of}`],
  ] as const;
  return [
    ...(owner === undefined ? [] : [element("span", {}, owner)]),
    ...links.flatMap(([text, url, label]) => (safeUrl(url) === undefined ? [] : [link(text, url, label)])),
  ];
}
