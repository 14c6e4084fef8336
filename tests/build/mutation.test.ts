import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { mutantFilter } from "../mutation-choice";
import { root } from "../root";
import { vsixPath } from "../sandbox/agent";

interface Configuration {
  mutate: string[];
  mochaOptions: { spec: string[] };
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

  it("finds the mutants of a file and kills them, with the tests beside it", () => {
    const folder = mkdtempSync(join(tmpdir(), "mutation-"));
    const report = join(folder, "report.json");
    const changed = {
      ...configuration,
      mutate: ["shared/text/pluralize.ts"],
      mochaOptions: { ...configuration.mochaOptions, spec: ["out/tests/shared/text/pluralize.test.js"] },
      tempDirName: ".stryker/smoke",
      jsonReporter: { fileName: report },
    };
    try {
      writeFileSync(join(folder, "stryker.config.json"), JSON.stringify(changed));
      const stryker = join(root, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [stryker, "run", join(folder, "stryker.config.json")],
        { cwd: root, encoding: "utf8" },
      );
      assert.equal(status, 0, stdout + stderr);
      const { files } = JSON.parse(readFileSync(report, "utf8"));
      const mutants: { status: string }[] = files["shared/text/pluralize.ts"].mutants;
      assert.ok(mutants.length > 0);
      assert.deepEqual([...new Set(mutants.map((mutant) => mutant.status))], ["Killed"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
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
