import { hrefOf, plainText } from "../../../shared/chat/message";
import type { Alert } from "../../../shared/paging/service";
import type { Sanitize, Sanitized } from "../../../shared/text/sanitize";
import { fingerprint } from "../config/fingerprint";
import type { OwnPipeline } from "../issue/context";
import type { EntryKey } from "../issue/entry";
import { type Issue, importanceOf, subjectOfIssue } from "../issue/issue";
import { words } from "../issue/parts";
import type { ToldProject } from "../issue/report";
import { asRead } from "../render/as-read";
import { blockOf, sentenceOf } from "../render/blocks";
import { wholeNames } from "../render/names";
import { capitalized } from "../render/phrases";
import { withOwner } from "../targets/owner";

/** The key of an entry's alert or ticket at a service. */
export function alertKey({ project, key }: EntryKey): string {
  return fingerprint([project, key]);
}

/** Identifies a monitor to others that find the same problem. */
export function holderOf(own: Pick<OwnPipeline, "collection" | "tag"> | undefined): string {
  return fingerprint([own?.collection ?? "", own?.tag ?? ""]);
}

/** For a reader who knows which project it is about. */
export function sentenceFor(issue: Issue, project: ToldProject, sanitize: Sanitize): Sanitized {
  const { titles } = blockOf(withOwner(issue, project.config, () => false));
  return sanitize(
    plainText(asRead(capitalized(titles[0]?.phrase ?? []), project, wholeNames(project)), sanitize),
  );
}

/** For a person who is told of this issue alone: the title of a message about it, its cause, its owner and its links. */
export function renderAlert(issue: Issue, project: ToldProject, key: string, sanitize: Sanitize): Alert {
  const { config, window } = project;
  const nameOf = wholeNames(project);
  const owned = withOwner(issue, config, () => false);
  const { titles, links = [] } = blockOf(owned);
  const text = (parts: Parameters<typeof plainText>[0]) =>
    sanitize(plainText(asRead(parts, project, nameOf), sanitize));
  const subject = subjectOfIssue(issue);
  const { owner = "" } = owned.alert ?? {};
  return {
    key,
    title: text([{ name: config.projectName }, words(": "), ...(titles[0]?.phrase ?? [])]),
    severity: importanceOf(owned),
    at: issue.at === undefined ? window.nowMilliseconds : issue.at * 1000,
    source: sanitize(config.project.href),
    details: {
      ...(subject.pipeline === undefined ? {} : { pipeline: sanitize(nameOf(subject)) }),
      problem: text(sentenceOf(issue)),
      ...(owner === "" ? {} : { owner: sanitize(owner) }),
    },
    links: links.flatMap((link) =>
      "url" in link ? [{ label: text([link.label]), href: sanitize(hrefOf(link, sanitize)) }] : [],
    ),
  };
}
