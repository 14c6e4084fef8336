/** A failure that the team has named. */
export interface KnownIssue {
  contains: string;
  name: string;
  /** In place of those of the pipeline; undefined if they stay. */
  owner: string | undefined;
  runbook: URL | undefined;
}
