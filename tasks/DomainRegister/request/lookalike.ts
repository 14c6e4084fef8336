import { domainToUnicode } from "node:url";

/** Letters of living scripts that read as Latin ones, by the table of Unicode's UTS #39. */
const lookalikes = [
  ...["a:ɑαа", "ae:æӕ", "b:ьƅ", "c:ᴄсⲥ", "d:ԁ", "e:еҽ", "g:ɡցƍ", "h:һհ", "i:ıɩιі", "j:ϳј", "k:кκĸ", "l:ӏǀון"],
  ...["n:ոռ", "o:ᴏοσоօⲟס", "p:ρрⲣ", "q:ԛգզ", "r:гᴦⲅ", "s:ꜱѕƽ", "u:ᴜʋυս", "v:ᴠνѵט", "w:ᴡѡԝա", "x:х", "y:уүγɣ"],
  "z:ᴢ",
];
const latinOf = new Map(
  lookalikes.flatMap((entry) => {
    const [latin = "", letters = ""] = entry.split(":");
    return [...letters].map((letter) => [letter, latin]);
  }),
);

const scriptNames =
  "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Bengali Tamil Telugu Thai Lao Khmer Ethiopic " +
  "Cherokee Coptic Han Hiragana Katakana Hangul Bopomofo";
const scripts = scriptNames
  .split(" ")
  .map((name) => ({ name, has: new RegExp(`\\p{Script_Extensions=${name}}`, "u") }));

/** Scripts that one language writes together, by UTS #39. */
const together = [
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Hangul"],
  ["Han", "Bopomofo"],
];

/**
 * A hint for an internationalized name whose letters come from several scripts, or that reads as a name in Latin
 * letters. Undefined for all others.
 */
export function findLookalikeHint(domain: string): string | undefined {
  const shown = domainToUnicode(domain);
  if (shown === domain) return undefined;
  const labels = shown.split(".");
  const latin = labels.map((label) => latinFormOf(label) ?? label).join(".");
  const mixed = labels.map(scriptsOf).find((names) => names.length > 1) ?? [];
  const doubts = [
    ...(mixed.length === 0 ? [] : [`mixes letters of ${mixed.join(" and ")}`]),
    ...(latin === shown ? [] : [`reads as ${latin}`]),
  ];
  return doubts.length === 0
    ? undefined
    : `${domain} is ${JSON.stringify(shown)} in its own letters, which ${doubts.join(" and ")}. Check that you want this name.`;
}

/** Undefined unless the label has other letters, and reads as one that has only those of ASCII. */
function latinFormOf(label: string): string | undefined {
  const read = [...label.normalize("NFKC")].map((letter) => latinOf.get(letter) ?? letter).join("");
  return read !== label && /^[a-z\d-]+$/.test(read) ? read : undefined;
}

/** The scripts of a label; one at most if a language writes them together. */
function scriptsOf(label: string): string[] {
  const letters = [...label].filter((character) => /\p{L}/u.test(character));
  const covers = (names: readonly string[]) =>
    letters.every((letter) => scripts.some(({ name, has }) => names.includes(name) && has.test(letter)));
  const used = scripts.filter(({ has }) => letters.some((letter) => has.test(letter)));
  const names = used.map(({ name }) => name);
  const single = [...names.map((name) => [name]), ...together].find(covers);
  return single === undefined ? names : single.slice(0, 1);
}
