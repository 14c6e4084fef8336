import assert from "node:assert/strict";
import * as fc from "fast-check";
import {
  matcherOf,
  parseRules,
  ruleFor,
} from "../../../../../tasks/PipelineMonitor/features/codeowners/read-owners";
import { growth, maxGrowth } from "../../../../growth";
import { sampled } from "../../../../sampled";

/** A pattern, paths that it matches, and others. Without a source: GitHub's documentation of code owners. */
const cases: readonly { pattern: string; yes?: string[]; no?: string[]; from?: string }[] = [
  { pattern: "*", yes: ["a.yml", "a/b/c.yml", ".azure/a.yml"] },
  { pattern: "*.yml", yes: ["a.yml", "ci/a.yml", "x.yml/b"], no: ["a.yaml", "a.YML", "yml"] },
  { pattern: "/build/logs/", yes: ["build/logs/a", "build/logs/b/c"], no: ["build/logs", "x/build/logs/a"] },
  { pattern: "docs/*", yes: ["docs/a.md"], no: ["docs/build-app/a.md", "x/docs/a.md"] },
  { pattern: "/*", yes: ["a.yml"], no: ["ci/a.yml"] },
  { pattern: "apps/", yes: ["apps/a", "x/apps/a/b"], no: ["apps", "myapps/a"] },
  { pattern: "/docs/", yes: ["docs/a", "docs/b/c"], no: ["x/docs/a"] },
  { pattern: "**/logs", yes: ["logs", "build/logs/a", "deeply/nested/logs/b/c"], no: ["logs2/a"] },
  { pattern: "/apps/github", yes: ["apps/github", "apps/github/a"], no: ["apps/githubs"] },
  { pattern: "ci/**/deploy.yml", yes: ["ci/deploy.yml", "ci/a/b/deploy.yml"], no: ["ci/deploy.yml2"] },
  { pattern: "ci/**", yes: ["ci/a", "ci/a/b"], no: ["ci", "x/ci/a"] },
  { pattern: "ci/a?.yml", yes: ["ci/ab.yml", "ci/aü.yml"], no: ["ci/a.yml", "ci/abc.yml", "ci/a/.yml"] },
  { pattern: "ci/*/a.yml", yes: ["ci/x/a.yml"], no: ["ci/a.yml", "ci/x/y/a.yml"] },
  { pattern: "night\\ shift/a.yml", yes: ["night shift/a.yml"], no: ["night"] },
  {
    pattern: "/generated/**.yml",
    yes: ["generated/a.yml"],
    no: ["generated/a/b.yml"],
    from: "DataDog/dd-sdk-swift-testing#310",
  },
  {
    pattern: "docs/*",
    no: ["docs/generator/build.py"],
    from: "sbdchd/codeowners#44, beaugunderson/codeowners#15",
  },
  {
    pattern: "/docs/",
    yes: ["docs/build-app/a.md"],
    from: "voxel51/fiftyone#5827, where an assistant says the opposite",
  },
  { pattern: "dir1/*", yes: ["dir1/a.ts"], no: ["dir1/sub/a.ts"], from: "gagoar/codeowners-generator#160" },
  { pattern: "^a/b.yml", yes: ["^a/b.yml"], from: "hmarr/codeowners#47" },
];

describe("a pattern of code owners", () => {
  for (const { pattern, yes = [], no = [], from = "documentation" } of cases)
    it(`${pattern} (${from})`, () => {
      const matches = matcherOf(pattern);
      assert.ok(matches);
      for (const path of yes) assert.ok(matches(path), path);
      for (const path of no) assert.ok(!matches(path), path);
    });

  it("is none if GitHub does not support it", () => {
    for (const pattern of ["!a", "a[bc].yml", "\\#a", "ci\\a.yml", "a***b", "/", "//"])
      assert.equal(matcherOf(pattern), undefined, pattern);
  });

  const name = fc.stringMatching(/^[ab.]{1,3}$/);
  const path = fc.array(name, { minLength: 1, maxLength: 4 });

  it("without wildcards matches itself and everything below it", () => {
    fc.assert(
      fc.property(path, path, (one, other) => {
        const isBelow = one.every((part, index) => other[index] === part);
        assert.equal(matcherOf(`/${one.join("/")}`)?.(other.join("/")), isBelow);
      }),
    );
  });

  it("matches as the same regular expression does", () => {
    const part = fc.oneof(fc.constant("**"), fc.stringMatching(/^[ab*?]{1,3}$/));
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 4 }), path, (parts, of) => {
        fc.pre(!parts.some((one) => one.includes("***")));
        const expected = expressionOf(parts).test(of.join("/"));
        assert.equal(matcherOf(parts.join("/"))?.(of.join("/")), expected);
      }),
      { numRuns: sampled(2000) },
    );
  });

  for (const piece of ["*", "*a", "a*", "?", "**/", "a/", "*/", "**/a"])
    it(`takes no longer than its length allows: ${piece}`, () => {
      const work = (text: string) => matcherOf(`${text}x`)?.("a".repeat(50) + "/a".repeat(50));
      assert.ok(growth(work, (count) => piece.repeat(count).replaceAll("***", "**a"), 500) < maxGrowth);
    });
});

describe("a large file of code owners", () => {
  it("takes as long as its patterns are: a rule with four stars as one without, whatever the path repeats", () => {
    const path = `${"services/deep/".repeat(6)}${"abc".repeat(40)}.yml`;
    const work = (text: string) => ruleFor(path, parseRules(text));
    const rules = (count: number) =>
      Array.from({ length: count }, (_, nth) => `/services/**/*a*b*c*d${nth}.yml @team${nth}`).join("\n");
    assert.ok(growth(work, rules, 200) < maxGrowth);
  });
});

/** Anchored, for a pattern with a slash in it. */
function expressionOf(parts: readonly string[]): RegExp {
  const name = (part: string) => part.replaceAll(/\*+/g, "[^/]*").replaceAll("?", "[^/]");
  const last = parts.at(-1) ?? "";
  const before = parts.slice(0, -1).map((part) => (part === "**" ? "(?:[^/]+/)*" : `${name(part)}/`));
  const end = last === "**" ? ".+" : last === "*" ? "[^/]+" : `${name(last)}(?:/.*)?`;
  return new RegExp(`^${before.join("")}${end}$`);
}
