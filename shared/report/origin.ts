import type { Agent } from "../agent/agent";

/** Where a report comes from, so that people can tell several reports of a run apart. */
export type RunOrigin = ReturnType<typeof readOrigin>;

/** Members are undefined if the agent does not say them. */
export function readOrigin(agent: Agent) {
  const given = (name: string) => agent.variable(name) || undefined;
  const attempt = Number(agent.variable("System.JobAttempt"));
  return {
    project: given("System.TeamProject"),
    stage: given("System.StageDisplayName") ?? given("System.StageName"),
    job: given("Agent.JobName"),
    attempt: Number.isInteger(attempt) && attempt > 0 ? attempt : undefined,
  };
}

/** As a report has it. `name` prepares a name from outside. */
export function originMembers({ project, stage, job, attempt }: RunOrigin, name: (text: string) => string) {
  const named = (given: string | undefined) => given && name(given);
  return { project: named(project), stage: named(stage), job: named(job), attempt };
}
