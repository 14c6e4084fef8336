import assert from "node:assert/strict";
import { type Feature, feature, type Hooks } from "../../../tasks/PipelineMonitor/feature";
import { changes, hooking, memoryPipeline, watch } from "./monitor-stage";

const mistake = () => assert.fail("a mistake");

/** A feature that fails in one of its hooks. */
const failingIn = (hooks: Hooks): Feature => hooking("broken", () => hooks);

/** Asks for what others say of a period, as the digest and the metrics do. */
const asking = hooking("asking", () => ({
  after: {
    name: "asking",
    async run({ report, past }) {
      for (const project of report.projects) past(project, 0, 1);
      return "done";
    },
  },
}));

const failsIn: Readonly<Record<string, Feature>> = {
  since: failingIn({ finds: [{ name: "broken", since: mistake, run: async (report) => report }] }),
  corrections: failingIn({ corrections: [{ name: "broken", run: mistake }] }),
  finds: failingIn({ finds: [{ name: "broken", isEnabled: mistake, run: mistake }] }),
  "silence of what is found": failingIn({ silence: { quiet: mistake } }),
  "silence of what is told": failingIn({ silence: { hold: mistake } }),
  notesOnAll: failingIn({ notesOnAll: mistake }),
  past: failingIn({ past: mistake }),
  after: failingIn({ after: { name: "broken", run: mistake } }),
  open: hooking("broken", mistake),
  read: feature({ name: "broken", keys: {}, entryKeys: {}, memory: {}, read: mistake }),
};

describe("a feature that fails", () => {
  for (const [hook, broken] of Object.entries(failsIn))
    it(`costs the report only its own part, and is named once: ${hook}`, async () => {
      const runs = [{ id: 5, result: "failed" }];
      const { agent, ...pipeline } = memoryPipeline()(0);
      const features = [broken, asking];
      const { whole, posted } = await watch(runs, { ...pipeline, agent, keys: changes, features });
      assert.match(posted.join(), /nightly import .* failed/);
      assert.deepEqual(whole.skipped, ["broken"]);
      assert.deepEqual(
        agent.warnings.filter((warning) => warning.includes("a mistake")),
        ["Could not check broken: a mistake"],
      );
    });
});
