import * as v from "valibot";
import { safeInteger } from "../../../shared/json/schema";
import { type Pipeline, pipelineSchema } from "../../../shared/pipeline";
import type { Subject } from "../../../shared/subject";

export const subjectSchema = v.object({
  pipeline: v.optional(pipelineSchema),
  /** Such as refs/heads/main. */
  branch: v.optional(v.string()),
  /** The id of a run. */
  run: v.optional(safeInteger),
});

/** The subject of a record, or of what the configuration names. */
export function subjectOf({
  pipeline,
  branch,
  id,
}: {
  readonly pipeline?: Pipeline | undefined;
  readonly branch?: string | undefined;
  readonly id?: number | undefined;
}): Subject {
  return { pipeline, branch, run: id };
}
