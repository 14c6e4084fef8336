import fc from "fast-check";

/** Mutation testing loads this file before the tests: reducing a case that a mutant breaks takes longer than the mutant has. */
fc.configureGlobal({ endOnFailure: true });
