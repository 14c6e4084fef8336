import * as v from "valibot";

export const projectIdSchema = v.pipe(v.string(), v.brand("ProjectId"));

/** Identifies a project, whatever it is called by now: no name is one. */
export type ProjectId = v.InferOutput<typeof projectIdSchema>;

export function projectIdOf(text: string): ProjectId {
  return v.parse(projectIdSchema, text);
}

/** A project, as pipelines know theirs. Never changed. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
}
