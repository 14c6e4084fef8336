import { readSecretUrl } from "../../connect/secret-url";
import { feature } from "../../feature";
import { callHeartbeat, isDelivered } from "./call";

/** Tells a watch over the monitor how each hour ended. Enabled by HEARTBEAT_URL. */
export const heartbeat = feature({
  name: "the heartbeat",
  keys: {},
  entryKeys: {},
  memory: {},
  inputs(_, { reader, agent }) {
    const given = { name: "HEARTBEAT_URL", value: agent.environment("HEARTBEAT_URL").trim() };
    return given.value === "" ? undefined : readSecretUrl(given, reader.problems, agent);
  },
  read: ({ config, inputs }) => (config.testFlag ? undefined : inputs),
  end: (url, report, task) => callHeartbeat(url, report !== undefined && isDelivered(report), task),
});
