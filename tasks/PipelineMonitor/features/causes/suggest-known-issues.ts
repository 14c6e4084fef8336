import type { Run } from "../../../../shared/azure-devops/records";
import { groupBy } from "../../../../shared/group-by";
import { pipelineKey } from "../../../../shared/journal/schema";
import { type NameOf, namesAmong } from "../../../../shared/subject";
import { pluralize } from "../../../../shared/text/pluralize";
import { type Sanitize, shorten } from "../../../../shared/text/sanitize";
import { isFooter } from "../../causes/shapes/footers";
import { sectionLines } from "../../config/section-lines";
import type { Suggestions } from "../../feature";
import { type Issue, subjectOfIssue } from "../../issue/issue";
import { issueOfResult } from "../../rules/issues";
import { type CauseSettings, explainFailures } from "./explain-failures";

/** The logs of more runs are not read. */
const maxPipelines = 20;
const maxRuns = 3;
/** Suggests known issues for failures that came back without a named cause. Reads the logs of few runs. */
export function suggestKnownIssues(knownIssues: CauseSettings["knownIssues"]): Suggestions {
  const failed = new Map<string, Run[]>();
  return {
    count(record) {
      if (!("run" in record) || record.run.result !== "failed") return;
      const key = pipelineKey(record.run);
      const runs = [...(failed.get(key) ?? []), record.run];
      runs.sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0));
      failed.set(key, runs.slice(0, maxRuns));
    },
    async lines(context) {
      const again = [...failed.values()].filter(({ length }) => length > 1);
      const issues = again.slice(0, maxPipelines).flat().map(issueOfResult);
      // It prints in Azure DevOps, whatever may leave that.
      const settings = { explains: true, groups: false, quotes: true, knownIssues };
      return proposalLines(await explainFailures(issues, settings, context), context.agent.sanitize);
    },
  };
}

function proposalLines(issues: readonly Issue[], sanitize: Sanitize): string[] {
  const among = namesAmong(issues.map((issue) => ({ pipeline: subjectOfIssue(issue).pipeline })));
  const pipelineOf: NameOf = ({ pipeline }) => among({ pipeline });
  const nameOf = (contains: string) => shorten(sanitize(contains), maxNameCharacters);
  const unnamed = issues.filter(({ explanation }) => {
    const { kind, line = "" } = explanation ?? {};
    return kind === undefined && line.trim() !== "" && !isFooter(line);
  });
  const proposals = [...groupBy(unnamed, ({ explanation }) => explanation?.cause ?? "").values()].flatMap(
    (same) => {
      const [one, other] = same.map(({ explanation }) => explanation?.line ?? "");
      const contains = one === undefined || other === undefined ? "" : commonText(one, other);
      return contains.length < minCharacters ? [] : [{ contains, same }];
    },
  );
  if (proposals.length === 0) return [];
  return [
    "",
    "Failures that came back without a named cause:",
    ...proposals.map(({ contains, same }) => {
      const pipelines = [...new Set(same.map((issue) => pipelineOf(subjectOfIssue(issue))))].join(", ");
      return `  ${nameOf(contains)}: ${pluralize(same.length, "run")} of ${pipelines}`;
    }),
    "",
    ...sectionLines({
      known_issues: proposals.map(({ contains }) => ({ contains, name: nameOf(contains) })),
    }),
  ];
}

/** A shorter text is in other logs, too. */
const minCharacters = 8;
const maxNameCharacters = 60;
/** Two lines of this length are compared in no time. */
const comparedCharacters = 200;

/** The longest text that both lines have. What a redaction has replaced is in no log. */
export function commonText(one: string, other: string): string {
  const [lines, text] = [one.slice(0, comparedCharacters), other.slice(0, comparedCharacters)];
  let longest = "";
  for (const part of lines.split(/\*{3}|…/))
    for (let from = 0; from < part.length; from++)
      while (
        from + longest.length < part.length &&
        text.includes(part.slice(from, from + longest.length + 1))
      )
        longest = part.slice(from, from + longest.length + 1);
  return longest.trim();
}
