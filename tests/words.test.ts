import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { pagePaths, readPage, tasks } from "./pages";
import { root } from "./root";
import { bannedWordings, findBannedWords, proseOf } from "./words";

/** Where a banned word is right: the wording, by its source. Each one must still be there. */
const exceptions: Readonly<Record<string, readonly RegExp[]>> = {
  // Its subject is the faults that tests inject.
  "docs/faults.md": [/\bfaults?\b/gi],
  // A contact has a postal address. To tell apart is no report.
  "the strings of the code": [/of the address\b/g, /"an address"/g, /\bto tell new failures from/g],
};

/** The values of some members, however deep they are in a manifest. */
function textsOf(value: unknown, members: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsOf(item, members));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === "string" ? (members.includes(name) ? [item] : []) : textsOf(item, members),
  );
}

/** The members of the manifests that people read; `options` of an input have their texts as values. */
const readMembers = ["description", "helpMarkDown", "label", "friendlyName", "displayName", "displayValue"];

/** What a manifest shows to people. */
function manifestText(path: string): string {
  const manifest: { inputs?: { options?: Record<string, string> }[] } = JSON.parse(readPage(path));
  const options = (manifest.inputs ?? []).flatMap((input) => Object.values(input.options ?? {}));
  return [...textsOf(manifest, [...readMembers, "name", "helpText"]), ...options].join("\n");
}

/** The sentences and phrases among the string literals of a source file, without its comments. */
function literalsOf(path: string): string {
  const { code } = transformSync(readPage(path), { loader: "ts", legalComments: "none" });
  const literals = code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  const texts = literals.map((literal) => literal.replace(/\$\{[^}]*\}/g, "…"));
  return texts.filter((text) => text.includes(" ")).join("\n");
}

const codePaths = ["shared", "tab", "tasks"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path)),
);

/** Every text that people read, by its source. */
const sources: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(pagePaths.map((path) => [path, () => proseOf(readPage(path))])),
  ...Object.fromEntries(
    ["vss-extension.json", ...tasks.map((task) => `tasks/${task}/task.json`)].map((path) => [
      path,
      () => proseOf(manifestText(path)),
    ]),
  ),
  "the strings of the code": () => codePaths.map(literalsOf).join("\n"),
};

describe("words that people read", () => {
  for (const [source, text] of Object.entries(sources))
    it(`${source} has no word that the word list bans`, () => {
      const allowed = exceptions[source] ?? [];
      const rest = allowed.reduce((left, part) => left.replaceAll(part, "…"), text());
      assert.deepEqual(findBannedWords(rest), []);
    });

  it("are at the sources that have something to read", () => {
    for (const [source, text] of Object.entries(sources)) assert.ok(text().length > 100, source);
    assert.ok(Object.keys(sources).length > 25);
  });

  it("need the exceptions that are named", () => {
    for (const [source, parts] of Object.entries(exceptions))
      for (const part of parts) assert.match(sources[source]?.() ?? "", part, source);
  });
});

describe("word list", () => {
  it("finds each banned wording, and no wording that is only close to it", () => {
    for (const { pattern, found, allowed } of bannedWordings) {
      assert.match(found, pattern);
      assert.deepEqual(findBannedWords(allowed), [], allowed);
    }
  });

  it("finds a wording that is broken over two lines, and says what to write instead", () => {
    const [problem = ""] = findBannedWords("two consecutive available\nanswers in a row");
    assert.match(problem, /^"available answers" in ".*": write response/);
  });

  it("reads prose and examples of a page, but no quotes, output or targets of links", () => {
    const page =
      "Mend [it](mend.md) or [mend.md](mend.md), or `mend`.\n```\nmend\n```\n```yaml\n# mended\n```\n";
    assert.equal(proseOf(page), "Mend [it] or […], or ….\n\n```yaml\n# mended\n```\n");
  });
});
