import { cutToSize } from "../../shared/report/cut-to-size";
import type { Sanitize } from "../../shared/text/sanitize";
import { type AttachmentParts, buildReport } from "./report/attachment";

/**
 * Returns the text of the report that is attached to the run. It is a bundle of its own, loaded once the message is
 * posted, so that no run waits for it.
 */
export function renderReport(parts: AttachmentParts, sanitize: Sanitize): string {
  return JSON.stringify(cutToSize(buildReport(parts, sanitize)));
}
