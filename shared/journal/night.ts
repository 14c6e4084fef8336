import * as v from "valibot";
import { expand } from "./compact";
import { branchSchema, journalFileSchema, pipelineSchema, projectSchema } from "./schema";

/** More of them would take seconds to draw. */
const maxPipelines = 5000;

/** The part of a journal that the page of all nights reads: its hours and days, without the single runs. */
const nightSchema = v.object({
  ...v.pick(projectSchema, ["name", "url", "since", "gaps"]).entries,
  pipelines: v.pipe(
    v.array(
      v.object({
        ...v.pick(pipelineSchema, ["pipeline", "owner", "definitionId", "hours", "days"]).entries,
        branches: v.array(v.pick(branchSchema, ["branch", "isOut"])),
      }),
    ),
    v.maxLength(maxPipelines),
  ),
});

export type NightOfPipeline = v.InferOutput<typeof nightSchema>["pipelines"][number];
/** With the time until which it is known, in seconds since 1970. */
export type NightOfProject = v.InferOutput<typeof nightSchema> & { until: number };

/** Reads the attachment with a journal. Throws if it is none of this version. */
export async function readNights(
  file: unknown,
  inflate: (deflated: string) => Promise<string>,
): Promise<NightOfProject[]> {
  const { deflated, until } = v.parse(journalFileSchema, file);
  const content = expand(JSON.parse(await inflate(deflated)));
  return v.parse(v.array(nightSchema), content, { abortEarly: true }).map((night) => ({ ...night, until }));
}
