import type { StepSource } from "../../../shared/agent/agent";

/** The cause of a run of the monitor. */
export type Starter = "schedule" | "person" | "serviceHook" | "otherPipeline" | "otherResource" | "other";

/** Whether somebody is there to see what becomes of it, such as the author of a commit. Everything else starts again and again. */
export function isAwaited(starter: Starter): boolean {
  return starter === "person" || starter === "other";
}

/**
 * The id that a hook handed over. In runs that no hook started, the service may leave the input empty, or the expression as it
 * is: undefined then.
 */
export function hookRunIdIn(input: string): number | undefined {
  const [id] = /^\d{1,15}$/.exec(input.trim()) ?? [];
  return id === undefined ? undefined : Number(id);
}

/**
 * `reason` is Build.Reason, `category` Resources.TriggeringCategory. That of a pipeline is documented
 * (MicrosoftDocs/azure-devops-docs#7492), that of an incoming webhook is not: the id that a hook handed over also tells it.
 */
export function starterOf(reason: string, category: string, hookRunId: string): Starter {
  if (reason === "Schedule" || reason === "ScheduleForced") return "schedule";
  if (reason === "Manual") return "person";
  if (reason === "BuildCompletion") return "otherPipeline";
  if (reason !== "ResourceTrigger") return "other";
  if (/^pipelines?$/i.test(category)) return "otherPipeline";
  if (/^(builds?|containers?|packages?|repositor(y|ies))$/i.test(category)) return "otherResource";
  const isHook = /^webhooks?$/i.test(category) || hookRunIdIn(hookRunId) !== undefined;
  return isHook ? "serviceHook" : "otherResource";
}

export function readStarter({ variable, input }: StepSource): Starter {
  return starterOf(variable("Build.Reason"), variable("Resources.TriggeringCategory"), input("hookRunId"));
}
