import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Entry, onceEntry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { missedCode } from "../../../../tasks/PipelineMonitor/issue/kind";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { Addressed } from "../../../../tasks/PipelineMonitor/ledger/silence";
import { partsOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../did-not-start";
import { sanitize } from "../../../sanitize";
import { failedRun, type RunChanges } from "../failed-run";
import { type Changes, changedEntry, knownEntry } from "../known-entry";
import { parseWith } from "../parse-config";

/** The moment of the reports in these tests, in seconds since 1970: a Sunday at 03:19 UTC. */
export const now = Date.UTC(2026, 10, 22, 3, 19) / 1000;
export const hour = 3600;

/** A configuration with further keys; `entries` are those of `pipelines`. */
export function configWith(keys: object = {}, entries: object = {}): Config {
  const { config, problems } = parseWith(keys, entries);
  assert.deepEqual(problems, []);
  return config ?? assert.fail();
}

/** An issue of a failed run, for a cause. */
export function failure(changes: RunChanges = {}, cause = "no space"): Issue {
  return {
    ...issueOfResult(failedRun({ finishTime: now - 600, ...changes })),
    links: { runPage: new URL("https://h/_build/results?buildId=1"), log: undefined, note: "" },
    explanation: { sentence: [], line: "", name: [], group: undefined, cause },
  };
}

export function worked(finishTime: number, changes: RunChanges = {}): Run {
  return failedRun({ id: 900, result: "succeeded", finishTime, ...changes });
}

/** Some runs, but not as many as expected. */
export const tooFew = issueOfRunCount(2, 5);

export function stuckRun(changes: RunChanges = {}): Issue {
  return issueOf(
    { code: "stuckRunning", severity: "failure", rank: 1, tally: "stuck", isState: true },
    { run: failedRun({ id: 5, status: "inProgress", result: "", finishTime: undefined, ...changes }) },
    [{ words: "stuck" }],
  );
}

/** A run that did not start when it was due. */
export function missedRun(at: number, pipeline = "nightly import"): Issue {
  const plural = didNotStart;
  const kind = { code: missedCode, severity: "failure", rank: 0, tally: didNotStart, plural } as const;
  return issueOf(kind, { pipeline: { name: pipeline } }, [{ words: didNotStart }], { at });
}

/** A pipeline that is near its weekly limit of runs. */
export const nearLimit = issueOf(
  { code: "nearLimit", severity: "warning", rank: 5, tally: "near their limit", pagesNobody: true },
  { pipeline: { name: "nightly import" } },
  [{ words: "is near its limit" }],
);

/** What was told an hour ago. */
export const told = { at: now - hour, count: 1 };
export const chatId = "c".repeat(16);
export const pagerId = "d".repeat(16);

export function addressee(kind: Addressed["kind"], takes: Addressed["takes"] = () => true): Addressed {
  return { id: kind === "chat" ? chatId : pagerId, kind, takes };
}

/** The end of a problem of runs, ten minutes ago. */
export const ended: NonNullable<Entry["end"]> = {
  at: now - 600,
  note: recoveryNote(worked(now - 600), new URL("https://h/"), "works again"),
};

/** A failure that was found two hours ago. */
export function failedEntry(changes: Changes = {}): Entry {
  return knownEntry(failure({ finishTime: now - 2 * hour }), now - 2 * hour, changes);
}

/** A note that is told once. */
export function noteEntry(changes: Changes = {}, note: Partial<Note> = {}): Entry {
  const content: Note = { says: [{ words: "It is so" }], severity: "note", rank: 7, ...note };
  const place = { key: "a".repeat(16), project: "" as const };
  return changedEntry(onceEntry(place, content, now), changes);
}

export function textOf(note: Note): string {
  return plainText(partsOfNote(note), sanitize);
}
