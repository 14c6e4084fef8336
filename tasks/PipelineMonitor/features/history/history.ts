import * as v from "valibot";
import { optional, wholeNumber } from "../../config/values";
import { feature } from "../../feature";
import { comparison } from "./compare";

const someRuns = "a whole number of runs, 1 to 1000";

/** Compares failures with earlier runs, and says what works again. */
export const history = feature({
  name: "history",
  keys: {
    history: optional(
      v.pipe(wholeNumber(someRuns, 1), v.maxValue(1000, someRuns)),
      "Compare with at least this many earlier runs (1 to 1000), to report recoveries and since when a pipeline fails.",
      { example: 50, page: "alerts.md#new-or-known" },
    ),
  },
  entryKeys: {},
  memory: {},
  preset: { history: 50 },
  read: ({ keys }) => keys.history,
  open: (limit) => ({ finds: [{ ...comparison(limit), readsJournal: true }] }),
});
