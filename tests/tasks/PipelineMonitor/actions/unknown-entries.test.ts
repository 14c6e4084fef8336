import assert from "node:assert/strict";
import {
  unknownEntries,
  warnOfUnknownEntries,
} from "../../../../tasks/PipelineMonitor/actions/unknown-entries";
import { memoryAgent } from "../../../memory-agent";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const configWith = (entries: object, keys: object = {}) =>
  parseConfig({ ...goodConfig, ...keys, pipelines: { default: goodConfig.pipelines.default, ...entries } })
    .config ?? assert.fail();
const warningsOf = (entries: object, names: string[]) => unknownEntries(configWith(entries), names);

describe("unknownEntries", () => {
  it("names entries that no pipeline has, with the nearest name", () => {
    const entries = { "price fed": {}, "Nightly import": {} };
    assert.deepEqual(warningsOf(entries, ["price feed", "nightly import"]), [
      "pipelines.price fed: no pipeline of the project has this name. Did you mean `price feed`?",
      "pipelines.Nightly import: no pipeline of the project has this name. Did you mean `nightly import`?",
    ]);
  });

  it("names those of lists that no pipeline has, too", () => {
    const config = configWith({});
    const lists = [{ hours: 4 }, { pipelines: ["price *", "imprt", "db_*"] }, { pipelines: ["default"] }];
    const keys = { ...config.keys, lists };
    assert.deepEqual(unknownEntries({ keys }, ["price feed", "import"]), [
      "lists.1.pipelines.1: no pipeline of the project has this name. Did you mean `import`?",
      "lists.1.pipelines.2: matches no pipeline of the project",
      "lists.2.pipelines.0: no pipeline of the project has this name",
    ]);
  });

  it("names patterns that match nothing, a hundred at most", () => {
    const names = Array.from({ length: 101 }, (_, index) => `p${index}*`);
    const entries = Object.fromEntries(["import*", ...names].map((name) => [name, {}]));
    const unmatched = names
      .slice(0, 100)
      .map((name) => `pipelines.${name}: matches no pipeline of the project`);
    assert.deepEqual(warningsOf(entries, ["price feed", "import"]), unmatched);
  });

  it("accepts default, comments, a pipeline whose name looks like a pattern, and both forms of an accent", () => {
    assert.deepEqual(warningsOf({ comment: "x", "a?": {}, caf\u00e9: {} }, ["a?", "cafe\u0301"]), []);
  });
});

describe("warnOfUnknownEntries", () => {
  const warn = async (keys: object) => {
    const [agent, { signal: cancelled }] = [memoryAgent(), new AbortController()];
    const service = { pipelineNames: async () => ["price feed"] };
    await warnOfUnknownEntries(configWith({ ghost: {} }, keys), service, { agent, cancelled });
    return agent.warnings;
  };

  it("warns only if one project is checked, because an entry may be meant for any of several", async () => {
    const warning = "configFile: pipelines.ghost: no pipeline of the project has this name";
    assert.deepEqual(await warn({}), [warning]);
    assert.deepEqual(await warn({ projects: ["Shop"] }), []);
  });
});
