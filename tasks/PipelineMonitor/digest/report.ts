import { pluralize } from "../../../shared/text/pluralize";
import type { Setup } from "../config/setup";
import { type Issue, type IssueKind, issueOf } from "../issue/issue";
import { words } from "../issue/parts";
import type { Attached } from "../render/attachment";
import { issueOfResult } from "../rules/issues";
import { flakyPipelines, flakySentence, slowerPipelines, slowerSentence } from "./compare";
import type { Digest, PipelineDigest } from "./figures";

/** Failed runs, totals, slower and flaky pipelines. */
export function digestAttachment(
  digest: Digest,
  { config, origin }: Pick<Setup, "config" | "origin">,
  sentence: Attached["sentence"],
): Attached {
  const { period, pipelines, failedRuns, runPage } = digest;
  const current = pipelines.filter((pipeline) => pipeline.current.runs > 0);
  return {
    config,
    origin: {
      ...origin,
      configuration: `${origin.configuration}, digest of ${pluralize(period.days, "day")}`,
    },
    isDigest: true,
    since: period.from * 1000,
    until: period.until * 1000,
    sentence,
    issues: [
      ...slowerPipelines(digest).map((one) => pipelineIssue(slower, one, slowerSentence(one))),
      ...flakyPipelines(digest).map((one) => pipelineIssue(flaky, one, flakySentence(one))),
    ],
    notes: [],
    skipped: [],
    runCount: current.reduce((sum, pipeline) => sum + pipeline.current.runs, 0),
    figures: current.map(({ pipeline, current: { runs, failures, times }, queueTime }) => ({
      pipeline,
      runs,
      failures,
      runTime: times,
      queueTime,
    })),
    runs: failedRuns.map((run) => ({ ...run, verdict: issueOfResult(run).verdict ?? "failed" })),
    runPage,
  };
}

const slower: IssueKind = { code: "slower", severity: "warning", rank: 3, tally: "slower" };
const flaky: IssueKind = { ...slower, code: "flaky", tally: "flaky" };

function pipelineIssue(kind: IssueKind, { pipeline }: PipelineDigest, sentence: string): Issue {
  return issueOf(kind, { pipeline }, [words(sentence.trim())]);
}
