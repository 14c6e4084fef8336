import * as v from "valibot";
import { pipelineSchema, projectSchema } from "./content-schema";

/** More of them would take seconds to draw. */
const maxPipelines = 5000;

/** What the page of all nights reads of a journal: its hours and days, without the single runs. */
export const nightSchema = v.object({
  projects: v.array(
    v.object({
      ...v.pick(projectSchema, ["project", "name", "url", "since", "lastHour", "lastDay"]).entries,
      pipelines: v.pipe(
        v.array(
          v.pick(pipelineSchema, [
            ...(["pipeline", "owner", "definitionId"] as const),
            ...(["hours", "queued", "days", "figures"] as const),
          ]),
        ),
        v.maxLength(maxPipelines),
      ),
    }),
  ),
});

export type NightOfProject = v.InferOutput<typeof nightSchema>["projects"][number];
export type NightOfPipeline = NightOfProject["pipelines"][number];
