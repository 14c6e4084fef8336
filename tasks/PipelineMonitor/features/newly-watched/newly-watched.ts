import { feature } from "../../feature";
import { lastFailures } from "./last-failures";

/** Reports pipelines that fail when an edit of the configuration brings them under watch. */
export const newlyWatched = feature({
  name: "newly watched pipelines",
  keys: {},
  entryKeys: {},
  memory: {},
  read: () => ({}),
  open: () => ({ finds: [lastFailures] }),
});
