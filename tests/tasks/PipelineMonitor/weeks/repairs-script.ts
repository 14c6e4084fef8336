import fc from "fast-check";

/** Random days of monitors that repair. Times are in minutes since the beginning. */
const days = 2;
const end = days * 1440;
export const names = ["import", "export"] as const;
export type Name = (typeof names)[number];
/** Its schedule is every three hours. */
export const everyMinutes = 180;

/** What happens to a scheduled run. */
export type Course = "fine" | "lost" | "failed" | "lostThenFailed" | "missed";
/** What the service makes of a request that changes something. */
export type Answer =
  | "done"
  | "doneUnsaid"
  | "doneLate"
  | "notDoneUnsaid"
  | "refused"
  | "denied"
  | "unsent"
  | "twice";

export interface Days {
  courses: Course[][];
  /** When a person does something about a pipeline: runs its last run again, or starts another one. */
  persons: { name: Name; at: number; what: "again" | "new" }[];
  answers: Answer[];
  /** The reports of two monitors, and whether a report's step ends before its ledger is written. */
  reports: { monitor: 0 | 1; at: number; isCut: boolean; isForgotten: boolean }[];
}

const courses: Course[] = ["fine", "fine", "lost", "lost", "failed", "lostThenFailed", "missed", "missed"];
const answers: Answer[] = [
  "done",
  "done",
  "done",
  "doneUnsaid",
  "doneLate",
  "notDoneUnsaid",
  "refused",
  "denied",
  "unsent",
  "twice",
];

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
        isCut: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
        isForgotten: fc.integer({ min: 0, max: 19 }).map((one) => one === 0),
      }),
      { minLength: 50, maxLength: 70, size: "max" },
    )
    .map((all) => {
      let at = 0;
      return all.map(({ gap, ...report }) => {
        at += gap;
        return { ...report, at };
      });
    }),
});
