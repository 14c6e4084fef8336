import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { transformSync } from "esbuild";
import { anchorsOf, headingsOf, linksOf, pagePaths, readPage, tasks, wordsOn } from "./pages";
import { root } from "./root";

/** The terms of the project: the other word for one, and what to write. Everyday words are free. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/\bfaults?\b(?! table)/gi, "error, problem"],
  [/\bmend(s|ed|ing)?\b/gi, "fix"],
  [/\bpass(es|ed|ing)? over\b/gi, "ignored"],
  [/\bmade-up\b/gi, "simulated"],
  [/\bof late\b(?! runs?\b)/gi, "recently"],
  [/\bw[io]ns? over\b/gi, "takes precedence over"],
  [/\bright to buy\b/gi, "purchase lock"],
  [/\bgood runs?\b/gi, "successful run"],
  [/\bhanging runs?\b|\bruns?( that| which)? hangs?\b/gi, "stuck run"],
  [/\bruns? (that|which) did not happen\b/gi, "missed run"],
  [/\bso many runs a week\b/gi, "weekly run limit"],
  [
    /\bma(ke|kes|de|king) (\w+ )?harmless\b|\bt(ake|aken|aking) (the )?(secret|credential)s? out\b/gi,
    "redact",
  ],
  [/\bextras\b|\bbeyond the (rules|specification)\b/gi, "optional check"],
  [/\bjob's own (access )?token\b/gi, "job access token"],
];

/** The specification's header, causes that a team has named, a result of Azure Pipelines, and GitHub keep their word. */
const issues: typeof terms = [[/(?<!\b(pipeline|known|with|open an) )\bissues?\b/gi, "problem"]];
/** Only what goes to a paging service is an alert. */
const alerts: typeof terms = [[/\balerts?\b/gi, "message, problem"]];

/** An error is a failure of the step itself, or a line of a log. The specification's sentences keep their word. */
const errors: typeof terms = [
  [
    /(?<!\bNo (recent|new) )\b(\d+|recent|new|known|lasting|pipeline|run|pipeline's|run's) errors?\b/gi,
    "problem",
  ],
];

/** The other words for terms in a text that a person reads, with what to write. */
function findOtherWords(text: string, words = terms): string[] {
  const line = text.replaceAll(/\s+/g, " ");
  return words.flatMap(([pattern, write]) =>
    [...line.matchAll(pattern)].map(({ 0: found, index }) => {
      const around = line.slice(Math.max(0, index - 30), index + found.length + 30);
      return `"${found}" in "…${around}…": write ${write}`;
    }),
  );
}

