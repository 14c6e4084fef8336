import { plainText } from "../../../../shared/chat/message";
import type { Alert } from "../../../../shared/paging/service";
import type { Sanitize, Sanitized } from "../../../../shared/text/sanitize";
import type { Entry } from "../../issue/entry";
import type { Issue } from "../../issue/issue";
import type { ProjectReport } from "../../issue/report";
import { alertKey, renderAlert, withOwner } from "../../targets/alert";
import { issueNow } from "../../targets/later";

/** The alert whose texts a ticket has. */
export function alertOf(entry: Entry, issue: Issue, project: ProjectReport, sanitize: Sanitize): Alert {
  const owned = withOwner(issue, project.config, () => false);
  return renderAlert(owned, project, alertKey(entry), sanitize);
}

/** How a problem is now, that was told before. */
export function changeOf(entry: Entry, project: ProjectReport, sanitize: Sanitize): Sanitized {
  const now = issueNow(entry, project.window, project.config);
  if (!("about" in now)) return sanitize(plainText(now.parts, sanitize));
  return sanitize(`${alertOf(entry, now, project, sanitize).title}.`);
}

/** Why a ticket is not followed any more. */
export function endOf({ end }: Entry, sanitize: Sanitize): Sanitized {
  if (end === undefined) return sanitize("Pipeline Monitor does not follow this problem any more.");
  return sanitize(end.note === undefined ? "The problem is over." : plainText(end.note.parts, sanitize));
}
