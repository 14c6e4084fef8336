import * as v from "valibot";
import { objectOf } from "../../../../shared/json/schema";
import { oneLine } from "../../../../shared/text/sanitize";
import type { KnownIssue } from "../../causes/known-issue";
import { anOwner, aRunbookUrl } from "../../config/alert-schema";
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
  return listed.map(({ owner, runbook, contains, name }) => ({
    // Lines are compared without the agent's mark and as one line.
    contains: oneLine(contains.replace("##[error]", "")),
    name,
    owner,
    runbook: runbook === undefined ? undefined : new URL(runbook),
  }));
}
