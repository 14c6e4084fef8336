import type { Variables } from "../../../shared/agent/agent";

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
 * `reason` is Build.Reason, `category` Resources.TriggeringCategory: that of an incoming webhook is `webhook` (by the server's own
 * source), that of a pipeline is documented (MicrosoftDocs/azure-devops-docs#7492). A resource that nobody knows counts as a hook: its
 * run must not fail, which would start the next one.
 */
export function starterOf(reason: string, category: string): Starter {
  if (reason === "Schedule" || reason === "ScheduleForced") return "schedule";
  if (reason === "Manual") return "person";
  if (reason === "BuildCompletion") return "otherPipeline";
  if (reason !== "ResourceTrigger") return "other";
  if (/^pipelines?$/i.test(category)) return "otherPipeline";
  return /^(builds?|containers?|packages?|repositor(y|ies))$/i.test(category)
    ? "otherResource"
    : "serviceHook";
}

export function readStarter({ variable }: Variables): Starter {
  return starterOf(variable("Build.Reason"), variable("Resources.TriggeringCategory"));
}
