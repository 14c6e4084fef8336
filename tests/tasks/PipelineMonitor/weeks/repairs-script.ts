// Needs: missed-runs, repair
import fc from "fast-check";
import { inTime } from "./report-script";
import { everyMinutes } from "./script";

/** Random days of monitors that repair. Times are in minutes since the beginning. */
const days = 2;
const end = days * 1440;
export const names = ["import", "export"] as const;
export type Name = (typeof names)[number];

/** What happens to a scheduled run. */
const courses = ["fine", "fine", "lost", "lost", "failed", "lostThenFailed", "missed", "missed"] as const;
export type Course = (typeof courses)[number];
/** What the service makes of a request that changes something. */
const answers = [
  ...(["done", "done", "done", "doneUnsaid", "doneLate", "notDoneUnsaid"] as const),
  ...(["refused", "denied", "unsent", "twice"] as const),
] as const;
type Answer = (typeof answers)[number];

export interface Days {
  courses: Course[][];
  /** When a person does something about a pipeline: runs its last run again, or starts another one. */
  persons: { name: Name; at: number; what: "again" | "new" }[];
  answers: Answer[];
  /** The reports of two monitors, and whether a report's step ends before its ledger is written. */
  reports: { monitor: 0 | 1; at: number; isCut: boolean; isForgotten: boolean }[];
}

const oneIn = (count: number) => fc.nat(count - 1).map((one) => one === 0);

export const anyDays: fc.Arbitrary<Days> = fc.record({
  courses: fc.array(
    fc.array(fc.constantFrom(...courses), { minLength: end / everyMinutes, maxLength: end / everyMinutes }),
    { minLength: names.length, maxLength: names.length },
  ),
  persons: fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      at: fc.nat(end),
      what: fc.constantFrom("again" as const, "new" as const),
    }),
    { maxLength: 12 },
  ),
  answers: fc.array(fc.constantFrom(...answers), { minLength: 60, maxLength: 60 }),
  reports: fc
    .array(
      fc.record({
        monitor: fc.constantFrom(0 as const, 0 as const, 1 as const),
        gap: fc.integer({ min: 5, max: 60 }),
        isCut: oneIn(6),
        isForgotten: oneIn(20),
      }),
      { minLength: 50, maxLength: 70, size: "max" },
    )
    .map(inTime),
});
