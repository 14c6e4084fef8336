import fc from "fast-check";

/** Runs of some pipelines at minutes of some hours, no two of them in one minute. */
export const randomRuns = (pipelines: readonly string[]) =>
  fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: -50, max: 400 }),
      pipeline: fc.constantFrom(...pipelines),
      result: fc.constantFrom("failed", "succeeded", "canceled"),
    }),
    { maxLength: 14, selector: ({ at }) => at },
  );
