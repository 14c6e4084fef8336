import assert from "node:assert/strict";
import { groupBy } from "../../../../shared/group-by";
import { halfOf, halves, parseEndings, readCorpus } from "./corpus";
import { isRight } from "./measure";

describe("the corpus of reasons", () => {
  const corpus = readCorpus();

  it("has many endings, and enough of them in each half", () => {
    assert.ok(corpus.length >= 300, String(corpus.length));
    for (const half of halves) {
      const share = corpus.filter((ending) => halfOf(ending) === half).length / corpus.length;
      assert.ok(share > 0.4, `${half}: ${share}`);
    }
  });

  it("has no ending twice", () => {
    const twice = (keyOf: (ending: (typeof corpus)[number]) => string) =>
      [...groupBy(corpus, keyOf).values()].filter(({ length }) => length > 1);
    const places = [...twice(({ source }) => source), ...twice(({ lines }) => withoutNumbers(lines))].map(
      (same) => same.map(({ place }) => place).join(" and "),
    );
    assert.deepEqual(places, []);
  });

  it("holds nothing personal", () => {
    for (const { place, lines, source } of corpus)
      assert.deepEqual(personalIn(lines.join("\n")), [], `${place} ${source}`);
  });
});

const withoutNumbers = (lines: readonly string[]) => lines.join("\n").replace(/\d+/g, "0");

/** Each with what it may be: addresses for examples and of no network, and versions. */
const personal: readonly [RegExp, RegExp][] = [
  [
    /[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/gi,
    /^git@|[@.]example\.(?:com|org|net|invalid)$|@users\.noreply\.github\.com$/i,
  ],
  [
    /(?<![\w.=-]|version )(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/gi,
    /^(?:192\.0\.2|198\.51\.100|203\.0\.113|10\.\d+\.\d+|127\.\d+\.\d+|192\.168\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+|0\.0\.0|169\.254\.\d+)\.\d+$|^168\.63\.129\.16$|^\d{1,2}(?:\.\d)?\.0\.0(?:\.\d)?$/,
  ],
  [/(?:subscriptions?|tenants?)[/ '"]+[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, /0{8}(?:-0{4}){3}-0{11}/],
  [
    /\b(?:gh[opsu]_|github_pat_|glpat-|xox[abps]-|AKIA|eyJ[\w-]{20})[\w-]{8,}|-----BEGIN|\bsig=[\w%]{10,}|AccountKey=[\w+/]{10,}/g,
    /^$/,
  ],
];

function personalIn(text: string): string[] {
  return personal.flatMap(([pattern, harmless]) =>
    [...text.matchAll(pattern)].map(([found]) => found).filter((found) => !harmless.test(found)),
  );
}

describe("a file of the corpus", () => {
  const ending = ["=== https://example.com/a", "tool: psql", "says: no route", "---", "psql: no route"];
  const parsed = (...lines: string[]) => parseEndings(lines.join("\n"), "sql.log");

  it("is read", () => {
    const [one, other] = parsed(
      ...ending,
      "",
      "=== https://example.com/b",
      "tool: psql",
      "says: x",
      "says: y",
      "not: z",
      "---",
      "│ x",
      "│ y",
    );
    assert.deepEqual(one, {
      ...{ source: "https://example.com/a", tool: "psql", says: ["no route"], not: [] },
      ...{ lines: ["psql: no route"], place: "sql.log:1" },
    });
    assert.deepEqual([other?.says, other?.not, other?.place], [["x", "y"], ["z"], "sql.log:7"]);
  });

  const malformed: [string, string[], RegExp][] = [
    ["text before the first ending", ["x", ...ending], /^sql\.log:1: begins/],
    ["a source that is no address", ["=== issue 5", ...ending.slice(1)], /^sql\.log:1: not a public address/],
    ["no log", ending.slice(0, 4), /^sql\.log:4: no log/],
    ["no end of what is told", ending.slice(0, 3), /^sql\.log:1: no line "---"/],
    [
      "a misspelled member",
      [...ending, "=== https://example.com/b", "tol: x", "---", "x"],
      /^sql\.log:7: neither/,
    ],
    [
      "an empty member",
      ["=== https://example.com/b", "tool: x", "says: ", "---", "x"],
      /^sql\.log:3: no text for says/,
    ],
    ["no tool", ["=== https://example.com/b", "says: x", "---", "x"], /^sql\.log:1: not one line with tool/],
    [
      "nothing that is to be told",
      ["=== https://example.com/b", "tool: x", "---", "x"],
      /^sql\.log:1: no line with says/,
    ],
    [
      "what the log does not say",
      [...ending.slice(0, 4), "psql: a route"],
      /^sql\.log:1: the log does not say: no route/,
    ],
  ];
  for (const [what, lines, message] of malformed)
    it(`is refused with its line if it has ${what}`, () => {
      assert.throws(() => parsed(...lines), { message });
    });

  it("is right if the quoted text holds one of what is to be told, and nothing that must not be", () => {
    const told = { says: ["no route to host", "timed out"], not: ["exit code"] };
    assert.ok(isRight(told, "ssh: no  route to\thost."));
    assert.ok(!isRight(told, "exit code 1: timed out"));
    assert.ok(!isRight(told, "failed"));
  });

  it("says nothing personal", () => {
    const found = personalIn(
      "a@contoso.com a@example.com git@github.com 20.4.5.6 192.0.2.7 Version=4.0.0.0 5.3.1.7 subscriptions/5c8b5d2e-8578-4aac-b426-dfa870b89d28",
    );
    assert.deepEqual(found, [
      "a@contoso.com",
      "20.4.5.6",
      "5.3.1.7",
      "subscriptions/5c8b5d2e-8578-4aac-b426-dfa870b89d28",
    ]);
  });
});
