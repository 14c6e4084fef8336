import { isRecord, type Lookup, lookUp } from "../../shared/rdap/client";
import type { PublicRecord } from "../../shared/rdap/record";
import type { DomainSetup } from "./setup";
import type { Step } from "./step";

const noRecord: PublicRecord = { expiresAt: undefined, changedAt: undefined, statuses: [] };

/**
 * Reads the domain's public record, and keeps it for the result of the step. Values in `given` override the record; if
 * both are given, it is not read. If it cannot be read, warns.
 */
export async function readRecord(setup: DomainSetup, step: Step, given = noRecord): Promise<Lookup> {
  const record = await findRecord(setup, step, given);
  step.recorder.record(record);
  return record;
}

async function findRecord(
  { domain, rdapUrl }: DomainSetup,
  step: Step,
  given: PublicRecord,
): Promise<Lookup> {
  const { expiresAt, statuses } = given;
  if (expiresAt !== undefined && statuses.length > 0) return given;
  const { seen, problem } = await lookUp(domain, step, rdapUrl);
  if (seen === undefined) step.agent.warn(`Could not read the public record. ${problem}`);
  if (seen === undefined || !isRecord(seen))
    return seen !== undefined && expiresAt === undefined && statuses.length === 0 ? seen : given;
  return {
    registeredAt: seen.registeredAt,
    expiresAt: expiresAt ?? seen.expiresAt,
    changedAt: seen.changedAt,
    statuses: statuses.length > 0 ? statuses : seen.statuses,
  };
}
