import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import type { Finding } from "../../../../tasks/PipelineMonitor/issue/finding";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Notice } from "../../../../tasks/PipelineMonitor/issue/knowledge";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/note";
import { decide } from "../../../../tasks/PipelineMonitor/ledger/decide";
import type { Addressed, Silence } from "../../../../tasks/PipelineMonitor/ledger/silence";
import { type Changes, knownEntry } from "../known-entry";
import { noSilence } from "../silences";
import {
  addressee,
  chatId,
  configWith,
  failedEntry,
  failure,
  noteEntry,
  now,
  pagerId,
  told as toldEarlier,
} from "./ledger-stage";

/** What is decided of an entry in a chat and at a pager, told in a few letters. */

export const notify = { notify: "changes", remind_hours: 4 };
export const usual = configWith(notify);

/** A failure of this hour, which is the first of its row. */
export const fresh: Issue = { ...failure({ finishTime: now - 600 }), failuresInRow: 1 };
export const both = <T>(one: T) => ({ [chatId]: one, [pagerId]: one });
export const told = both(toldEarlier);
export const toldWith = (changes: Partial<Notice>) => ({ told: both({ ...toldEarlier, ...changes }) });
export const changed = toldWith({ news: "changed" });
export const endedBefore = toldWith({ news: "ended" });
export const owed = both({});

export interface Case {
  entry: Entry;
  config?: Config;
  found?: readonly Finding[];
  takes?: boolean;
  silence?: Partial<Silence>;
  remembers?: boolean;
}

/** What a chat and a pager are told of an entry, or the state that the report gives the reason why they are not. */
export function answers(one: Case) {
  return `${answer(one, "chat")} | ${answer(one, "pager")}`;
}

export function trackerAnswer(one: Case): string {
  return answer(one, "tracker");
}

function answer(
  { entry, config = usual, found = [], takes = true, silence, remembers = true }: Case,
  kind: Addressed["kind"],
): string {
  const at = { config, now, remembers, findings: found, silence: { ...noSilence, ...silence } };
  const decision = decide(
    entry,
    addressee(kind, () => takes),
    at,
  );
  return decision.act === "hold" ? decision.why.by.state : decision.act;
}

export const failed = (changes: Changes = {}): Case => ({ entry: failedEntry(changes) });
export const found = (changes: Changes = {}, issue = fresh): Case => ({
  entry: knownEntry(issue, now - 600, changes),
  found: [issue],
});
export const once = (changes: Changes = {}, note: Partial<Note> = {}): Case => ({
  entry: noteEntry(changes, note),
});

export type Answer = `${string} | ${string}`;
