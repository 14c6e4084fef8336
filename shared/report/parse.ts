import { type GenericSchema, getDotPath, safeParse } from "valibot";
import { createSanitizer, oneLine, shorten } from "../text/sanitize";
import { reportVersion } from "./form";
import { type Report, reportSchemas } from "./schema";

/** A report as read from an attachment: usable, of another version, or unreadable. */
export type ParsedReport =
  | { kind: "report"; report: Report }
  | { kind: "otherVersion"; version: number; isNewer: boolean }
  | { kind: "unreadable"; problem: string };

/** Four times what a task attaches. A larger text would hold up the page. */
export const maxAttachmentBytes = 1024 * 1024;

/** The reason to refuse it, before it is read or after. */
export const tooLarge: ParsedReport = { kind: "unreadable", problem: "It is larger than 1 MB." };

/** The task has already removed what is secret. */
const clean = createSanitizer((line) => line);

/** The longest text that a report of ours has is a sentence that quotes a log. */
const maxTextCharacters = 1000;

/**
 * Parses the text of an attachment. Never throws: anybody who may change a pipeline can attach anything. Texts are cut,
 * and lose characters that would conceal or reorder others.
 */
export function parseReport(text: string): ParsedReport {
  if (text.length > maxAttachmentBytes) return tooLarge;
  let value: unknown;
  try {
    value = JSON.parse(text, (key, member) =>
      typeof member !== "string"
        ? member
        : key.endsWith("Url")
          ? oneLine(member)
          : shorten(clean(member), maxTextCharacters),
    );
  } catch {
    return { kind: "unreadable", problem: "It is not JSON." };
  }
  const version: unknown = Object(value).version;
  const kind: unknown = Object(value).kind;
  if (typeof version === "number" && version !== reportVersion)
    return { kind: "otherVersion", version, isNewer: version > reportVersion };
  if (kind !== "monitor" && kind !== "domain") return { kind: "unreadable", problem: "It is not a report." };
  const parsed = safeParse<GenericSchema<unknown, Report>>(reportSchemas[kind], value, { abortEarly: true });
  if (parsed.success) return { kind: "report", report: parsed.output };
  return { kind: "unreadable", problem: `${getDotPath(parsed.issues[0])} is missing or has a wrong value.` };
}
