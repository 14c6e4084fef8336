import * as v from "valibot";
import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../shared/azure-devops/run-state";
import type { Moment, Phrase } from "../../../shared/chat/message";
import { finiteNumber, orUndefined, safeInteger, urlText } from "../../../shared/json/schema";
import { pipelineSchema } from "../../../shared/pipeline";
import type { Subject } from "../../../shared/subject";
import type { Zone } from "../../../shared/text/zone";
import type { Importance } from "../config/alert-schema";
import { momentIn, partsIn, phraseIn, run, texts, unreadable } from "./kept";
import { type IssueKind, kindSchema } from "./kind";
import { type Links, linksSchema } from "./links";
import type { Silenced } from "./silenced";
import { subjectOf } from "./subject";

function explanationSchema(zone: Zone) {
  const parts = partsIn(zone);
  return v.object({
    /** A complete sentence; empty if only the group shows the cause. */
    sentence: parts,
    /** For products: the line of the log, and the short name of the cause; each may be empty. */
    line: v.string(),
    /** Where in the sources it happened, such as a file and its line. It is told last. */
    sourcePlace: v.exactOptional(v.string()),
    name: texts,
    /** Shared with other runs of the same cause; undefined if the run has a line of its own. */
    group: orUndefined(v.object({ key: v.string(), title: parts })),
    /**
     * Equal for two failures with the same reason: the named cause, or the line without the parts that differ from
     * run to run.
     */
    cause: v.exactOptional(v.string()),
    /** The kind of the named cause, such as lostAgent. */
    kind: v.optional(v.string()),
    /** Completes the verdict, and takes the place of the cause: " by a person". */
    byWhom: v.exactOptional(v.string()),
    /** Whether it comes before the pipeline and what one run did: it may stop other runs, too. */
    isLeading: v.exactOptional(v.boolean()),
    /** Whether the team has named it, and so wants to read the name, and whom to ask. */
    isOfTeam: v.exactOptional(v.boolean()),
    /** Whether the team says that the failed jobs may be run again once. */
    mayRetry: v.exactOptional(v.boolean()),
    /** From the configuration of the cause, in place of the pipeline's. */
    owner: v.exactOptional(v.string()),
    runbook: v.exactOptional(urlText),
  });
}

/** Why a run failed, as the report shows it. */
export type Explanation = v.InferOutput<ReturnType<typeof explanationSchema>>;

function newsSchema(zone: Zone) {
  const orMore = v.boolean();
  return v.variant("kind", [
    v.object({ orMore, kind: v.literal("first"), successes: safeInteger }),
    v.object({ orMore, kind: v.literal("streak"), nth: safeInteger, since: momentIn(zone) }),
  ]);
}

/** How a failed run compares with those before it. */
export type News = v.InferOutput<ReturnType<typeof newsSchema>>;

/** The configuration names a pipeline only. A schedule may be of one branch of it. */
const aboutPipelineSchema = v.object({ pipeline: pipelineSchema, branch: v.optional(v.string()) });

export type AboutPipeline = v.InferOutput<typeof aboutPipelineSchema>;

