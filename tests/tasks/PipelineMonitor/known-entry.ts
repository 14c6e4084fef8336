import type { Entry } from "../../../tasks/PipelineMonitor/issue/entry";
import { type Issue, issueOf } from "../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../tasks/PipelineMonitor/issue/kind";
import { projectFingerprint } from "../../../tasks/PipelineMonitor/issue/ledger";
import { placeOf } from "../../../tasks/PipelineMonitor/issue/place";

/** The entry of a problem that was found once, at a second since 1970, and of which nobody knows, but for what is changed. */
export function knownEntry(issue: Issue, at: number, changes: Partial<Entry> = {}): Entry {
  return {
    ...placeOf(issue, at),
    project: projectFingerprint({ project: new URL("https://h/o/p") }),
    ...{ since: at, last: at, count: 1, isQuiet: false, content: issue },
    ...{ end: undefined, told: {}, owed: {} },
    ...changes,
  };
}

/** The entry of a run that was due at a second since 1970 and did not start. */
export function missedEntry(pipeline: string, at: number, changes: Partial<Entry> = {}): Entry {
  const kind = { code: missedCode, severity: "failure", rank: 1, tally: "missed" } as const;
  return knownEntry(issueOf(kind, { pipeline }, [], { at }), at, changes);
}
