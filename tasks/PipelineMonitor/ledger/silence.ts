import type { Entry } from "../issue/entry";
import type { Finding } from "../issue/finding";
import type { Silenced } from "../issue/silenced";

/**
 * Keeps problems from a message, for features. `quiet` judges what was found now, for every target alike, such as a failure in
 * maintenance. `hold` judges an entry, found now or remembered, at one target, such as a chat outside its business hours. A mute
 * does both: its findings are quiet, and its entries are held.
 */
export interface Silence {
  /** Why a message leaves out something that was found, whatever was told of it before. */
  quiet(finding: Finding, now: number): Silenced | undefined;
  /** Why a target is not told of an entry. */
  hold(
    entry: Entry,
    target: Addressed,
    at: {
      /** In seconds since 1970. */
      now: number;
      /** Whether the report has found something of it that is not `quiet`. */
      isLoud: boolean;
      /** Whether a later report will know what waits. */
      remembers: boolean;
    },
  ): Silenced | undefined;
}

/**
 * The recipient of decisions. A chat is told; a paging service opens an alert and closes it; a tracker opens a ticket and closes
 * it, but not because nobody wants to hear of it.
 */
export interface Addressed {
  /** Identifies it in the ledger. */
  id: string;
  kind: "chat" | "pager" | "tracker";
  /** Whether it is told of issues of a pipeline; undefined for issues without one. */
  takes(pipeline: string | undefined): boolean;
}
