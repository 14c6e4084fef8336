import type { WorkItem, WorkItemType } from "../../../../shared/azure-devops/work-item-records";
import type { WorkItemFields } from "../../../../shared/azure-devops/work-items";
import { type Part, plainText } from "../../../../shared/chat/message";
import type { Alert } from "../../../../shared/paging/service";
import { type Sanitize, type Sanitized, shorten } from "../../../../shared/text/sanitize";
import { renderAlert } from "../../alerts/alert";
import type { Entry } from "../../issue/entry";
import { withNames } from "../../issue/names";
import type { ProjectReport } from "../../issue/report";
import { namesForGood } from "../../render/names";
import { issueNow } from "../../targets/later";

/** The tag of all tickets. */
export const ticketTag = "Pipeline Monitor";

/** Written into a ticket, to find it again and to know when its problem is over; by fingerprints. */
export interface Mark {
  /** The problem. */
  key: string;
  /** The monitor that opened it. */
  monitor: string;
  evidence: string | undefined;
}

/** Undefined if a text has none. */
export function markIn(text: string): Mark | undefined {
  const [, key, monitor, evidence] = /\b([0-9a-f]{16})-([0-9a-f]{16})(?:-([0-9a-f]{16}))?\b/.exec(text) ?? [];
  return key === undefined || monitor === undefined ? undefined : { key, monitor, evidence };
}

/** The limit of the service is 255. */
const maxTitleCharacters = 250;

/** The fields of a new work item. It is assigned to nobody if `assignee` is empty. */
export function ticketFields(
  { title, details: { pipeline, problem, owner }, links }: Alert,
  { key, monitor, evidence }: Mark,
  {
    textField,
    area,
    assignee,
  }: Pick<WorkItemType, "textField"> & { area: string | undefined; assignee: string },
): WorkItemFields {
  const mark = [key, monitor, evidence].filter((part) => part !== undefined).join("-");
  const about = [pipeline, problem].filter((part) => part !== undefined);
  const text =
    paragraph(about) +
    (owner === undefined ? "" : paragraph([owner], "Owner: ")) +
    linksParagraph(links) +
    "<p>Pipeline Monitor comments here when the cause changes, at most once a day, and when the problem is over. Then it " +
    `closes this work item, unless somebody has done so. It finds it by its tag and this key: ${mark}</p>`;
  return {
    "System.Title": shorten(title, maxTitleCharacters),
    "System.Tags": ticketTag,
    [textField]: text,
    ...(area === undefined ? {} : { "System.AreaPath": area }),
    ...(assignee === "" ? {} : { "System.AssignedTo": assignee }),
  };
}

export function commentOf(sentence: Sanitized, links: Alert["links"] = []): string {
  return paragraph([sentence]) + linksParagraph(links);
}

/** A work item with the tag, and whether it is in a state that ends it. */
export interface Found extends WorkItem {
  mark: Mark | undefined;
  isOver: boolean;
}

/**
 * The ticket of a problem that lasts since a time, of those with its key: the oldest open one, or one that a person closed
 * meanwhile. Undefined if a new one is to be opened. `mayBeOurs` is whether the monitor may have closed one itself, which the
 * identity does not tell if the monitor uses a person's.
 */
export function ticketFor(found: readonly Found[], since: number, mayBeOurs: boolean): Found | undefined {
  const [open] = openOf(found);
  const isLeft = ({ isOver, stateSince, changedBy, createdBy }: Found) =>
    isOver && stateSince >= since && !(mayBeOurs && changedBy === createdBy);
  return open ?? found.find(isLeft);
}

/** The oldest first. */
export function openOf(found: readonly Found[]): Found[] {
  return found.filter(({ isOver }) => !isOver).sort((one, other) => one.id - other.id);
}

/** Two reports that do not see each other's ticket open theirs within so many seconds. */
const maxTwinSeconds = 600;

/** Open tickets of one problem that repeat the oldest, but for copies that a person made: by another identity, or later. */
export function twinsOf(found: readonly Found[]): { oldest: Found | undefined; twins: Found[] } {
  const [oldest, ...younger] = openOf(found);
  const { createdBy, createdAt = Number.NaN } = oldest ?? {};
  const twins = younger.filter(
    (one) => one.createdBy === createdBy && Math.abs(one.createdAt - createdAt) <= maxTwinSeconds,
  );
  return { oldest, twins };
}

/** The state in which a work item ends as done; undefined if it may enter none. */
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
export function changeOf(entry: Entry, project: ProjectReport, sanitize: Sanitize): Sanitized {
  const now = issueNow(entry, project.window, project.config);
  if (!("about" in now)) return sanitize(plainText(withNames(now.parts, namesForGood(project)), sanitize));
  return sanitize(`${renderAlert(now, project, "", sanitize).title}.`);
}

/** Why a ticket is not followed any more. */
export function endOf({ end }: Entry, project: ProjectReport | undefined, sanitize: Sanitize): Sanitized {
  const named = (parts: readonly Part[]) => (project ? withNames(parts, namesForGood(project)) : parts);
  if (end === undefined) return sanitize("Pipeline Monitor does not follow this problem any more.");
  return sanitize(
    end.note === undefined ? "The problem is over." : plainText(named(end.note.parts), sanitize),
  );
}
