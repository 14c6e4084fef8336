import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import type { PublicRecord } from "../../../shared/rdap/record";
import { parseTime } from "../../../shared/text/parse-time";
import { findUnknownStatuses } from "../lifecycle/stages";

/** Reads `expirationDate` and `recordStatuses`: what a person found in the domain's public record. */
export function readPublicRecord(reader: InputReader): PublicRecord {
  return { expiresAt: readExpiration(reader), changedAt: undefined, statuses: readStatuses(reader) };
}

function readExpiration(reader: InputReader): number | undefined {
  const text = reader.text("expirationDate");
  if (text === "") return undefined;
  const time = parseTime(text);
  if (time !== undefined) return time;
  reader.problems.push(`expirationDate: expected a date such as 2026-01-31, got "${text}"`);
  return undefined;
}

/** RDAP's statuses contain blanks, so they are separated by a comma, a semicolon or a line break. */
function readStatuses(reader: InputReader): string[] {
  const statuses = reader.text("recordStatuses").split(/[,;\n]/);
  return statuses.map((status) => status.trim()).filter((status) => status !== "");
}

export function warnOfUnknownStatuses({ statuses }: PublicRecord, agent: Agent): void {
  for (const { status, meant } of findUnknownStatuses(statuses))
    agent.warn(`recordStatuses: ${JSON.stringify(status)} is not a known status; ignored${meant}`);
}
