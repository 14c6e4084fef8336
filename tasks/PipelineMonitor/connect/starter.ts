import type { Agent } from "../../../shared/agent/agent";

/** The cause of a run of the monitor. */
export type Starter = "schedule" | "person" | "serviceHook" | "otherPipeline" | "other";

/** The limits of a run of the monitor, by its cause. */
interface Treatment {
  /** Whether `action: testMessage` is meant, and not forgotten: nothing else starts such a run again and again. */
  sendsTestMessage: boolean;
  /** Whether its webhook may be another one than that of the channel that is told. */
  isTrial: boolean;
  /** False if its failure would start the next run. */
  mayFail: boolean;
}

const treatments: Readonly<Record<Starter, Treatment>> = {
  schedule: { sendsTestMessage: false, isTrial: false, mayFail: true },
  person: { sendsTestMessage: true, isTrial: true, mayFail: true },
  serviceHook: { sendsTestMessage: false, isTrial: false, mayFail: false },
  otherPipeline: { sendsTestMessage: false, isTrial: false, mayFail: true },
  // Such as a commit or a pull request, whose author is there to see it.
  other: { sendsTestMessage: true, isTrial: false, mayFail: true },
};

export function treatmentOf(starter: Starter): Treatment {
  return treatments[starter];
}

/**
 * `reason` is Build.Reason. A resource of the YAML is an incoming webhook, unless `category`, Resources.TriggeringCategory,
 * says that it is a pipeline (MicrosoftDocs/azure-devops-docs#7492).
 */
export function starterOf(reason: string, category: string): Starter {
  if (reason === "Schedule" || reason === "ScheduleForced") return "schedule";
  if (reason === "Manual") return "person";
  if (reason === "BuildCompletion") return "otherPipeline";
  if (reason !== "ResourceTrigger") return "other";
  return category.toLowerCase() === "pipeline" ? "otherPipeline" : "serviceHook";
}

export function readStarter({ variable }: Pick<Agent, "variable">): Starter {
  return starterOf(variable("Build.Reason"), variable("Resources.TriggeringCategory"));
}
