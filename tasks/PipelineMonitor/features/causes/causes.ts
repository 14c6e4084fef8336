import * as v from "valibot";
import type { KnownIssue } from "../../causes/known-issue";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { type CauseSettings, explainedFailures } from "./explain-failures";
import { knownIssueMembers, knownIssuesMember, knownIssuesOf } from "./known-issues";
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
  memory: {},
  objects: [path, ["pipelines", "*", ...path]].map((one) => ({
    path: one,
    members: knownIssueMembers,
    isSilencing: false,
  })),
  preset: { explain_failures: true, group_causes: true },
  read({ keys, config, entries }): CauseSettings | undefined {
    const { explain_failures: explains = false, group_causes: groups = false } = keys;
    const knownIssues = entries(knownIssuesIn(keys));
    const isNamed = [knownIssues.defaults, ...knownIssues.byName.values()].some(({ length }) => length > 0);
    if (!explains && !groups && !isNamed) return undefined;
    return { explains, groups, quotes: config.keys.quote_logs !== false, knownIssues };
  },
  open: (settings) => ({ readsLogs: true, finds: [explainedFailures(settings)] }),
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
