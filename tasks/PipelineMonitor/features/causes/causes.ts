import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { objectOf } from "../../../../shared/json/schema";
import { oneLine } from "../../../../shared/text/sanitize";
import type { KnownIssue } from "../../causes/cause";
import { anOwner, aRunbookUrl } from "../../config/alert-schema";
import { actingProblems, entriesWith } from "../../config/problems";
import { described, listOf, optional, shortText } from "../../config/values";
import { feature, type Hooks, type HourBefore } from "../../feature";
import { type CauseSettings, explainFailures } from "./explain-failures";
import { type Hits, hitRows, hitsSchema, hitsTold, withHits } from "./hits";
import { suggestKnownIssues } from "./suggest-known-issues";

/** Each line of each failed run is searched for all of them. */
const maxKnownIssues = 200;
const someKnownIssues = `a list of 1 to ${maxKnownIssues} known issues`;
const someText = "a text of 1 to 200 characters";

const knownIssueMembers = {
  contains: described(
    v.pipe(shortText(someText, 200), v.regex(/\S/, someText)),
    "Plain text of the log; upper and lower case count.",
  ),
  name: described(shortText("a text of 1 to 100 characters", 100), "What to call it."),
  owner: optional(anOwner, "Who to ask, in place of the pipeline's `owner`.", {
    page: "chats.md#mention-the-owner",
  }),
  runbook: optional(aRunbookUrl, "Instructions, in place of the pipeline's `runbook`."),
  retry: optional(
    v.boolean("true or false"),
    "Run the failed jobs again once. Only in the list of a pipeline's entry, and not in `default`.",
    { default: false },
  ),
};

const list = listOf(
  objectOf(knownIssueMembers, "an object with contains and name"),
  someKnownIssues,
  maxKnownIssues,
);

/** A member of the whole file, and of the settings of a pipeline. */
function knownIssuesMember(description: string) {
  const example = [{ contains: "ORA-01653", name: "tablespace full" }];
  return optional(list, description, { example, page: "causes.md#known-issues-of-your-own" });
}

function knownIssuesOf(listed: v.InferOutput<typeof list> = []): KnownIssue[] {
  return listed.map(({ owner, runbook, contains, name, retry = false }) => ({
    // Lines are compared without the agent's mark and as one line.
    contains: oneLine(contains.replace("##[error]", "")),
    name,
    mayRetry: retry,
    owner,
    runbook: runbook === undefined ? undefined : new URL(runbook),
  }));
}

function retryProblems(value: unknown): string[] {
  const places = [[], ...entriesWith(value, "known_issues").map((name) => ["pipelines", name])];
  return places.flatMap((place) => {
    const listed = memberAt(value, [...place, "known_issues"]);
    return (Array.isArray(listed) ? listed : []).flatMap((one, index) =>
      memberAt(one, ["retry"]) === true
        ? actingProblems(value, [...place, "known_issues", index, "retry"])
        : [],
    );
  });
}

const flag = v.boolean("true or false");
const path = ["known_issues", "*"];

/** Says why runs failed. */
export const causes = feature({
  name: "causes of failures",
  keys: {
    explain_failures: optional(flag, "Report why a run failed, with a line of its log.", {
      default: false,
      example: true,
      page: "alerts.md#why-a-run-failed",
    }),
    group_causes: optional(flag, "Report failed runs with the same cause together.", {
      default: false,
      example: true,
      page: "alerts.md#one-cause-one-line",
    }),
    known_issues: knownIssuesMember("Failures that your team knows by name, up to 200."),
  },
  entryKeys: { known_issues: knownIssuesMember("Known issues of this pipeline, which take precedence.") },
  /** How often known issues failed runs of the configuration's own project. */
  memory: { knownIssueHits: v.optional(hitsSchema, {}) },
  objects: [path, ["pipelines", "*", ...path]].map((one) => ({
    path: one,
    members: knownIssueMembers,
    isSilencing: false,
  })),
  problems: retryProblems,
  preset: { explain_failures: true, group_causes: true },
  read({ keys, config, entries }) {
    const { explain_failures: explains = false, group_causes: groups = false } = keys;
    const knownIssues = entries(knownIssuesIn(keys));
    const isNamed = [knownIssues.defaults, ...knownIssues.byName.values()].some(({ length }) => length > 0);
    if (!explains && !groups && !isNamed) return undefined;
    const settings = { explains, groups, quotes: config.keys.quote_logs !== false, knownIssues };
    return { open: (hour) => causesIn(settings, hour) };
  },
  suggest: ({ keys, entries }) => suggestKnownIssues(entries(knownIssuesIn(keys))),
});

function causesIn(
  settings: CauseSettings,
  { memory: { knownIssueHits }, keep }: HourBefore<{ knownIssueHits: Hits }>,
): Hooks {
  let hits = knownIssueHits;
  return {
    finds: [
      {
        name: "causes of failures",
        linksFailures: true,
        async run(report, context) {
          const issues = await explainFailures(report.issues, settings, context);
          const explained = { ...report, issues };
          if (!report.config.isOwn) return explained;
          hits = withHits(hits, explained);
          keep({ knownIssueHits: hits });
          return explained;
        },
      },
    ],
    past: (project, _, until) => ({
      title: "Known issues",
      rows: project.config.isOwn ? hitRows(hits, project) : [],
      sentences: hitsTold(hits, until, project.config.zone),
      figures: [],
    }),
  };
}

type KnownIssuesKeys = { known_issues?: Parameters<typeof knownIssuesOf>[0] };

/** Those of the pipeline's entry, or else of the default, come before those of the whole file. */
function knownIssuesIn(
  file: KnownIssuesKeys,
): (own: KnownIssuesKeys, defaults: KnownIssuesKeys) => readonly KnownIssue[] {
  const ofFile = knownIssuesOf(file.known_issues);
  return (own, defaults) => [...knownIssuesOf(own.known_issues ?? defaults.known_issues), ...ofFile];
}
