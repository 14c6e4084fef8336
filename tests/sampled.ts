import fc from "fast-check";

/**
 * How many of so many draws a test plays. `npm test` plays a quarter, other ones in each run, and has four minutes;
 * `npm run properties` sets WHOLE_SAMPLES and plays them all.
 */
export const sampled = (whole: number): number =>
  process.env["WHOLE_SAMPLES"] === undefined ? Math.ceil(whole / 4) : whole;

// Mocha loads this file before each test file, for the properties that do not say how often they are tried.
fc.configureGlobal({ numRuns: sampled(100) });
