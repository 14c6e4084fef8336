import { type Link, type Part, plainText } from "../../../shared/chat/message";
import { urlBelow } from "../../../shared/http/url";
import type { Pipeline } from "../../../shared/pipeline";
import { isProblem } from "../../../shared/report/form";
import type { MonitorReport } from "../../../shared/report/schema";
import type { NameOf, Subject } from "../../../shared/subject";
import type { Sanitize } from "../../../shared/text/sanitize";
import { importances } from "../config/alert-schema";
import { isIssue } from "../issue/finding";
import { type Issue, importanceOf, recordOf, subjectOfIssue } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import { linkOf } from "../issue/names";
import { words } from "../issue/parts";
import { missedBy } from "../issue/place";
import { isKeptQuiet } from "../issue/problems";
import type { Delivery, FoundProject, Lasting, ToldProject } from "../issue/report";
import type { Silenced } from "../issue/silenced";
import { asRead } from "./as-read";
import { rankOf, verdictOf } from "./blocks";
import { byWhom, causeOf } from "./causes";
import { definitionOf } from "./names";
import { blockOfNote } from "./notes";
import { capitalized } from "./phrases";

/** The most important first, and of equally important ones the latest; what is kept quiet comes last. */
export function problemsInOrder(lasting: readonly Lasting[]): Lasting[] {
  const calm = (problem: Lasting) => (isKeptQuiet(problem) ? (problem.silenced?.by.order ?? 0) : -1);
  const orderOf = (problem: Lasting) => {
    const { content } = problem.entry;
    return isIssue(content)
      ? [calm(problem), importances.indexOf(importanceOf(content)), rankOf(content)]
      : [-1, 0, content.rank];
  };
  const compare = (one: number[], other: number[]) =>
    one.reduce((difference, place, index) => difference || place - (other[index] ?? 0), 0);
  return lasting.toSorted(
    (one, other) => compare(orderOf(one), orderOf(other)) || other.entry.since - one.entry.since,
  );
}

type Problem = MonitorReport["problems"][number];

/** As the report for the tab and the hub has it. */
export function problemEntry(
  { entry, silenced }: Lasting,
  report: ToldProject,
  delivered: Delivery,
  nameOf: NameOf,
  sanitize: Sanitize,
): Problem {
  const { key, last, content } = entry;
  const text = (parts: readonly Part[]) => plainText(asRead(parts, report, nameOf), sanitize);
  const name = (given = "") => text([{ name: given }]) || undefined;
  const project = text([{ name: report.config.projectName }]);
  const { since, count } = sinceAndCount(entry);
  const happened = { key, project, since, last, count };
  // Nothing that is wrong is a recovery.
  const severity = content.severity === "recovery" ? "note" : content.severity;
  const state = stateOf(silenced, delivered, sanitize);
  if (!isIssue(content)) {
    const sentence = text(blockOfNote(content).parts);
    return { ...happened, kind: "other", sentence, severity, importance: "normal", state };
  }
  const { about, alert, explanation, links } = content;
  const { log, logPage = log } = links;
  const subject = subjectOfIssue(content);
  const verdict = verdictOf(content);
  return {
    ...happened,
    kind: kindOf(content),
    sentence: text([...(about === "project" ? capitalized(verdict) : verdict), ...byWhom(content)]),
    severity,
    importance: importanceOf(content),
    pipeline: name(nameOf(subject)),
    definition: subject.pipeline && definitionEntry(subject.pipeline, report, name),
    cause: text(causeOf(content)) || undefined,
    group: text(explanation?.group?.title ?? []) || undefined,
    owner: name(alert?.owner),
    runbookUrl: alert?.runbook && sanitize(alert.runbook.href),
    number: name(recordOf(content)?.buildNumber),
    // A key, too.
    branch: sanitize(subject.branch ?? "") || undefined,
    runUrl: sanitize((links.runPage ?? pageOf(subject, report).url).href),
    logUrl: logPage?.href,
    state,
    saysWhen: content.saysWhen === true || undefined,
    isMixed: content.tally === mixedTally || undefined,
  };
}

/** For joins of pages, which name it themselves. */
function definitionEntry(
  pipeline: Pipeline,
  report: FoundProject,
  text: (given?: string) => string | undefined,
): Problem["definition"] {
  const { name, folder } = pipeline;
  return { id: definitionOf(pipeline, report), name: text(name) ?? "", folder: text(folder) };
}

/** Since when a problem lasts, and how often it happened, as far as anybody knows: the history goes further back than the ledger. */
export function sinceAndCount({ content, since, count }: Lasting["entry"]) {
  const news = isIssue(content) ? content.news : undefined;
  if (news?.kind !== "streak") return { since, count };
  return { since: Math.min(since, news.since.time / 1000), count: Math.max(count, news.nth) };
}

/** The page of a pipeline, or of all if it has none of its own; without a name, that of all runs. */
export function pageOf({ pipeline }: Subject, report: FoundProject): Link {
  const page = (label: string, query: string) =>
    linkOf(words(label), urlBelow(report.config.project, ["_build"], query), { pipeline });
  if (pipeline === undefined) return page("Runs", "view=runs");
  const id = definitionOf(pipeline, report);
  return id === undefined ? page("Pipelines", "") : page("Pipeline", `definitionId=${id}`);
}

function kindOf(issue: Issue): Problem["kind"] {
  if (missedBy(issue) !== undefined) return "missed";
  return issue.verdict === undefined || !isProblem(issue.verdict) ? "other" : issue.verdict;
}

function stateOf(silenced: Silenced | undefined, delivered: Delivery, sanitize: Sanitize): Problem["state"] {
  if (silenced !== undefined) return { kind: silenced.by.state, why: plainText(silenced.why, sanitize) };
  if (delivered === "failed")
    return { kind: "notDelivered", why: "The message was not delivered; see the step's log." };
  if (delivered === "testOnly")
    return { kind: "notDelivered", why: "Nothing was posted, because test_flag is true." };
  return { kind: "told" };
}
