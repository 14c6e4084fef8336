import * as v from "valibot";
import { expand, rowsIn } from "./compact";
import { branchSchema, journalFileSchema, pipelineSchema, projectSchema } from "./schema";

/** More of them would take seconds to draw. */
const maxPipelines = 5000;

/** So many are read between two pauses, which would hold up the page for a twentieth of a second. */
const pipelinesAtOnce = 50;

/** The part of a journal that the page of all nights reads: its hours and days, without the single runs. */
const nightSchema = v.pick(projectSchema, ["name", "url", "id", "since", "gaps"]);
const nightPipelineSchema = v.object({
  ...v.pick(pipelineSchema, ["pipeline", "owner", "hours", "days"]).entries,
  branches: v.array(v.pick(branchSchema, ["branch", "isOut"])),
});

export type NightOfPipeline = v.InferOutput<typeof nightPipelineSchema>;
/** With the time until which it is known, in seconds since 1970. */
export type NightOfProject = v.InferOutput<typeof nightSchema> & {
  until: number;
  pipelines: NightOfPipeline[];
};

/** Reads the attachment with a journal, and pauses between parts of it. Throws if it is none of this version. */
export async function readNights(
  file: unknown,
  inflate: (deflated: string) => Promise<string>,
  pause: () => Promise<void>,
): Promise<NightOfProject[]> {
  const { deflated, until } = v.parse(journalFileSchema, file);
  const nights: NightOfProject[] = [];
  for (const { pipelines, ...project } of rowsIn(JSON.parse(await inflate(deflated)))) {
    const night = { ...v.parse(nightSchema, expand(project)), until, pipelines: [] as NightOfPipeline[] };
    for (const [index, row] of rowsIn(pipelines).entries()) {
      if (index >= maxPipelines) throw new Error("There are too many pipelines.");
      if (index % pipelinesAtOnce === pipelinesAtOnce - 1) await pause();
      // The single runs of branches stay compact: nobody reads them.
      const [hours, days, branches] = [expand(row["hours"]), expand(row["days"]), rowsIn(row["branches"])];
      const whole = { ...row, hours, days, branches };
      night.pipelines.push(v.parse(nightPipelineSchema, whole, { abortEarly: true }));
    }
    nights.push(night);
  }
  return nights;
}
