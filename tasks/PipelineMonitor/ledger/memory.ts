import type { Journal } from "../../../shared/journal/schema";
import { daySeconds } from "../../../shared/text/time";
import { type Config, tellsChanges } from "../config/parse";
import type { Entry } from "../issue/entry";
import { type Ledger, projectFingerprint } from "../issue/ledger";
import type { Note } from "../issue/note";
import { words } from "../issue/parts";
import { lastHour, sinceLast, type Window } from "../issue/window";

/**
 * The memory of earlier reports: there is none yet; it was read; it can never be read again; or a later report may be able to
 * read it, so that this one must not take its place. `guest` is the memory of the monitor that a person tries with another webhook.
 */
export type Memory =
  | { state: "none"; unfinished: Unfinished }
  | {
      state: "read" | "guest";
      ledger: Ledger;
      /** The runs until then; undefined if it is lost, or there is none. */
      journal: Journal | undefined;
      unfinished: Unfinished;
      /** Whether a later one is lost. */
      isOlder: boolean;
    }
  | {
      state: "lost";
      journal: Journal | undefined;
      /** When the run started that wrote it, in seconds since 1970. */
      startTime: number | undefined;
      unfinished: Unfinished;
    }
  | {
      state: "unreadable";
      /** How many reports in a row could not read it, this one included; 0 if nobody knows. */
      reports: number;
    };

/** Runs of the monitor since, by their ids, that wrote no ledger, or one that nobody can read. */
type Unfinished = readonly number[];

export function ledgerOf(memory: Memory): Ledger | undefined {
  return "ledger" in memory ? memory.ledger : undefined;
}

/** As features are told: of an `unreadable` memory, a later report may know more. */
export type Remembered = Exclude<Memory["state"], "guest">;

export function rememberedOf(memory: Memory): Remembered {
  if (!("ledger" in memory)) return memory.state;
  return memory.isOlder ? "lost" : "read";
}

export function withEntries(memory: Memory, change: (entry: Entry) => Entry): Memory {
  return "ledger" in memory
    ? { ...memory, ledger: { ...memory.ledger, entries: memory.ledger.entries.map(change) } }
    : memory;
}

/** The memory of a monitor that has not reported yet. */
export const noMemory: Memory = { state: "none", unfinished: [] };

/** Names what could not be compared with a memory. */
export function nameOfMemory(config: Config): string {
  return tellsChanges(config) ? "what earlier messages reported" : "the time of the last report";
}

/** The gaps of a memory: the name of what could not be compared, and a note that ends of problems may go untold. */
export function gapsOf(memory: Memory, config: Config): { skipped: string[]; notes: Note[] } {
  const isOlderOne = "isOlder" in memory && memory.isOlder;
  const notes = memory.state === "lost" ? [forgotten] : isOlderOne ? [isOlder] : [];
  return { skipped: notes.length > 0 || memory.state === "unreadable" ? [nameOfMemory(config)] : [], notes };
}

const aboutMemory = { severity: "note", rank: 7, tally: { thing: "memory", what: "lost" } } as const;

const forgotten: Note = {
  ...aboutMemory,
  says: [
    words(
      "Earlier messages are forgotten: these problems may have been reported before, and others may have ended since",
    ),
  ],
};

const isOlder: Note = {
  ...aboutMemory,
  says: [words("The latest messages are forgotten: some of these problems may have been reported before")],
};

/** Whether a report begins where the last one ended, so that the next one will know what waits. */
export function remembers(memory: Memory, { sinceLastReport }: Config): boolean {
  return sinceLastReport && memory.state !== "unreadable";
}

/** The window is a function of the time in milliseconds since 1970. A memory that is lost began at most a day before. */
export function windowOf(config: Config, memory: Memory): (now: number) => Window {
  if (!remembers(memory, config)) return lastHour;
  const ledger = ledgerOf(memory);
  // A project that no report has read yet, such as a new one, begins where the reports on the others did.
  const others = memory.state === "lost" ? memory.startTime : ledger?.othersUntil;
  const last = ledger?.projects.get(projectFingerprint(config));
  const isForgotten = memory.state === "lost" && tellsChanges(config);
  return (now) => {
    if (last !== undefined || others === undefined) return sinceLast(now, last);
    // It is unknown who was told of what earlier reports found.
    return sinceLast(now, {
      until: isForgotten ? Math.min(others, Math.floor(now / 1000) - daySeconds) : others,
    });
  };
}
