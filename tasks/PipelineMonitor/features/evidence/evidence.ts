import { ownRunPage } from "../../connect/own-pipeline";
import { feature } from "../../feature";
import { evidenceLines } from "./lines";

const title = "Evidence for assistants: a line of JSON for each problem";

/** Ends the log with what people's assistants ask about: they read logs, but neither attachments nor timelines. */
export const evidence = feature({
  name: "the evidence for assistants",
  keys: {},
  entryKeys: {},
  memory: {},
  read: () => ({}),
  async end(_, report, { agent }) {
    // A terminal folds nothing.
    if (report === undefined || ownRunPage(agent) === undefined) return;
    agent.group(title, evidenceLines(report, agent.sanitize));
  },
});
