import type { Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Config } from "../config/parse";
import type { AttachmentParts, ReportOrigin } from "../report/attachment";
import type { Issue } from "../rules/finding";
import { words } from "../rules/run-parts";
import { flakyPipelines, slowerPipelines } from "./compare";
import type { Digest, PipelineDigest } from "./figures";
import { flakySentence, slowerSentence } from "./sentences";

/** What the attached report of a digest needs besides the figures. */
export interface DigestReportParts {
  config: Config;
  origin: ReportOrigin;
  sentence: readonly Text[];
  runPage: (id: number) => URL;
}

/** Returns what the attached report of a digest is made of: failed runs, totals, slower and flaky pipelines. */
export function digestAttachment(
  digest: Digest,
  { config, origin, sentence, runPage }: DigestReportParts,
): AttachmentParts {
  const { period, pipelines, failedRuns } = digest;
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
      ...slowerPipelines(digest).map((one) => issueOf(one, "slower", slowerSentence(one))),
      ...flakyPipelines(digest).map((one) => issueOf(one, "flaky", flakySentence(one))),
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
  pipelines: new Map<string, undefined>(),
  patterns: [],
  defaultChecks: { minProcSeconds: Number.NEGATIVE_INFINITY, maxProcSeconds: Number.POSITIVE_INFINITY },
  queueSecondsMax: Number.POSITIVE_INFINITY,
};

function issueOf({ pipeline }: PipelineDigest, tally: string, sentence: string): Issue {
  return {
    finding: {
      kind: "check",
      rank: 3,
      severity: "warning",
      tally,
      subject: { pipeline },
      hasLogs: false,
      sentence: [words(sentence.trim())],
    },
    links: { runPage: undefined, log: undefined, note: "" },
  };
}
