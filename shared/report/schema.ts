import * as v from "valibot";
import { safeInteger } from "../json/schema";
import { pipelineSchema } from "../pipeline";
import { problemKinds, problemStates, reportVersion, verdicts } from "./form";

/**
 * The report that a task attaches to its run, and that the tab on the run's page shows. This one definition
 * serves the producers' types, the check in the tab and docs/report.schema.json. Every text is sanitized
 * before it gets here. Times are seconds since 1970, durations are seconds.
 */

/** As far as calendars reach. `1e999` is a number in JSON, and nothing can be drawn of it. */
const largest = 8.64e12;
const anyTime = v.pipe(v.number(), v.minValue(-largest), v.maxValue(largest));
const time = v.pipe(anyTime, v.description("Seconds since 1970."));
const seconds = v.pipe(anyTime, v.description("A duration in seconds."));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largest));
/** More entries of a list than fit into the size limit would take seconds to draw. */
const listOf = <Entry extends v.GenericSchema>(entry: Entry) => v.pipe(v.array(entry), v.maxLength(10_000));
const maybeText = v.optional(v.string());
const maybeTime = v.optional(time);
const maybeSeconds = v.optional(seconds);

/** Joins the lists of a report: several pipelines may have one name. */
const definitionId = v.optional(v.pipe(safeInteger, v.description("The service's id of the pipeline.")));

const runSchema = v.object({
  pipeline: v.string(),
  definitionId,
  number: v.string(),
  runUrl: maybeText,
  logUrl: maybeText,
  queueTime: maybeTime,
  startTime: maybeTime,
  finishTime: maybeTime,
  verdict: v.picklist(verdicts),
  sentence: v.optional(v.pipe(v.string(), v.description("The run's line of the message, without links."))),
  limits: v.optional(
    v.pipe(
      v.object({ maxSeconds: maybeSeconds, minSeconds: maybeSeconds, maxWaitSeconds: maybeSeconds }),
      v.description("The limits that the run crossed."),
    ),
  ),
});

const problemSchema = v.object({
  key: v.pipe(v.string(), v.description("Identifies it in all reports of a monitor.")),
  project: v.string(),
  pipeline: v.optional(v.pipe(v.string(), v.description("Missing for a problem of the project."))),
  definition: v.optional(v.pipe(pipelineSchema, v.description("The pipeline as the service knows it."))),
  kind: v.picklist(problemKinds),
  sentence: v.pipe(
    v.string(),
    v.description("Follows the name of the pipeline, such as failed. Has no full stop."),
  ),
  saysWhen: v.optional(v.pipe(v.boolean(), v.description("Whether the sentence says when it happened."))),
  severity: v.picklist(["failure", "warning", "note"]),
  importance: v.pipe(
    v.picklist(["high", "normal", "info"]),
    v.description("The severity that the configuration gives the pipeline."),
  ),
  since: time,
  last: v.pipe(time, v.description("When it happened last. Seconds since 1970.")),
  count: v.pipe(count, v.description("How often it happened since.")),
  isMixed: v.optional(
    v.pipe(
      v.boolean(),
      v.description("Whether it counts problems of several kinds, such as slow runs and failures."),
    ),
  ),
  cause: maybeText,
  group: v.optional(v.pipe(v.string(), v.description("Problems with an equal text have the same cause."))),
  owner: maybeText,
  runbookUrl: maybeText,
  number: v.optional(v.pipe(v.string(), v.description("The number of its last run."))),
  branch: v.optional(v.pipe(v.string(), v.description("Its branch, such as refs/heads/main."))),
  runUrl: v.optional(
    v.pipe(
      v.string(),
      v.description("The page of that run; of a problem without one, that of the pipeline or of all runs."),
    ),
  ),
  logUrl: maybeText,
  state: v.pipe(
    v.object({ kind: v.picklist(problemStates), why: maybeText }),
    v.description(
      "What became of it at the chats: why they were not told, or when; missing if it is told now.",
    ),
  ),
});

const timesSchema = v.object({ mean: seconds, longest: seconds });

/** The first members of both reports. */
const origin = {
  version: v.literal(reportVersion),
  project: maybeText,
  stage: maybeText,
  job: maybeText,
  attempt: v.optional(count),
  from: v.pipe(time, v.description("The beginning of the window or wait. Seconds since 1970.")),
  to: v.pipe(time, v.description("Its end. Seconds since 1970.")),
  sentence: v.pipe(v.string(), v.description("The result in one sentence.")),
  leftOut: v.optional(
    v.pipe(
      listOf(v.object({ list: v.string(), count })),
      v.description("How many entries of each list were cut to fit the size limit."),
    ),
  ),
};

