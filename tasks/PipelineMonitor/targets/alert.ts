import { hrefOf, plainText } from "../../../shared/chat/message";
import type { Alert } from "../../../shared/paging/service";
import type { Sanitize } from "../../../shared/text/sanitize";
import { fingerprint } from "../config/fingerprint";
import type { Config } from "../config/parse";
import type { Entry } from "../issue/entry";
import { type Issue, importanceOf, pipelineNameOf } from "../issue/issue";
import type { ProjectReport } from "../issue/report";
import { blockOf, sentenceOf } from "../render/blocks";
import { capitalized } from "../render/phrases";

/** The key of an entry's alert or ticket at a service. */
export function alertKey({ project, key }: Pick<Entry, "project" | "key">): string {
  return fingerprint([project, key]);
}

/** For a person who is told of this issue alone: the title of a message about it, its cause, its owner and its links. */
export function renderAlert(
  issue: Issue,
  { config, window }: Pick<ProjectReport, "config" | "window">,
  key: string,
  sanitize: Sanitize,
): Alert {
  const owned = withOwner(issue, config, () => false);
  const {
    titles: [title = []],
    links = [],
  } = blockOf(owned);
  const text = (parts: Parameters<typeof plainText>[0]) => sanitize(plainText(parts, sanitize));
  const pipeline = pipelineNameOf(issue);
  const { owner = "" } = owned.alert ?? {};
  return {
    key,
    title: text(capitalized(title)),
    severity: importanceOf(owned),
    at: issue.at === undefined ? window.now : issue.at * 1000,
    source: sanitize(config.projectName),
    details: {
      ...(pipeline === undefined ? {} : { pipeline: sanitize(pipeline) }),
      problem: text(sentenceOf(issue)),
      ...(owner === "" ? {} : { owner: sanitize(owner) }),
    },
    links: links.flatMap((link) =>
      "url" in link ? [{ label: text([link.label]), href: sanitize(hrefOf(link, sanitize)) }] : [],
    ),
  };
}

/** Adds to an issue what the configuration says of its cause, or else of its pipeline. The issue's own owner comes last. */
export function withOwner(
  issue: Issue,
  { pipelines }: Pick<Config, "pipelines">,
  isMention: (owner: string) => boolean,
): Issue {
  const pipeline = pipelineNameOf(issue);
  if (pipeline === undefined) return issue;
  const { importance, ...entry } = pipelines.entryFor(pipeline);
  const { explanation } = issue;
  const { owner = entry.owner || (issue.owner ?? ""), runbook = entry.runbook } = explanation ?? {};
  const isMentioned = isMention(owner);
  const shown = { owner: isMentioned ? "" : owner, runbook, importance };
  // Issues that only inform mention nobody.
  const mention = isMentioned && importance !== "info" ? owner : "";
  const alert = { ...shown, mention };
  if (explanation?.group === undefined) return { ...issue, alert };
  // Only issues that share what the configuration says share a line.
  const key = JSON.stringify([explanation.group.key, shown]);
  return { ...issue, alert, explanation: { ...explanation, group: { ...explanation.group, key } } };
}
