import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseRules, ruleFor } from "../../../../../tasks/PipelineMonitor/features/codeowners/read-owners";
import { growth, maxGrowth } from "../../../../growth";

const findOwnership = (text: string, path: string) => ruleFor(path, parseRules(text));
const ownersOf = (lines: readonly string[], path = "ci/nightly.yml") =>
  findOwnership(lines.join("\n"), path)?.owners;

/** What people reported of other readers of the file, and what comes out here. */
const publicReports: readonly { from: string; lines: string[]; path?: string; owners?: string[] }[] = [
  {
    from: "meziantou/Meziantou.Framework#526",
    lines: ["*.yml @ops #This is an inline comment."],
    owners: ["@ops"],
  },
  { from: "hairyhenderson/go-codeowners#43", lines: ["ci/ @ops # CI people"], owners: ["@ops"] },
  { from: "getsentry/sentry#73130", lines: ["/ci/ @ops", "/ci/nightly.yml # Skip"], owners: [] },
  { from: "fan-tom/intellij-codeowners#185", lines: ["* @all   ", "ci/ @ops \t "], owners: ["@ops"] },
  { from: "dlang/phobos#5604", lines: ["* @ops", "#ci/ @others"], owners: ["@ops"] },
  { from: "mszostok/codeowners-validator#3", lines: ["* @ops", "/ci foo@bar"], owners: ["@ops"] },
  {
    from: "beaugunderson/codeowners#9",
    lines: ["* @ops", "ci/** cool-team # TODO: change"],
    owners: ["@ops"],
  },
  { from: "DataDog/dd-sdk-swift-testing#310", lines: ["ci/ @ops", "a[b @x", "!c @y"], owners: ["@ops"] },
  { from: "hmarr/codeowners#24", lines: ["* @ops", " \t \u00a0 "], owners: ["@ops"] },
];

describe("a CODEOWNERS file", () => {
  it("gives a path the owners of the last line that matches", () => {
    const lines = ["* @all", "*.yml @contoso/ops dev@contoso.com", "/docs/ @docs"];
    assert.deepEqual(ownersOf(lines), ["@contoso/ops", "dev@contoso.com"]);
    assert.deepEqual(ownersOf(lines, "docs/a.yml"), ["@docs"]);
    assert.equal(findOwnership("# team\n\n*.yml @ops\n", "a.yml")?.line, 3);
    assert.equal(ownersOf(["/docs/ @docs"]), undefined);
  });

  it("has nobody for a path whose line names nobody", () => {
    assert.deepEqual(ownersOf(["/ci/ @ops", "/ci/nightly.yml"]), []);
  });

  it("is read with any line breaks", () => {
    for (const lineBreak of ["\n", "\r\n", "\r"])
      assert.equal(findOwnership(`* @all${lineBreak}ci/ @ops`, "ci/a.yml")?.line, 2);
  });

  it("may have GitLab's sections, whose titles are no lines of GitHub's", () => {
    assert.deepEqual(ownersOf(["[CI][2] @default", "ci/ @ops", "^[Docs] @docs"]), ["@ops"]);
  });

  for (const { from, lines, path, owners } of publicReports)
    it(`reads what another reader did not (${from})`, () => assert.deepEqual(ownersOf(lines, path), owners));

  for (const piece of [" ", "\\ ", "a", "a.", "@a/", "#", "* @a\n", "**/", "\n"])
    it(`takes no longer than its length allows: ${JSON.stringify(piece)}`, () => {
      const work = (text: string) => findOwnership(`* a@${text}!`, "ci/nightly.yml");
      assert.ok(growth(work, (count) => piece.repeat(count), 1000) <= maxGrowth);
    });

  it("never names anybody whom the file does not", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), fc.string(), (lines, path) => {
        const text = lines.join("\n");
        for (const owner of findOwnership(text, path)?.owners ?? []) assert.ok(text.includes(owner));
      }),
    );
  });
});