const monitorSchema = v.object({
  kind: v.literal("monitor"),
  ...origin,
  projectId: v.optional(
    v.pipe(v.string(), v.description("The service's id of the project, if it is known.")),
  ),
  configuration: v.pipe(
    v.string(),
    v.description("The name of the configuration file, or what is used without one."),
  ),
  zone: v.optional(
    v.pipe(v.string(), v.description("The IANA name of the configured time zone; UTC if it is missing.")),
  ),
  runCount: count,
  issueCount: count,
  problems: v.pipe(
    listOf(problemSchema),
    v.description("Everything that is wrong now, the most important first; muted problems come last."),
  ),
  runs: v.pipe(listOf(runSchema), v.description("Finished runs and stuck ones.")),
  missedRuns: listOf(v.object({ pipeline: v.string(), definitionId, at: time, sentence: maybeText })),
  otherIssues: v.pipe(
    listOf(
      v.object({
        pipeline: maybeText,
        definitionId,
        sentence: v.string(),
        tally: v.optional(
          v.pipe(v.string(), v.description("Its kind in a word or two, such as near a run limit.")),
        ),
      }),
    ),
    v.description("Problems without a run, such as too few runs or a weekly run limit."),
  ),
  recoveries: listOf(v.object({ pipeline: v.string(), sentence: v.string(), runUrl: maybeText })),
  rows: v.pipe(
    listOf(
      v.object({
        pipeline: v.string(),
        sentence: v.string(),
        runUrl: maybeText,
        list: v.pipe(v.string(), v.description("The heading under which the page shows it.")),
        isGood: v.boolean(),
      }),
    ),
    v.description("What else there is to say, such as what the monitor did about earlier problems."),
  ),
  skippedChecks: v.pipe(listOf(v.string()), v.description("Optional checks that could not be done.")),
  pipelines: v.pipe(
    listOf(
      v.object({
        pipeline: v.string(),
        definitionId,
        runs: count,
        issues: count,
        failures: count,
        runTime: v.optional(timesSchema),
        usual: v.optional(v.pipe(seconds, v.description("The median run time of the last four weeks."))),
        wait: v.optional(timesSchema),
      }),
    ),
    v.description("Totals by pipeline."),
  ),
});

const decimal = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}(\.\d{1,6})?$/),
  v.description("The amount in the currency, as a decimal text such as 11.69."),
);
const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,20}$/),
  v.description("The same amount in the registrar's own unit, such as 11690000."),
);
const money = v.object({ amount: decimal, raw: digits, currency: maybeText });

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

const offer = {
  price: v.optional(money),
  period: v.optional(v.pipe(count, v.description("The years that the price is for."))),
};

const changeSchema = v.object({
  at: v.pipe(time, v.description("The first check that had this response. Seconds since 1970.")),
  until: v.pipe(time, v.description("The last one. Seconds since 1970.")),
  count: v.pipe(count, v.description("The number of checks.")),
  available: v.optional(v.boolean()),
  definitive: v.optional(v.boolean()),
  ...offer,
  objection: v.optional(v.pipe(v.string(), v.description("Why the task does not buy at this price."))),
  problem: v.optional(v.pipe(v.string(), v.description("Why the checks failed."))),
});

const attemptSchema = v.object({
  at: time,
  request: v.pipe(v.picklist(["purchase", "quote"]), v.description("What was sent, or was to be sent.")),
  ...offer,
  response: v.pipe(
    v.picklist(["bought", "quoted", "refused", "failed", "unknown", "not sent"]),
    v.description("Refused: the registrar does not sell. Failed: it could not take the request."),
  ),
  reason: v.optional(v.pipe(v.string(), v.description("Why nothing was bought, or why nobody knows."))),
  order: v.optional(v.pipe(v.string(), v.description("The order's number at the registrar."))),
});

const domainSchema = v.object({
  kind: v.literal("domain"),
  ...origin,
  domain: v.string(),
  environment: v.string(),
  outcome: v.picklist(outcomes),
  checkCount: count,
  changes: v.pipe(listOf(changeSchema), v.description("The checks; equal neighbours are one entry.")),
  attempts: v.pipe(listOf(attemptSchema), v.description("Purchase attempts.")),
  stages: v.pipe(
    listOf(v.object({ name: v.string(), earliest: time, latest: time })),
    v.description("When each stage of the domain's life begins, in their order."),
  ),
  nextSteps: listOf(v.string()),
});

export const reportSchemas = { monitor: monitorSchema, domain: domainSchema };

/** The form of a report of either task, for docs/report.schema.json. */
export const reportSchema = v.variant("kind", [monitorSchema, domainSchema]);

export type MonitorReport = v.InferOutput<typeof monitorSchema>;

export type DomainReport = v.InferOutput<typeof domainSchema>;

export type Report = MonitorReport | DomainReport;

export type ReportRun = v.InferOutput<typeof runSchema>;

export type ReportProblem = v.InferOutput<typeof problemSchema>;

export type PipelineTotals = MonitorReport["pipelines"][number];

/** Neighbouring checks of a domain that had the same response. */
export type CheckChange = v.InferOutput<typeof changeSchema>;

export type PurchaseAttempt = v.InferOutput<typeof attemptSchema>;
