// Shared by producers and readers of a report, apart from its schema, which producers do not load.

export const attachmentType = "pipeline-keeper.report";

/** Every run that monitors has this tag, whatever its monitor. By it, the page of all nights finds them. */
export const monitorTag = "pipeline-keeper";

/** The tag of the runs of one monitor, which no other pipeline has. `step` is 12 hexadecimal digits for its step. */
export function ownTag(definitionId: number | string, step: string): string {
  return `monitor-reported-${definitionId}-${step}`;
}

/** A run of another pipeline that carries such a tag is none of that monitor's. */
export function isOwnTag(tag: string, definitionId: number): boolean {
  const step = tag.slice(-12);
  return /^[0-9a-f]{12}$/.test(step) && tag === ownTag(definitionId, step);
}

/** The version of this form. It changes when an older tab would misread a report; new members need no change. */
export const reportVersion = 1;

/** Each run has one. `ok` and `notChecked` are no issues. A run that is `waiting` waits for a person. */
export const verdicts = [
  "failed",
  "stuck",
  "unreadable",
  "canceled",
  "partiallySucceeded",
  "ranTooLong",
  "waitedTooLong",
  "finishedTooFast",
  "waiting",
  "ok",
  "notChecked",
] as const;

export type Verdict = (typeof verdicts)[number];

/** 0 is the most severe. */
export function severityOf(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}

export function isProblem(verdict: Verdict): boolean {
  return verdict !== "ok" && verdict !== "notChecked";
}

/** Problems of a run have its verdict; a run that did not start has none. */
export const problemKinds = [...verdicts.filter(isProblem), "missed", "other"] as const;

/** How a problem was treated in the chats. */
export const problemStates = [
  "told",
  "notDelivered",
  "waits",
  "belowThreshold",
  "muted",
  "maintenance",
  "otherChannel",
  "notChecked",
] as const;

export type ProblemState = (typeof problemStates)[number];

/** Whether the configuration keeps a problem quiet. */
export function isCalm(state: ProblemState): boolean {
  return ["muted", "maintenance", "belowThreshold", "notChecked"].includes(state);
}

/** How a step of DomainRegister can end. */
export const outcomes = [
  "registered",
  "alreadyOwned",
  "undone",
  "noLongerOwned",
  "dryRun",
  "available",
  "notChecked",
  "valid",
  "notAvailable",
  "tooEarly",
  "tooExpensive",
  "invalid",
  "refused",
  "unknown",
  "unanswered",
  "cancelled",
  "failed",
] as const;

export type DomainOutcome = (typeof outcomes)[number];