/** The prose and the examples of a page, without what it quotes: code spans, output, targets and paths of links. */
function proseOf(page: string): string {
  return page
    .replaceAll(/^```(\w*)\n[\s\S]*?^```$/gm, (block, language) => (language === "" ? "" : block))
    .replaceAll(/`[^`\n]+`/g, "…")
    .replaceAll(/\]\([^)\s]+\)/g, "]")
    .replaceAll(/\[[\w./-]+\.\w+\]/g, "[…]");
}

const codePaths = ["shared", "tab", "tasks"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path)),
);

/** The sentences and phrases among the string literals of a source file, without its comments. */
function literalsOf(path: string): string {
  const options = { loader: "ts", legalComments: "none", minifySyntax: true, charset: "utf8" } as const;
  const { code } = transformSync(readPage(path), options);
  const literals = code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  const texts = literals.map((literal) => literal.replace(/\$\{[^}]*\}/g, "…"));
  return texts.filter((text) => text.includes(" ")).join("\n");
}

/** A relative link of a page: the path that it leads to, from the root, and the heading there. */
interface RelativeLink {
  target: string;
  path: string;
  anchor: string | undefined;
}

function relativeLinksOf(page: string): RelativeLink[] {
  return linksOf(readPage(page))
    .filter(({ target }) => !/^\w+:/.test(target))
    .map(({ target }) => {
      const [path = "", anchor] = target.split("#");
      return { target, path: path === "" ? page : posix.join(posix.dirname(page), path), anchor };
    });
}

function isBroken({ path, anchor }: RelativeLink): boolean {
  if (!existsSync(join(root, path))) return true;
  return anchor !== undefined && !(path.endsWith(".md") && anchorsOf(readPage(path)).includes(anchor));
}

function headingProblems(page: string): string[] {
  const levels = headingsOf(page).map(({ level }) => level);
  const anchors = anchorsOf(page);
  return [
    ...(levels.indexOf(1) === 0 && levels.lastIndexOf(1) === 0 ? [] : ["one title, at the top"]),
    ...anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index),
    ...levels.flatMap((level, index) => (level > (levels[index - 1] ?? 0) + 1 ? `heading ${index}` : [])),
  ];
}

/** The pages for those who change the product. */
const pagesOnCode = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/** Files and folders that a page on the code names, from the root or from the folder of the task in the heading. */
function namedPathsOf(page: string): { path: string; folders: string[] }[] {
  const text = readPage(page);
  const headings = headingsOf(text);
  return headings.flatMap(({ text: heading, end }, index) => {
    const section = text.slice(end, headings[index + 1]?.start).replaceAll(/^```[\s\S]*?^```$/gm, "");
    const folders = ["", ...tasks.filter((task) => heading.includes(task)).map((task) => `tasks/${task}`)];
    return [...section.matchAll(/`([\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|json|md|yml)))`/g)]
      .map(([, path = ""]) => ({ path, folders }))
      .filter(({ path }) => !/^(dist|out|reports)\//.test(path));
  });
}

/** The rules of every page: each finds what breaks it. */
const rules: Readonly<Record<string, (path: string) => string[]>> = {
  "links to files that exist, and to headings that they have": (path) =>
    relativeLinksOf(path)
      .filter(isBroken)
      .map(({ target }) => target),
  "has one title, no heading twice, and no level skipped": (path) => headingProblems(readPage(path)),
  "has tables with a head, which a blank line would cut off": (path) =>
    (proseOf(readPage(path)).match(/(?:^\|.*\n)+/gm) ?? []).filter(
      (table) => !/^\|.*\n\|[-| ]+\|\n/.test(table),
    ),
  // Faults are injected in tests, and are called that.
  "keeps to the terms": (path) =>
    ["tests/faults/README.md", "tests/README.md"].includes(path)
      ? []
      : findOtherWords(proseOf(readPage(path))),
};

describe("pages of the documentation", () => {
  for (const [rule, problemsOf] of Object.entries(rules))
    it(`every page ${rule}`, () => {
      const problems = pagePaths.flatMap((path) => problemsOf(path).map((problem) => `${path}: ${problem}`));
      assert.deepEqual(problems, []);
    });

  const ofUsers = pagePaths.filter((path) => path === "README.md" || path.startsWith("docs/"));
  /** The page of a feature, and the rows that come from code, take no room from other pages. */
  const withoutGenerated = (page: string) =>
    page.replaceAll(/<!-- \w+: npm run generate -->\n[\s\S]*?<!-- end -->/g, "");
  const ownWords = (path: string) => wordsOn(withoutGenerated(readPage(path)));
  const isOfFeature = (path: string) =>
    /^docs\/monitor\/(?!(?:alerts|chats|configuration|hub|quickstart|troubleshooting)\.md)/.test(path);

  it("have at most 1,000 words each for users, without blocks of code and generated rows", () => {
    assert.equal(
      wordsOn("# A *b*\n\n| `c d` | [e](https://h/f) |\n|---|---|\n| – | ![g](h.png) i |\n\n```\nj\n```\n"),
      6,
    );
    assert.ok(ofUsers.length > 20);
    const long = ofUsers.filter((path) => ownWords(path) > 1000);
    assert.deepEqual(long, [], "Shorten, or link instead of repeating");
  });

  it("have at most 11,000 words in all where they are of no single feature", () => {
    const words = ofUsers.filter((path) => !isOfFeature(path)).map(ownWords);
    const sum = words.reduce((all, count) => all + count, 0);
    assert.ok(words.length > 15 && sum <= 11_000, `${sum} words: shorten, or link instead of repeating`);
  });

  it("have at most 16,500 words in all, as wc -w counts them, without blocks of code and generated rows", () => {
    const block = /^( *)```[\s\S]*?^\1```$/gm;
    const count = (path: string) =>
      withoutGenerated(readPage(path)).replaceAll(block, "").split(/\s+/).filter(Boolean).length;
    const read = [...ofUsers, ...tasks.map((task) => `tasks/${task}/README.md`)];
    const sum = read.map(count).reduce((all, words) => all + words, 0);
    assert.ok(sum <= 16_500, `${sum} words: cut what two pages say, first`);
  });

  it("are reached from the README by links", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached)
      for (const { path } of relativeLinksOf(page)) if (pagePaths.includes(path)) reached.add(path);
    assert.deepEqual(
      pagePaths.filter((page) => !reached.has(page)),
      [],
    );
    assert.ok(reached.size > 20);
  });

  it("name files, folders and commands of the repository that exist", () => {
    const { scripts }: { scripts: object } = JSON.parse(readPage("package.json"));
    for (const page of pagesOnCode) {
      const named = namedPathsOf(page);
      assert.ok(named.length > 15, page);
      const isThere = (folder: string, path: string) => existsSync(join(root, folder, path));
      const missing = named.filter(({ path, folders }) => !folders.some((folder) => isThere(folder, path)));
      const commands = [...readPage(page).matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
      const unknown = commands.filter((name) => !(name in scripts));
      assert.deepEqual([...missing.map(({ path }) => path), ...unknown], [], page);
    }
  });

  it("are not the only texts that keep to the terms: so do manifests and messages", () => {
    const manifests = ["vss-extension.json", ...tasks.map((task) => `tasks/${task}/task.json`)];
    const texts = [...manifests.map((path) => proseOf(readPage(path))), ...codePaths.map(literalsOf)];
    assert.ok(texts.join().length > 50_000);
    assert.deepEqual(
      texts.flatMap((text) => findOtherWords(text)),
      [],
    );
  });

  it("call what is wrong with pipelines a problem, not an error, and only what goes to a pager an alert", () => {
    const ofUsers = pagePaths.filter((path) => /^(docs\/|README|tasks\/)/.test(path));
    const manifests = ["vss-extension.json", ...tasks.map((task) => `tasks/${task}/task.json`)];
    assert.ok(ofUsers.length > 20);
    const found = [...ofUsers, ...manifests].flatMap((path) =>
      findOtherWords(proseOf(readPage(path)), [...issues, ...errors]),
    );
    assert.deepEqual(found, []);
    const literals = codePaths.map((path) => ({ path, text: literalsOf(path) }));
    assert.deepEqual(
      literals.flatMap(({ text }) => findOtherWords(text, [...issues, ...errors])),
      [],
    );
    const unpaged = literals.filter(({ path }) => !path.includes("paging"));
    assert.deepEqual(
      unpaged.flatMap(({ text }) => findOtherWords(text, alerts)),
      [],
    );
  });

  it("have no other word for a term even if it is broken over two lines, but quote it as code", () => {
    const [problem = ""] = findOtherWords("5 things are passed\nover here");
    assert.match(problem, /^"passed over" in ".*": write ignored$/);
    assert.equal(proseOf("Mend [it](mend.md), or `mend`.\n```\nmend\n```\n"), "Mend [it], or ….\n\n");
  });
});
