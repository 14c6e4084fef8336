import { attempt, type Context } from "./context";
import type { Family } from "./place";
import { type FoundProject, type ListedProject, withSkipped } from "./report";
import type { Window } from "./window";

/** A stage beyond the specification, of a feature or of the core. If it fails, nothing else is affected. */
export interface OptionalStage<R extends ListedProject = FoundProject> {
  /** Names it in the report if it was skipped. */
  name: string;
  /** Whether it finds issues of its own. */
  findsIssues?: boolean;
  /** The problems that last as long as it finds them. If it fails, they may last. */
  looksFor?: readonly Family[];
  /** Whether it asks what ran before. */
  readsJournal?: boolean;
  /** Whether it links the logs of failed runs, so that the rules search only for those that it leaves. */
  linksFailures?: boolean;
  /** Asks for runs that finished since an earlier time than the window, in seconds since 1970. */
  since?(window: Window): number;
  isEnabled?(report: R, context: Context): boolean;
  /** Adds to a report. */
  run(report: R, context: Context): Promise<R>;
}

/** Runs an optional stage if it is enabled. If it fails, the report names it as skipped. */
export async function runOptional<R extends ListedProject>(
  { name, findsIssues = false, looksFor = [], isEnabled = () => true, run }: OptionalStage<R>,
  report: R,
  context: Context,
): Promise<R> {
  return (
    (await attempt(name, context, () => (isEnabled(report, context) ? run(report, context) : report))) ?? {
      ...withSkipped(report, name),
      isWhole: report.isWhole && !findsIssues,
      mayLast: [...report.mayLast, ...looksFor],
    }
  );
}
