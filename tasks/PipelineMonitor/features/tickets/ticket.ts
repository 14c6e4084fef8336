import type { WorkItemType } from "../../../../shared/azure-devops/work-item-records";
import type { WorkItemFields } from "../../../../shared/azure-devops/work-items";
import { plainText } from "../../../../shared/chat/message";
import type { Alert } from "../../../../shared/paging/service";
import { type Sanitize, type Sanitized, shorten, shortenName } from "../../../../shared/text/sanitize";
import { sentenceFor } from "../../alerts/alert";
import { type Entry, isDropped } from "../../issue/entry";
import { isIssue } from "../../issue/finding";
import type { ToldProject } from "../../issue/report";
import { asRead } from "../../render/as-read";
import { wholeNames } from "../../render/names";
import { partsOfNote } from "../../render/notes";
import { issueNow } from "../../targets/later";
import { type Mark, markText } from "./holds";

/** The tag of all tickets. */
export const ticketTag = "Pipeline Monitor";

/** The limit of the service is 255. */
const maxTitleCharacters = 250;

/** The fields of a new work item. It is assigned to nobody if `assignee` is empty. */
export function ticketFields(
  { title, details: { pipeline, problem, owner }, links }: Alert,
  mark: Mark,
  { textField, area, assignee }: { textField: string; area: string | undefined; assignee: string },
): WorkItemFields {
  const about = [pipeline, problem].filter((part) => part !== undefined);
  const text =
    paragraph(about) +
    (owner === undefined ? "" : paragraph([owner], "Owner: ")) +
    linksParagraph(links) +
    "<p>Pipeline Monitor comments here when the cause changes, at most once a day. It closes this work item when no monitor finds " +
    `the problem any more, unless somebody has done so. It needs the tag and this ${markText(mark)}</p>`;
  return {
    "System.Title": shortenName(title, maxTitleCharacters),
    "System.Tags": ticketTag,
    [textField]: text,
    ...(area === undefined ? {} : { "System.AreaPath": area }),
    ...(assignee === "" ? {} : { "System.AssignedTo": assignee }),
  };
}

export function commentOf(sentence: Sanitized, links: Alert["links"] = []): string {
  return paragraph([sentence]) + linksParagraph(links);
}

/** Whether a state ends a work item. */
export function isOverIn({ categories }: WorkItemType, state: string): boolean {
  return ["Completed", "Removed"].includes(categories.get(state) ?? "");
}

/**
 * The state in which a work item ends as done; undefined if it may enter none, as from Active in CMMI. In an inherited process,
 * the category Completed may hold one state only.
 */
export function doneState(
  { categories, transitions }: Pick<WorkItemType, "categories" | "transitions">,
  from: string,
): string | undefined {
  const mayEnter = transitions?.get(from) ?? [...categories.keys()];
  return mayEnter.find((state) => categories.get(state) === "Completed");
}

/**
 * Shows a text literally in HTML, and where a service reads Markdown in it. A character that means something there, or begins
 * an address, becomes a reference to it.
 */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"'`*_[\]#@~|\\!]|:(?=\/\/)|(?<=www)\./gi,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** The longest text of a paragraph. */
const maxCharacters = 2000;

/** `label` is our own. */
function paragraph(texts: readonly Sanitized[], label = ""): string {
  return `<p>${label}${texts.map((text) => escapeHtml(shorten(text, maxCharacters))).join(" ")}</p>`;
}

/** Empty without links. */
function linksParagraph(links: Alert["links"]): string {
  const all = links.map(({ label, href }) => {
    const escaped = href.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
    return `<a href="${escaped}">${escapeHtml(label)}</a>`;
  });
  return all.length === 0 ? "" : `<p>${all.join(" · ")}</p>`;
}

/** How a problem is now, that was told before. */
export function changeOf(entry: Entry, project: ToldProject, sanitize: Sanitize): Sanitized {
  const now = issueNow(entry, project.config);
  if (!isIssue(now))
    return sanitize(plainText(asRead(partsOfNote(now), project, wholeNames(project)), sanitize));
  return sanitize(`${sentenceFor(now, project, sanitize)}.`);
}

/** Why a monitor lets go of a ticket. Without an entry, it does not know more than that the problem is over. */
export function endComment(
  why: "ended" | "lapsed",
  entry: Entry | undefined,
  project: ToldProject | undefined,
  sanitize: Sanitize,
): Sanitized {
  if (why === "lapsed") return sanitize("No monitor follows this problem any more.");
  const note = entry?.end?.note;
  if (entry !== undefined && (entry.end === undefined || isDropped(entry)))
    return sanitize("Pipeline Monitor does not follow this problem any more.");
  if (note === undefined) return sanitize("The problem is over.");
  const parts = partsOfNote(note);
  return sanitize(plainText(project ? asRead(parts, project, wholeNames(project)) : parts, sanitize));
}
