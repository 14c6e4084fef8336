import * as v from "valibot";
import { branchSchema, journalFileSchema, pipelineSchema, projectSchema } from "./content-schema";

/** More of them would take seconds to draw. */
const maxPipelines = 5000;

/** The part of a journal that the page of all nights reads: its hours and days, without the single runs. */
const nightSchema = v.object({
  projects: v.array(
    v.object({
      ...v.pick(projectSchema, ["project", "name", "url", "since", "lastHour", "lastDay"]).entries,
      pipelines: v.pipe(
        v.array(
          v.object({
            ...v.pick(pipelineSchema, [
              ...(["pipeline", "owner", "definitionId"] as const),
              ...(["hours", "checked", "failed", "flaky", "days", "figures"] as const),
            ]).entries,
            branches: v.array(v.pick(branchSchema, ["branch", "isOut"])),
          }),
        ),
        v.maxLength(maxPipelines),
      ),
    }),
  ),
});

export type NightOfProject = v.InferOutput<typeof nightSchema>["projects"][number];
export type NightOfPipeline = NightOfProject["pipelines"][number];

/** Reads an attachment, which is deflated and in Base64; undefined if it is no journal of this version. */
export function findDeflated(file: unknown): string | undefined {
  const parsed = v.safeParse(journalFileSchema, file);
  return parsed.success ? parsed.output.deflated : undefined;
}

/** Undefined if it is no content of a journal. */
export function parseNight(content: unknown): NightOfProject[] | undefined {
  const parsed = v.safeParse(nightSchema, content, { abortEarly: true });
  return parsed.success ? parsed.output.projects : undefined;
}
