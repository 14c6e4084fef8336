import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderFigures } from "./figures";
import { root } from "./root";

describe("figures that pages quote", () => {
  const at = { date: "2026-11-20", commit: "0123456789" };

  it("add up what each command measured, with the day of the last", () => {
    const text = renderFigures({
      tests: { ...at, passed: 3000 },
      faults: { ...at, date: "2026-11-22", cells: 700 },
      campaigns: { PipelineMonitor: { ...at, runs: 500 }, DomainRegister: { ...at, runs: 1000 } },
      mutation: {
        "shared/text": { ...at, killed: 90, missed: 10 },
        "shared/json": { ...at, killed: 95, missed: 5 },
      },
      package: { ...at, kilobytes: 602 },
    }).replaceAll("\n", " ");
    assert.match(text, /^As of 2026-11-22: 3,000 tests pass\./);
    assert.match(text, /700 injected failures and 1,500 random runs/);
    assert.match(text, /92\.5 % of 200 injected bugs/);
  });

  it("stand nowhere else, so that none ages unseen", () => {
    const page = (path: string) =>
      readFileSync(join(root, path), "utf8").replace(/<!-- figures[\s\S]*?<!-- end -->/, "");
    for (const path of ["README.md", "docs/marketplace.md"])
      assert.doesNotMatch(page(path), /\d (tests|injected|random runs)|\d KB/, path);
  });
});
