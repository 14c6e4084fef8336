import { feature } from "../../feature";
import { forecast } from "./forecast";

/** Reports schedules that will reach the service's limits. */
export const runLimits = feature({
  name: "run limits",
  ...{ keys: {}, entryKeys: {}, memory: {} },
  read: ({ config }) => config,
  open: () => ({ finds: [forecast] }),
});
