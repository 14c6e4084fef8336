import * as v from "valibot";
import { safeInteger } from "../json/schema";
import { pipelineSchema } from "../pipeline";
import { outcomes, problemKinds, problemStates, reportVersion, verdicts } from "./form";

/**
 * The report that a task attaches to its run, and that the tab on the run's page shows. This one definition serves the
 * producers' types, the check in the tab and docs/report.schema.json. Every text is sanitized before it gets here.
 * Times are seconds since 1970, durations are seconds.
 */

const described = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text));
const maybe = <Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.optional(described(schema, text));

/** As far as calendars reach. `1e999` is a number in JSON, and nothing can be drawn of it. */
const largest = 8.64e12;
const anyTime = v.pipe(v.number(), v.minValue(-largest), v.maxValue(largest));
const time = described(anyTime, "Seconds since 1970.");
const seconds = described(anyTime, "A duration in seconds.");
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largest));
/** More entries of a list than fit into the size limit would take seconds to draw. */
const listOf = <Entry extends v.GenericSchema>(entry: Entry) => v.pipe(v.array(entry), v.maxLength(10_000));
const maybeText = v.optional(v.string());
const maybeTime = v.optional(time);
const maybeSeconds = v.optional(seconds);

/** Joins the lists of a report: several pipelines may have one name. */
const definitionId = maybe(safeInteger, "The service's id of the pipeline.");

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
  sentence: maybe(v.string(), "The run's line of the message, without links."),
  limits: maybe(
    v.object({ maxSeconds: maybeSeconds, minSeconds: maybeSeconds, maxWaitSeconds: maybeSeconds }),
    "The limits that the run crossed.",
  ),
});

const problemSchema = v.object({
  key: described(v.string(), "Identifies it in all reports of a monitor."),
  project: v.string(),
  pipeline: maybe(v.string(), "Missing for a problem of the project."),
  definition: maybe(pipelineSchema, "The pipeline as the service knows it."),
  kind: v.picklist(problemKinds),
  sentence: described(v.string(), "Follows the name of the pipeline, such as failed. Has no full stop."),
  saysWhen: maybe(v.boolean(), "Whether the sentence says when it happened."),
  severity: v.picklist(["failure", "warning", "note"]),
  importance: described(
    v.picklist(["high", "normal", "info"]),
    "The severity that the configuration gives the pipeline.",
  ),
  since: time,
  last: described(time, "When it happened last. Seconds since 1970."),
  count: described(count, "How often it happened since."),
  isMixed: maybe(v.boolean(), "Whether it counts problems of several kinds, such as slow runs and failures."),
  cause: maybeText,
  group: maybe(v.string(), "Problems with an equal text have the same cause."),
  owner: maybeText,
  runbookUrl: maybeText,
  number: maybe(v.string(), "The number of its last run."),
  branch: maybe(v.string(), "Its branch, such as refs/heads/main."),
  runUrl: maybe(
    v.string(),
    "The page of that run; of a problem without one, that of the pipeline or of all runs.",
  ),
  logUrl: maybeText,
  state: described(
    v.object({ kind: v.picklist(problemStates), why: maybeText }),
    "What became of it at the chats: why they were not told, or when; missing if it is told now.",
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
  from: described(time, "The beginning of the window or wait. Seconds since 1970."),
  to: described(time, "Its end. Seconds since 1970."),
  sentence: described(v.string(), "The result in one sentence."),
  leftOut: maybe(
    listOf(v.object({ list: v.string(), count })),
    "How many entries of each list were cut to fit the size limit.",
  ),
};

const monitorSchema = v.object({
  kind: v.literal("monitor"),
  ...origin,
  projectId: maybe(v.string(), "The service's id of the project, if it is known."),
  configuration: described(v.string(), "The name of the configuration file, or what is used without one."),
  zone: maybe(v.string(), "The IANA name of the configured time zone; UTC if it is missing."),
  runCount: count,
  issueCount: count,
  problems: described(
    listOf(problemSchema),
    "Everything that is wrong now, the most important first; muted problems come last.",
  ),
  runs: described(listOf(runSchema), "Finished runs and stuck ones."),
  missedRuns: listOf(v.object({ pipeline: v.string(), definitionId, at: time, sentence: maybeText })),
  otherIssues: described(
    listOf(
      v.object({
        pipeline: maybeText,
        definitionId,
        sentence: v.string(),
        tally: maybe(v.string(), "Its kind in a word or two, such as near a run limit."),
      }),
    ),
    "Problems without a run, such as too few runs or a weekly run limit.",
  ),
  recoveries: listOf(v.object({ pipeline: v.string(), sentence: v.string(), runUrl: maybeText })),
  rows: described(
    listOf(
      v.object({
        pipeline: v.string(),
        sentence: v.string(),
        runUrl: maybeText,
        list: described(v.string(), "The heading under which the page shows it."),
        isGood: v.boolean(),
      }),
    ),
    "What else there is to say, such as what the monitor did about earlier problems.",
  ),
  skippedChecks: described(listOf(v.string()), "Optional checks that could not be done."),
  pipelines: described(
    listOf(
      v.object({
        pipeline: v.string(),
        definitionId,
        runs: count,
        issues: count,
        failures: count,
        runTime: v.optional(timesSchema),
        usual: maybe(seconds, "The median run time of the last four weeks."),
        wait: v.optional(timesSchema),
      }),
    ),
    "Totals by pipeline.",
  ),
});

const decimal = described(
  v.pipe(v.string(), v.regex(/^\d{1,20}(\.\d{1,6})?$/)),
  "The amount in the currency, as a decimal text such as 11.69.",
);
const digits = described(
  v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
  "The same amount in the registrar's own unit, such as 11690000.",
);
const money = v.object({ amount: decimal, raw: digits, currency: maybeText });

const offer = { price: v.optional(money), period: maybe(count, "The years that the price is for.") };

const changeSchema = v.object({
  at: described(time, "The first check that had this response. Seconds since 1970."),
  until: described(time, "The last one. Seconds since 1970."),
  count: described(count, "The number of checks."),
  available: v.optional(v.boolean()),
  definitive: v.optional(v.boolean()),
  ...offer,
  objection: maybe(v.string(), "Why the task does not buy at this price."),
  problem: maybe(v.string(), "Why the checks failed."),
});

const attemptSchema = v.object({
  at: time,
  request: described(v.picklist(["purchase", "quote"]), "What was sent, or was to be sent."),
  ...offer,
  response: described(
    v.picklist(["bought", "quoted", "refused", "failed", "unknown", "not sent"]),
    "Refused: the registrar does not sell. Failed: it could not take the request.",
  ),
  reason: maybe(v.string(), "Why nothing was bought, or why nobody knows."),
  order: maybe(v.string(), "The order's number at the registrar."),
});

const domainSchema = v.object({
  kind: v.literal("domain"),
  ...origin,
  domain: v.string(),
  environment: v.string(),
  outcome: v.picklist(outcomes),
  checkCount: count,
  changes: described(listOf(changeSchema), "The checks; equal neighbours are one entry."),
  attempts: described(listOf(attemptSchema), "Purchase attempts."),
  stages: described(
    listOf(v.object({ name: v.string(), earliest: time, latest: time })),
    "When each stage of the domain's life begins, in their order.",
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
