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

/** A kind of reason for which a message leaves something out, and what follows from it. Each docstring names the reader. */
export interface SilenceReason {
  /** Its name in the report (`issue/problems.ts`, `render/problems.ts`). */
  state: ProblemState;
  /** Completes "2 problems are …". Undefined if nothing is said of such problems (`render/totals.ts`). */
  tally?: string;
  /** Follows a count of them in the heading of the page. Undefined if they are problems like others there (`render/heading.ts`). */
  heading?: { one: string; many: string };
  /** Whether the page draws a run like any other, and says why it is left out (`render/attachment.ts`). */
  isToldOfRun?: boolean;
  /** The order on the page, the least important last; undefined if it is as important as what is told (`render/problems.ts`, `targets/view.ts`). */
  order?: number;
  /** Whether a target is owed everything meanwhile, or only news that is told once (`ledger/after-delivery.ts`). */
  owes?: "all" | "once";
  /** Whether a target that knew it is told again afterwards (`ledger/after-delivery.ts`). */
  isRepeated?: boolean;
  /** Whether nothing is owed any more (`ledger/after-delivery.ts`). */
  isSettled?: boolean;
  /** Whether an open alert of a pager is closed (`ledger/decide.ts`, features that open alerts). */
  closes?: boolean;
  /** Whether what is found meanwhile is as good as not found (`ledger/fold.ts`, features that learn). */
  ignores?: boolean;
  /** Whether nothing is to be done about it meanwhile (features that act). */
  forbidsActing?: boolean;
}

/** A target knows it, or another target is told of it. */
export const alreadyTold: SilenceReason = { state: "told", order: 4, isSettled: true };
export const toldElsewhere: SilenceReason = { state: "otherChannel", isSettled: true, closes: true };
