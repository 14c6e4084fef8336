import * as v from "valibot";
import type { KnownIssue } from "../../causes/known-issue";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { type CauseSettings, explainedFailures } from "./explain-failures";
import { hitRows, hitsSchema, hitsTold, withHits } from "./hits";
import { knownIssueMembers, knownIssuesMember, knownIssuesOf, retryProblems } from "./known-issues";
import { suggestKnownIssues } from "./suggest-known-issues";

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
  read({ keys, config, entries }): CauseSettings | undefined {
    const { explain_failures: explains = false, group_causes: groups = false } = keys;
    const knownIssues = entries(knownIssuesIn(keys));
    const isNamed = [knownIssues.defaults, ...knownIssues.byName.values()].some(({ length }) => length > 0);
    if (!explains && !groups && !isNamed) return undefined;
    const { zone } = config;
    return { explains, groups, quotes: config.keys.quote_logs !== false, knownIssues, zone };
  },
  open(settings, { memory: { knownIssueHits }, keep }) {
    let hits = knownIssueHits;
    const stage = explainedFailures(settings);
    return {
      finds: [
        {
          ...stage,
          readsLogs: true,
          async run(report, context) {
            const explained = await stage.run(report, context);
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
        sentences: hitsTold(hits, until, settings.zone),
        figures: [],
      }),
    };
  },
  suggest: ({ keys, entries }) => suggestKnownIssues(entries(knownIssuesIn(keys))),
});

type KnownIssuesKeys = { known_issues?: Parameters<typeof knownIssuesOf>[0] };

/** Those of the pipeline's entry, or else of the default, come before those of the whole file. */
function knownIssuesIn(
  file: KnownIssuesKeys,
): (own: KnownIssuesKeys, defaults: KnownIssuesKeys) => readonly KnownIssue[] {
  const ofFile = knownIssuesOf(file.known_issues);
  return (own, defaults) => [...knownIssuesOf(own.known_issues ?? defaults.known_issues), ...ofFile];
}
