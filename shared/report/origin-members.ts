import type { RunOrigin } from "./origin";

/** `name` prepares a name from outside. */
export function originMembers(
  { project, stage, job, attempt }: RunOrigin,
  name: (text: string) => string,
): Partial<Record<"project" | "stage" | "job", string> & { attempt: number }> {
  return {
    ...(project === undefined ? {} : { project: name(project) }),
    ...(stage === undefined ? {} : { stage: name(stage) }),
    ...(job === undefined ? {} : { job: name(job) }),
    ...(attempt === undefined ? {} : { attempt }),
  };
}