/** An issue as a memory has it. */
export function issueSchema(zone: Zone) {
  const phrase = phraseIn(zone);
  const seconds = v.exactOptional(finiteNumber);
  return v.object({
    ...kindSchema.entries,
    about: v.union([v.literal("project"), v.object({ run }), v.object({ unreadable }), aboutPipelineSchema]),
    /** When it happened, in seconds since 1970; undefined if it is about the present. */
    at: v.optional(finiteNumber),
    /** How long after that time a missed run counts as missed. */
    graceSeconds: seconds,
    /** Whether it is one more of a problem that was reported, and only counts. */
    isFurther: v.exactOptional(v.boolean()),
    /** The problem, worded to follow the pipeline and run: "failed", "ran too long". Has no full stop. */
    words: phrase,
    /** The figures that its rule names; empty if `words` have them. */
    figures: phrase,
    /** The same for products, with one unit for each time; `words` and `figures` by default. */
    sentence: v.exactOptional(phrase),
    /** The limits that the run crossed. */
    limits: v.exactOptional(v.object({ maxSeconds: seconds, minSeconds: seconds, maxWaitSeconds: seconds })),
    links: linksSchema,
    /** Undefined if the cause is unknown, or the check is not enabled. */
    explanation: v.optional(explanationSchema(zone)),
    /** Undefined if it is unknown, or the check is not enabled. */
    news: v.optional(newsSchema(zone)),
    /** How many failures in a row it counts as; undefined if it is no failed run, or nobody knows. */
    failuresInRow: v.optional(finiteNumber),
    /** Makes it news if it changes, besides its kind and cause. */
    identity: v.exactOptional(v.string()),
    /** Whether its words say when it happened. */
    saysWhen: v.exactOptional(v.boolean()),
    /** Who looks after its pipeline, if the configuration does not say. */
    owner: v.exactOptional(v.string()),
  });
}

/** A problem of a run, a pipeline or the whole project, as a rule or an optional check found it. */
export interface Issue extends v.InferOutput<ReturnType<typeof issueSchema>> {
  links: Links;
  // A memory has none of the following. Each is filled by the file that its docstring names.
  /** `rules/run-list.ts`: when a failed run finished; undefined if it is unknown. */
  failedAt?: Moment;
  /** `targets/later.ts`, or the feature that finds it later: when it happened first, how often since, and what else happened; undefined if it is told in the hour in which it was found. */
  waited?: { since: Moment; count: number; earlier: Phrase };
  /** `targets/view.ts`: whether it was told before, and is repeated because it lasts. */
  isReminder?: boolean;
  /** `targets/owner.ts`: who looks after its pipeline, what to do, and how important it is; undefined if the configuration does not say. */
  alert?: {
    /** The name of the owner; empty if there is none, or the message mentions them. */
    owner: string;
    /** The owner whom the message mentions; empty if it mentions nobody. */
    mention: string;
    runbook: URL | undefined;
    importance: Importance;
  };
  /** `targets/view.ts`: undefined if the message has it. */
  silenced?: Silenced | undefined;
}

/** An issue has no links by default. If it is about a run, it happened when the run finished. */
export function issueOf(
  kind: IssueKind,
  about: Issue["about"],
  text: Phrase,
  more: Partial<Issue> = {},
): Issue {
  const links = { runPage: undefined, log: undefined, note: "" };
  const issue = { ...kind, about, words: text, figures: [], links, ...more };
  return "at" in more ? issue : { ...issue, at: runOf(issue)?.finishTime };
}

/** Something that is about what an issue may be about. */
export type About = Pick<Issue, "about">;

/** As the service listed it. */
export function runOf({ about }: About): Run | undefined {
  return about !== "project" && "run" in about ? about.run : undefined;
}

/** The same issue, with something else about it at its end. */
export function withAside(issue: Issue, aside: Phrase): Issue {
  const { figures, sentence } = issue;
  return {
    ...issue,
    saysFigures: false,
    figures: figures.length === 0 ? aside : [...figures, { words: "; " }, ...aside],
    ...(sentence === undefined ? {} : { sentence: [...sentence, { words: "; " }, ...aside] }),
  };
}

/** Whether a rule found that its run is no success. What a check finds of a run under way is a state. */
export function isOfFailedRun(issue: Issue): boolean {
  const run = runOf(issue);
  return run !== undefined && issue.isState !== true && !hasSucceeded(run);
}

/** Undefined if the issue is about no run. */
export function recordOf({ about }: About): Run | UnreadableRun | undefined {
  if (about === "project" || "pipeline" in about) return undefined;
  return "run" in about ? about.run : about.unreadable;
}

export function subjectOfIssue(issue: About): Subject {
  const { about } = issue;
  return subjectOf(about !== "project" && "pipeline" in about ? about : (recordOf(issue) ?? {}));
}

export function importanceOf({ alert }: Issue): Importance {
  return alert?.importance ?? "normal";
}
