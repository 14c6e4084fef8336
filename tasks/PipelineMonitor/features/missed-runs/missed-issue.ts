import { type Issue, issueOf } from "../../issue/issue";
import { type IssueKind, missedCode } from "../../issue/kind";
import { momentAt, words } from "../../issue/parts";
import type { FoundProject } from "../../issue/report";
import type { MissedRun } from "./excuses";

const didNotStart: IssueKind = {
  code: missedCode,
  severity: "failure",
  rank: 1,
  tally: "did not start",
  plural: "did not start",
};
/** People have changed the pipeline, so nobody is called for it. */
const cannotStart: IssueKind = { ...didNotStart, severity: "warning", pagesNobody: true };

export function missedIssue(
  { config: { zone } }: Pick<FoundProject, "config">,
  {
    pipeline,
    branch,
    at,
    graceSeconds = 0,
    because = [],
    insteadAt,
    cannotRun = false,
    isFurther,
  }: MissedRun,
): Issue {
  return issueOf(
    cannotRun ? cannotStart : didNotStart,
    branch === undefined ? { pipeline } : { pipeline, branch },
    [
      ...[words("did not start at "), momentAt(at, zone), ...because],
      ...(insteadAt === undefined ? [] : [words(", but at "), momentAt(insteadAt, zone)]),
    ],
    {
      at,
      graceSeconds,
      // If it is enabled again and still does not run, that is news.
      ...(cannotRun ? { identity: "cannot run" } : {}),
      ...(isFurther === true ? { isFurther } : {}),
    },
  );
}
