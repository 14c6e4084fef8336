import assert from "node:assert/strict";
import { pipelineAt } from "../../../../shared/pipeline";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import { warnOfUnknownEntries } from "../../../../tasks/PipelineMonitor/rules/unknown-entries";
import { memoryAgent } from "../../../memory-agent";
import { suggestion } from "../../../sentences";
import { parseWith } from "../parse-config";

const configWith = (entries: object, keys = {}) => parseWith(keys, entries).config ?? assert.fail();

/** Of a project with pipelines of these names. */
async function warningsWith(config: Config, names: string[]): Promise<string[]> {
  const [agent, { signal: cancelled }] = [memoryAgent(), new AbortController()];
  const allPipelines = async () => names.map(pipelineAt);
  await warnOfUnknownEntries(config, { allPipelines }, { agent, cancelled });
  return agent.warnings.map((warning) => warning.replace(/^configFile: /, ""));
}
const warningsOf = (entries: object, names: string[]) => warningsWith(configWith(entries), names);

describe("warnOfUnknownEntries", () => {
  it("names entries that no pipeline has, with the nearest name", async () => {
    const entries = { "price fed": {}, "Nightly import": {} };
    assert.deepEqual(await warningsOf(entries, ["price feed", "nightly import"]), [
      `pipelines.price fed: no pipeline of the project has this name${suggestion("price feed")}`,
      `pipelines.Nightly import: no pipeline of the project has this name${suggestion("nightly import")}`,
    ]);
  });

  it("knows folders", async () => {
    const entries = { "\\A\\deploy": {}, "\\a*": {}, "\\A\\*": {}, deploy: {}, "\\B\\deplo": {} };
    assert.deepEqual(await warningsOf(entries, ["\\A\\deploy", "\\B\\deploy"]), [
      "pipelines.\\a*: matches no pipeline of the project",
      `pipelines.\\B\\deplo: no pipeline of the project has this name${suggestion("\\B\\deploy")}`,
    ]);
  });

  it("names those of lists that no pipeline has, too", async () => {
    const config = configWith({});
    const lists = [{ hours: 4 }, { pipelines: ["price *", "imprt", "db_*"] }, { pipelines: ["default"] }];
    const keys = { ...config.keys, lists };
    assert.deepEqual(await warningsWith({ ...config, keys }, ["price feed", "import"]), [
      `lists.2.pipelines.2: no pipeline of the project has this name${suggestion("import")}`,
      "lists.2.pipelines.3: matches no pipeline of the project",
      "lists.3.pipelines.1: no pipeline of the project has this name",
    ]);
  });

  it("names patterns that match nothing, a hundred at most", async () => {
    const names = Array.from({ length: 101 }, (_, index) => `p${index}*`);
    const entries = Object.fromEntries(["import*", ...names].map((name) => [name, {}]));
    const unmatched = names
      .slice(0, 100)
      .map((name) => `pipelines.${name}: matches no pipeline of the project`);
    assert.deepEqual(await warningsOf(entries, ["price feed", "import"]), unmatched);
  });

  it("accepts default, comments, a pipeline whose name looks like a pattern, and both forms of an accent", async () => {
    assert.deepEqual(await warningsOf({ comment: "x", "a?": {}, caf\u00e9: {} }, ["a?", "cafe\u0301"]), []);
  });

  it("warns only if one project is checked, because an entry may be meant for any of several", async () => {
    const warn = (keys: object) => warningsWith(configWith({ ghost: {} }, keys), ["price feed"]);
    assert.deepEqual(await warn({}), ["pipelines.ghost: no pipeline of the project has this name"]);
    assert.deepEqual(await warn({ projects: ["Shop"] }), []);
  });
});
