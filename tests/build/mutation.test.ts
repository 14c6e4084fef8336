import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { mutantFilter } from "../mutation-choice";
import { root } from "../root";
import { vsixPath } from "../sandbox/agent";

interface Configuration {
  mutate: string[];
}

describe("npm run mutation", () => {
  const configuration: Configuration = JSON.parse(readFileSync(join(root, "stryker.config.json"), "utf8"));

  it("mutates every folder of shared/ and tasks/: only generated files and those that join the parts are left out", () => {
    assert.deepEqual(configuration.mutate, [
      "shared/**/*.ts",
      "tasks/**/*.ts",
      "!**/*.d.ts",
      "!shared/rdap/bundled-servers.ts",
      "!tasks/PipelineMonitor/{index,run}.ts",
      "!tasks/DomainRegister/*.ts",
    ]);
  });

  it("takes a sample by --one-in, and another sample by another --seed", () => {
    const keys = Array.from({ length: 1000 }, (_, index) => `shared/text/a.ts ${index}`);
    const [first, again, second] = ["1", "1", "2"].map((seed) =>
      keys.filter(mutantFilter({ MUTATION_ONE_IN: "4", MUTATION_SEED: seed })),
    );
    assert.ok(first !== undefined && first.length > 150 && first.length < 350);
    assert.deepEqual(again, first);
    assert.notDeepEqual(second, first);
    assert.deepEqual(keys.filter(mutantFilter({})), keys);
  });

  for (const path of [["shared", "any.test.js"], ["any.test.js"]])
    it(`runs tests that need no package: one that reads it is refused, such as ${path.join("/")}`, () => {
      const name = join(sep, "out", "tests", ...path);
      assert.throws(
        () => new Function("read", `read();\n//# sourceURL=${name}`)(vsixPath),
        /belongs in tests\/packaged\//,
      );
      assert.doesNotThrow(vsixPath);
    });
});
