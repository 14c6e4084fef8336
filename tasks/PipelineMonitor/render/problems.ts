import { type Link, type Part, plainText, type Severity } from "../../../shared/chat/message";
import { urlBelow } from "../../../shared/http/url";
import { isIssue } from "../../../shared/report/form";
import type { MonitorReport } from "../../../shared/report/schema";
import type { Sanitize } from "../../../shared/text/sanitize";
import { importances } from "../config/alert-schema";
import { type Issue, importanceOf, pipelineNameOf, recordOf, runOf } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import { missedBy } from "../issue/ledger";
import { words } from "../issue/parts";
import { isKeptQuiet } from "../issue/problems";
import type { Silenced } from "../issue/reason";
import type { Delivery, Lasting, ProjectReport } from "../issue/report";
import { blockOfNote, rankOf, verdictOf } from "./blocks";
import { byWhom, causeOf } from "./causes";
import { capitalized } from "./phrases";

/** The most important first, and of equally important ones the latest; what is kept quiet comes last. */
export function problemsInOrder(lasting: readonly Lasting[]): Lasting[] {
  const calm = (one: Lasting) => (isKeptQuiet(one) ? (one.silenced?.by.place ?? 0) : -1);
  const placeOf = (one: Lasting) => {
    const { content } = one.entry;
    return "about" in content
      ? [calm(one), importances.indexOf(importanceOf(content)), rankOf(content)]
      : [-1, 0, content.rank];
  };
  const compare = (one: number[], other: number[]) =>
    one.reduce((difference, place, index) => difference || place - (other[index] ?? 0), 0);
  return lasting.toSorted(
    (one, other) => compare(placeOf(one), placeOf(other)) || other.entry.since - one.entry.since,
  );
}

type Problem = MonitorReport["problems"][number];

/** Names a problem, and how often it happened. */
export type Happened = Pick<Lasting["entry"], "key" | "since" | "last" | "count" | "content">;

/** As the report for the tab and the hub has it. */
export function problemEntry(
  { entry, silenced }: Pick<Lasting, "silenced"> & { entry: Happened },
  report: Pick<ProjectReport, "config" | "journal">,
  delivered: Delivery,
  sanitize: Sanitize,
): Problem {
  const { key, since, last, count, content } = entry;
  const project = plainText([{ name: report.config.projectName }], sanitize);
  const happened = { key, project, since, last, count };
  const state = stateOf(silenced, delivered, sanitize);
  if ("about" in content)
    return {
      ...happened,
      ...issueMembers(content, report, sanitize),
      ...rowOf(content, entry),
      state,
      ...(content.saysWhen === true ? { saysWhen: true } : {}),
      ...(content.tally === mixedTally ? { isMixed: true } : {}),
    };
  const { parts, severity } = blockOfNote(content);
  const sentence = plainText(parts, sanitize);
  return {
    ...happened,
    kind: "other",
    sentence,
    severity: severityIn(severity),
    importance: "normal",
    state,
  };
}

/** The history goes further back than the ledger. */
function rowOf({ news }: Issue, { since, count }: Happened): Pick<Problem, "since" | "count"> {
  if (news?.kind !== "streak") return { since, count };
  return { since: Math.min(since, news.since.time / 1000), count: Math.max(count, news.nth) };
}

function issueMembers(issue: Issue, report: Pick<ProjectReport, "config" | "journal">, sanitize: Sanitize) {
  const { about, severity, alert, explanation, links } = issue;
  const { log, logPage = log } = links;
  const text = (parts: readonly Part[]) => plainText(parts, sanitize);
  const name = (given = "") => text([{ name: given }]);
  const known = {
    pipeline: name(pipelineNameOf(issue)),
    cause: text(causeOf(issue)),
    group: text(explanation?.group?.title ?? []),
    owner: name(alert?.owner),
    runbookUrl: alert?.runbook === undefined ? "" : sanitize(alert.runbook.href),
    number: name(recordOf(issue)?.buildNumber),
    branch: name(runOf(issue)?.branch),
    runUrl: sanitize((links.runPage ?? pageOf(pipelineNameOf(issue), report).url).href),
    logUrl: logPage?.href ?? "",
  };
  return {
    kind: kindOf(issue),
    sentence: text([
      ...(about === "project" ? capitalized(verdictOf(issue)) : verdictOf(issue)),
      ...byWhom(issue),
    ]),
    severity: severityIn(severity),
    importance: importanceOf(issue),
    ...withoutEmpty(known),
  };
}

/** The page of a pipeline, or of all if it has none of its own; without a name, that of all runs. */
export function pageOf(
  pipeline: string | undefined,
  report: Pick<ProjectReport, "config" | "journal">,
): Link {
  const page = (label: string, query: string): Link => ({
    label: words(label),
    url: urlBelow(report.config.project, ["_build"], query),
    ...(pipeline === undefined ? {} : { of: pipeline }),
  });
  if (pipeline === undefined) return page("Runs", "view=runs");
  const id = definitionOf(pipeline, report);
  return id === undefined ? page("Pipelines", "") : page("Pipeline", `definitionId=${id}`);
}

/** A schedule has only a name; undefined if the journal has no pipeline of this name, or several. */
function definitionOf(name: string, { journal }: Pick<ProjectReport, "journal">): number | undefined {
  const [one, ...others] = [...journal.pipelines.values()].filter(
    ({ pipeline }) => pipeline.normalize() === name.normalize(),
  );
  return others.length > 0 ? undefined : one?.definitionId;
}

function kindOf(issue: Issue): Problem["kind"] {
  if (missedBy(issue) !== undefined) return "missed";
  return issue.verdict === undefined || !isIssue(issue.verdict) ? "other" : issue.verdict;
}

/** Nothing that is wrong is a recovery. */
function severityIn(severity: Severity): Problem["severity"] {
  return severity === "recovery" ? "note" : severity;
}

function withoutEmpty<Key extends string>(
  texts: Readonly<Record<Key, string>>,
): Partial<Record<Key, string>> {
  const known: Partial<Record<Key, string>> = { ...texts };
  for (const key in texts) if (texts[key] === "") delete known[key];
  return known;
}

function stateOf(silenced: Silenced | undefined, delivered: Delivery, sanitize: Sanitize): Problem["state"] {
  if (silenced !== undefined) return { kind: silenced.by.state, why: plainText(silenced.why, sanitize) };
  if (delivered === "failed")
    return { kind: "notDelivered", why: "The message was not delivered; see the step's log." };
  if (delivered === "testOnly")
    return { kind: "notDelivered", why: "Nothing was posted, because test_flag is true." };
  return { kind: "told" };
}
