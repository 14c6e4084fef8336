import type { Config } from "../config/parse";
import { pathIn } from "../issue/finding";

import type { Issue } from "../issue/issue";

/** Adds to an issue what the configuration says of its cause, or else of its pipeline. The issue's own owner comes last. */
export function withOwner(issue: Issue, { pipelines }: Config, isMention: (owner: string) => boolean): Issue {
  const pipeline = pathIn(issue);
  if (pipeline === undefined) return issue;
  const { importance, ...entry } = pipelines.entryFor(pipeline);
  const { explanation } = issue;
  const { owner = entry.owner || (issue.owner ?? ""), runbook = entry.runbook } = explanation ?? {};
  const isMentioned = isMention(owner);
  const shown = { owner: isMentioned ? "" : owner, runbook, importance };
  // Issues that only inform mention nobody.
  const mention = isMentioned && importance !== "info" ? owner : "";
  const alert = { ...shown, mention };
  if (explanation?.group === undefined) return { ...issue, alert };
  // An important pipeline does not wait in the line of others.
  const key = JSON.stringify([explanation.group.key, importance]);
  return { ...issue, alert, explanation: { ...explanation, group: { ...explanation.group, key } } };
}
