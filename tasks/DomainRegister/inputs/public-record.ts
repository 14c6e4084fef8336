import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import type { PublicRecord } from "../../../shared/rdap/record";
import { readStatuses } from "../../../shared/rdap/statuses";
import { parseTime } from "../../../shared/text/parse-time";
import { findUnknownStatuses } from "../lifecycle/stages";

/** Reads `expirationDate` and `recordStatuses`: what a person found in the domain's public record. */
export function readPublicRecord(reader: InputReader): PublicRecord {
  return {
    expiresAt: readExpiration(reader),
    changedAt: undefined,
    statuses: readStatuses(reader.text("recordStatuses")),
  };
}

function readExpiration(reader: InputReader): number | undefined {
  const text = reader.text("expirationDate");
  if (text === "") return undefined;
  const time = parseTime(text);
  if (time !== undefined) return time;
  reader.problems.push(`expirationDate: expected a date such as 2026-01-31, got "${text}"`);
  return undefined;
}

export function warnOfUnknownStatuses({ statuses }: PublicRecord, agent: Agent): void {
  for (const { status, meant } of findUnknownStatuses(statuses))
    agent.warn(
      `recordStatuses: ${JSON.stringify(status)} is not a known status, so it shows no stage${meant}`,
    );
}
