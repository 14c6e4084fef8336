import { type GenericSchema, safeParse } from "valibot";
import { reportVersion } from "./form";
import { type Report, reportSchemas } from "./schema";

/** A report as read from an attachment: usable, of another version, or unreadable. */
export type ParsedReport =
  | { kind: "report"; report: Report }
  | { kind: "otherVersion"; version: number; isNewer: boolean }
  | { kind: "unreadable"; problem: string };

/** Parses the text of an attachment. Never throws: anybody who may change a pipeline can attach anything. */
export function parseReport(text: string): ParsedReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
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
  const path = parsed.issues[0].path?.map(({ key }) => String(key)).join(".");
  return { kind: "unreadable", problem: `${path} is missing or mistyped.` };
}
