import { pathOf } from "../../../shared/pipeline";
import type { Subject } from "../../../shared/subject";
import { type Issue, subjectOfIssue } from "./issue";
import type { Note } from "./note";
import { subjectOf } from "./subject";

/** Found by a report, and kept in the ledger as the content of an entry. */
export type Finding = Issue | Note;

export function isIssue(finding: Finding): finding is Issue {
  return "about" in finding;
}

export function isNote(finding: Finding): finding is Note {
  return !isIssue(finding);
}

export function subjectIn(finding: Finding): Subject {
  return isIssue(finding) ? subjectOfIssue(finding) : (finding.subject ?? subjectOf(finding.run ?? {}));
}

/** As the configuration looks up the pipeline that something is about; undefined if it is about none. */
export function pathIn(finding: Finding): string | undefined {
  const { pipeline } = subjectIn(finding);
  return pipeline && pathOf(pipeline);
}
