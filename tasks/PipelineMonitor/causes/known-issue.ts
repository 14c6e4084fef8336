/** A failure that the team has named. */
export interface KnownIssue {
  contains: string;
  name: string;
  /** Whether the failed jobs may be run again once. */
  mayRetry: boolean;
  /** In place of those of the pipeline; undefined if they stay. */
  owner: string | undefined;
  runbook: URL | undefined;
}
