import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import { groupBy } from "../../../../shared/group-by";
import { pluralize } from "../../../../shared/text/pluralize";
import { type Sanitize, shorten } from "../../../../shared/text/sanitize";
import { isSilent } from "../../causes/cause";
import type { Config } from "../../config/parse";
import { causeReader, explainFailures } from "../../features/causes/explain-failures";
import type { Context } from "../../issue/context";
import { type Issue, pipelineNameOf } from "../../issue/issue";
import { pipelineKey } from "../../issue/journal";
import { emptyReport } from "../../issue/report";
import { lastHour } from "../../issue/window";
import { findLogs } from "../../logs/log-search";
import { issueOfResult } from "../../rules/issues";
import { sectionLines } from "./suggestion";

/** The logs of more runs are not read. */
const maxPipelines = 20;
const maxRuns = 3;
/** How long logs may be read beyond their first `error`. */
const readOnSeconds = 60;

/** Creates a collector of the last failed runs of each pipeline. */
export function collectFailures() {
  const failed = new Map<string, Run[]>();
  return {
    count(record: RunRecord): void {
      if (!("run" in record) || record.run.result !== "failed") return;
      const key = pipelineKey(record.run);
      const runs = [...(failed.get(key) ?? []), record.run];
      runs.sort((one, other) => (other.finishTime ?? 0) - (one.finishTime ?? 0));
      failed.set(key, runs.slice(0, maxRuns));
    },
    /** Proposes known issues for failures that came back without a named cause. Reads the logs of few runs. */
    async lines(config: Config, context: Context): Promise<string[]> {
      const again = [...failed.values()].filter(({ length }) => length > 1);
      const runs = again.slice(0, maxPipelines).flat();
      return proposalLines(await explained(runs, config, context), context.agent.sanitize);
    },
  };
}

async function explained(runs: readonly Run[], config: Config, context: Context): Promise<readonly Issue[]> {
  if (runs.length === 0) return [];
  const asked = { ...config, keys: { ...config.keys, explain_failures: true, quote_logs: true } };
  const report = emptyReport(asked, lastHour(context.clock.now()), context.service.runPage);
  const reader = causeReader(report, context, { leftSeconds: readOnSeconds });
  const issues = await findLogs(runs.map(issueOfResult), reader, context);
  return (await explainFailures({ ...report, issues }, context)).issues;
}

function proposalLines(issues: readonly Issue[], sanitize: Sanitize): string[] {
  const nameOf = (contains: string) => shorten(sanitize(contains), maxNameCharacters);
  const unnamed = issues.filter(({ explanation }) => {
    const { kind, line = "" } = explanation ?? {};
    return kind === undefined && line.trim() !== "" && !isSilent(line);
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
      const pipelines = [...new Set(same.map((issue) => pipelineNameOf(issue) ?? ""))].join(", ");
      return `  ${nameOf(contains)}: ${pluralize(same.length, "run")} of ${pipelines}`;
    }),
    "",
    ...sectionLines({
      known_issues: proposals.map(({ contains }) => ({
        contains,
        name: nameOf(contains),
      })),
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
