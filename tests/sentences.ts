/**
 * Sentences of the product, for tests that read them in whole texts. Each is asserted literally beside its author; here a
 * change of the words costs one line.
 */
export const fewRuns = "Fewer runs than expected";
export const boughtNothing = "This run bought nothing";

/** The specification's form of too few runs. */
export const fewerThan = (expected: number, found: number) =>
  `${fewRuns} in the last hour: expected more than ${expected}, found ${found}.`;
