import fc from "fast-check";

/** Whether tests of many cases, which are no draws, play each of them. */
export const playsAll = process.env["WHOLE_SAMPLES"] !== undefined;

/**
 * How many of so many draws a test plays. `npm test` plays an eighth, other ones in each run; `npm run properties` sets
 * WHOLE_SAMPLES and plays them all.
 */
export const sampled = (whole: number): number => (playsAll ? whole : Math.ceil(whole / 8));

// Mocha loads this file before each test file, for the properties that do not say how often they are tried.
fc.configureGlobal({ numRuns: playsAll ? 100 : 25 });
