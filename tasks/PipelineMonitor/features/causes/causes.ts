import { feature } from "../../feature";
import { explained } from "./explain-failures";

/** Says why runs failed. */
export const causes = feature({
  name: "causes of failures",
  ...{ keys: {}, entryKeys: {}, memory: {} },
  read: ({ config }) => config,
  open: () => ({ finds: [explained] }),
});
