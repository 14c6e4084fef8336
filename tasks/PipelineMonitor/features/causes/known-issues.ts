import * as v from "valibot";
import { keysOf, memberAt, shownPath } from "../../../../shared/json/path";
import { objectOf } from "../../../../shared/json/schema";
import { oneLine } from "../../../../shared/text/sanitize";
import type { KnownIssue } from "../../causes/known-issue";
import { anOwner, aRunbookUrl } from "../../config/alert-schema";
import { isSettings } from "../../config/entries";
import { remembersReports } from "../../config/problems";
import { settingsMembers } from "../../config/schema";
import { described, listOf, optional, shortText } from "../../config/values";

/** Each line of each failed run is searched for all of them. */
const maxKnownIssues = 200;
const someKnownIssues = `a list of 1 to ${maxKnownIssues} known issues`;
const someText = "a text of 1 to 200 characters";

export const knownIssueMembers = {
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
export function knownIssuesMember(description: string) {
  const example = [{ contains: "ORA-01653", name: "tablespace full" }];
  return optional(list, description, { example, page: "causes.md#known-issues-of-your-own" });
}

export function knownIssuesOf(listed: v.InferOutput<typeof list> = []): KnownIssue[] {
  return listed.map(({ owner, runbook, contains, name, retry = false }) => ({
    // Lines are compared without the agent's mark and as one line.
    contains: oneLine(contains.replace("##[error]", "")),
    name,
    mayRetry: retry,
    owner,
    runbook: runbook === undefined ? undefined : new URL(runbook),
  }));
}

/** Acting takes a memory, and the name of the pipelines that it is about. */
export function retryProblems(value: unknown): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  const remembers = remembersReports(value);
  const retriesIn = (path: readonly string[]) => {
    const listed = memberAt(value, [...path, "known_issues"]);
    return (Array.isArray(listed) ? listed : []).flatMap((one, index) =>
      memberAt(one, ["retry"]) === true ? [shownPath([...path, "known_issues", String(index), "retry"])] : [],
    );
  };
  const entries = keysOf(pipelines).filter(
    (name) =>
      name !== "default" &&
      (name !== "comment" ||
        isSettings(memberAt(pipelines, [name]), { ...settingsMembers, known_issues: [] })),
  );
  const forAll = [...retriesIn([]), ...retriesIn(["pipelines", "default"])];
  return [
    ...forAll.map((path) => `${path}: not for all pipelines; move it to the entries of those it is for`),
    ...(remembers ? [] : entries.flatMap((name) => retriesIn(["pipelines", name]))).map(
      (path) => `${path}: the monitor has to remember what it did; add "window": "since_last_report"`,
    ),
  ];
}
