import { pluralize } from "../../../shared/text/pluralize";
import { createEntries } from "../config/entries";
import type { Setup } from "../config/setup";
import { type Issue, type IssueKind, issueOf } from "../issue/issue";
import { words } from "../issue/parts";
import type { Attached } from "../render/attachment";
import { flakyPipelines, flakySentence, slowerPipelines, slowerSentence } from "./compare";
import type { Digest, PipelineDigest } from "./figures";

/** Returns what the attached report of a digest is made of: failed runs, totals, slower and flaky pipelines. */
export function digestAttachment(
  digest: Digest,
  { config, origin }: Pick<Setup, "config" | "origin">,
  sentence: Attached["sentence"],
): Attached {
  const { period, pipelines, failedRuns, runPage } = digest;
  const current = pipelines.filter((pipeline) => pipeline.current.runs > 0);
  return {
    config: { ...config, ...everyPipeline },
    origin: {
      ...origin,
      configuration: `${origin.configuration}, digest of ${pluralize(period.days, "day")}`,
    },
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
    runs: failedRuns,
    runPage,
  };
}

/** The limits for all runs of a digest: only their result counts, whatever the configuration checks. */
const everyPipeline = {
  pipelines: createEntries(new Map(), {
    limits: { minProcSeconds: Number.NEGATIVE_INFINITY, maxProcSeconds: Number.POSITIVE_INFINITY },
    ...{ mute: undefined, owner: "", runbook: undefined, importance: "normal" },
  }),
  queueSecondsMax: Number.POSITIVE_INFINITY,
};

const slower: IssueKind = { code: "slower", severity: "warning", rank: 3, tally: "slower" };
const flaky: IssueKind = { ...slower, code: "flaky", tally: "flaky" };

function pipelineIssue(kind: IssueKind, { pipeline }: PipelineDigest, sentence: string): Issue {
  return issueOf(kind, { pipeline }, [words(sentence.trim())]);
}
