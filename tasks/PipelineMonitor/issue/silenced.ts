import type { Phrase } from "../../../shared/chat/message";
import type { ProblemState } from "../../../shared/report/form";

/** Why the message leaves out an issue or a note. The summary and the tab show it. */
export interface Silenced {
  by: SilenceReason;
  /** A sentence. */
  why: Phrase;
}

export function unsilenced<T extends { silenced?: Silenced | undefined }>(some: readonly T[]): T[] {
  return some.filter(({ silenced }) => silenced === undefined);
}

/** A kind of reason for which a message leaves something out, and what follows from it. */
export interface SilenceReason {
  /** Its name in the report. */
  state: ProblemState;
  /** Completes "2 problems are …". Undefined if nothing is said of such problems. */
  tally?: string;
  /** Follows a count of them in the heading of the page. Undefined if they are problems like others there. */
  heading?: { one: string; many: string };
  /** Whether the page draws a run like any other, and says why it is left out. */
  isToldOfRun?: boolean;
  /** The order on the page, the least important last; undefined if it is as important as what is told. */
  order?: number;
  /** Whether a target is owed everything meanwhile, or only news that is told once. */
  owes?: "all" | "once";
  /** Whether a target that knew it is told again afterwards. */
  isRepeated?: boolean;
  /** Whether nothing is owed any more. */
  isSettled?: boolean;
  /** Whether an open alert of a pager is closed. */
  closes?: boolean;
  /** Whether what is found meanwhile is as good as not found. */
  ignores?: boolean;
  /** Whether nothing is to be done about it meanwhile. */
  forbidsActing?: boolean;
}

/** A target knows it, or another target is told of it. */
export const alreadyTold: SilenceReason = { state: "told", order: 4, isSettled: true };
export const toldElsewhere: SilenceReason = { state: "otherChannel", isSettled: true, closes: true };
