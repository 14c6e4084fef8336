import { pluralize } from "../shared/text/pluralize";

/**
 * How a person reads that a pipeline has recovered, for tests of whole texts. The sentence is asserted beside its authors: the
 * ledger and the history.
 */
export function worksAgain(failures: number, duration?: string): string {
  return `works again after ${pluralize(failures, "failure")}${duration === undefined ? "" : `, ${duration}`}`;
}

/** In the place of that sentence, where a repair helped. */
export const secondAttempt = "works again after a second attempt";
