import { type Entry, openEntry } from "../../../tasks/PipelineMonitor/issue/entry";
import { type Issue, issueOf } from "../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../tasks/PipelineMonitor/issue/kind";
import type { Knowledge } from "../../../tasks/PipelineMonitor/issue/knowledge";
import { projectFingerprint } from "../../../tasks/PipelineMonitor/issue/ledger";
import { placeOf } from "../../../tasks/PipelineMonitor/issue/place";

/** The entry of a problem that was found once, at a second since 1970, and of which nobody knows, but for what is changed. */
export function knownEntry(issue: Issue, at: number, changes: Changes = {}): Entry {
  const place = { ...placeOf(issue, at), project: projectFingerprint({ project: new URL("https://h/o/p") }) };
  return changedEntry(openEntry(place, issue, at), changes);
}

/** Changes of an entry, and of who knows it. */
export type Changes = Partial<Entry & Knowledge>;

export function changedEntry(
  entry: Entry,
  {
    told = entry.knowledge.told,
    owed = entry.knowledge.owed,
    present = entry.knowledge.present,
    earlier = entry.knowledge.earlier,
    ...changes
  }: Changes,
): Entry {
  const more = { ...(present && { present }), ...(earlier && { earlier }) };
  return { ...entry, knowledge: { told, owed, ...more }, ...changes };
}

/** The entry of a run that was due at a second since 1970 and did not start. */
export function missedEntry(pipeline: string, at: number, changes: Changes = {}): Entry {
  const kind = { code: missedCode, severity: "failure", rank: 1, tally: "missed" } as const;
  return knownEntry(issueOf(kind, { pipeline: { name: pipeline } }, [], { at }), at, changes);
}
