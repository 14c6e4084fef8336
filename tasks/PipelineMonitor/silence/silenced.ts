import { pipelineNameOf, type Silenced } from "../issue/issue";
import type { ProjectReport } from "../issue/report";

/**
 * Marks the issues and notes of a report for which there is a reason that the message leaves them out, unless they
 * have one already. `why` gets the pipeline that they are about, if any, and when they happened, if they have a time.
 */
export function silencedBy(
  report: ProjectReport,
  why: (pipeline: string | undefined, at: number | undefined) => Silenced | undefined,
): ProjectReport {
  const marked = <T extends { silenced?: Silenced; at?: number | undefined }>(
    one: T,
    pipeline: string | undefined,
  ): T => {
    const silenced = one.silenced ?? why(pipeline, one.at);
    return silenced === undefined ? one : { ...one, silenced };
  };
  return {
    ...report,
    issues: report.issues.map((issue) => marked(issue, pipelineNameOf(issue))),
    notes: report.notes.map((note) => marked(note, note.pipeline)),
  };
}
