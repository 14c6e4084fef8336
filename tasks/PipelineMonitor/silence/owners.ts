import type { Entry } from "../config/entries";
import type { Context } from "../issue/context";
import { type Issue, pipelineNameOf } from "../issue/issue";
import type { ProjectReport } from "../issue/report";

/** Adds what the configuration says of their pipelines to the issues. */
export function withOwners(report: ProjectReport, isMention: Context["isMention"]): ProjectReport {
  const { entryFor } = report.config.pipelines;
  const withOwner = (issue: Issue) => {
    const pipeline = pipelineNameOf(issue);
    return pipeline === undefined ? issue : withAlert(issue, entryFor(pipeline), isMention);
  };
  return { ...report, issues: report.issues.map(withOwner) };
}

/** Only issues that share what the configuration says share a line. Issues that only inform mention nobody. */
function withAlert(
  issue: Issue,
  { owner, runbook, importance }: Entry,
  isMention: Context["isMention"],
): Issue {
  const isMentioned = isMention(owner);
  const shown = { owner: isMentioned ? "" : owner, runbook, importance };
  const mention = isMentioned && importance !== "info" ? owner : "";
  const alert = { ...shown, mention };
  const { explanation } = issue;
  const group = explanation?.group;
  const isUsual = shown.owner === "" && runbook === undefined && importance === "normal";
  if (explanation === undefined || group === undefined || isUsual) return { ...issue, alert };
  const shared = JSON.stringify([shown.owner, runbook?.href ?? "", importance]);
  return {
    ...issue,
    alert,
    explanation: { ...explanation, group: { ...group, key: `${group.key} ${shared}` } },
  };
}
