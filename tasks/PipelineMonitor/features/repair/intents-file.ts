import * as v from "valibot";
import { finiteNumber, safeInteger } from "../../../../shared/json/schema";
import type { Sanitize } from "../../../../shared/text/sanitize";
import type { Repair } from "./repair-form";

/** The type of the attachment with what a run of the monitor is about to do. */
export const repairsType = "pipeline-keeper.repairs";

export const repairSchema = v.pipe(
  v.object({
    kind: v.picklist(["lostAgent", "knownIssue", "missed"]),
    incident: v.string(),
    pipeline: v.string(),
    definitionId: safeInteger,
    branch: v.string(),
    at: finiteNumber,
    intendedAt: finiteNumber,
    configuration: v.string(),
    state: v.picklist(["intended", "sent", "unknown", "denied", "refused"]),
    runId: v.optional(safeInteger),
    outcome: v.optional(v.picklist(["helped", "failed"])),
  }),
  v.transform(({ runId, outcome, ...repair }): Repair => ({ ...repair, runId, outcome })),
);

const fileSchema = v.object({ run: v.string(), repairs: v.array(repairSchema) });

/** Renders the attachment of a run, by its id. */
export function renderRepairs(repairs: readonly Repair[], run: string, sanitize: Sanitize): string {
  return JSON.stringify({ run, repairs: repairs.map((repair) => sanitizedRepair(repair, sanitize)) });
}

export function sanitizedRepair(repair: Repair, sanitize: Sanitize): Repair {
  return { ...repair, pipeline: sanitize(repair.pipeline), branch: sanitize(repair.branch) };
}

/** Parses the attachment of a run; empty if it is of another run. Throws if it has an unknown form. */
export function parseRepairs(content: unknown, run: string): Repair[] {
  const parsed = v.safeParse(fileSchema, content);
  if (!parsed.success) throw new Error("the repairs of the last report have an unknown form");
  return parsed.output.run === run ? parsed.output.repairs : [];
}
