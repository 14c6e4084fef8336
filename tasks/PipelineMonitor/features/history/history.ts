import { feature } from "../../feature";
import { comparison } from "./compare";

/** Compares failures with earlier runs, and says what works again. */
export const history = feature({
  name: "history",
  ...{ keys: {}, entryKeys: {}, memory: {} },
  read: ({ config }) => config,
  open: () => ({ readsJournal: true, finds: [comparison] }),
});
