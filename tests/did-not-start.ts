/**
 * How a person reads that a run was missed, for tests of whole texts. The sentence is asserted beside its author: the search for
 * missed runs, and for deadlines and repairs beside their own.
 */
export const didNotStart = "did not start";
