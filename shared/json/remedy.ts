/** The first place where a text is not JSON. */
interface Fault {
  /** The parser's name of the error, such as `CommaExpected`. */
  name: string;
  offset: number;
  length: number;
  /** The innermost object or list that is not closed. */
  opened: Opened | undefined;
}

/** Where an object or a list begins, in lines counted from 1. */
export interface Opened {
  bracket: "{" | "[";
  line: number;
}

/** The text around a fault. No answer repeats it, because it may be a secret. */
interface Seen {
  text: string;
  error: string;
  /** The token at the fault; that of a text may be the rest of its line. */
  token: string;
  /** Up to the fault, without the space before it. */
  before: string;
  /** Whether nothing stands between the two. */
  isAdjacent: boolean;
  after: string;
  opened: Opened | undefined;
}

/** A mistake that people make, what to write instead, and, if it is not at the fault, where it is. */
type Mistake = readonly [
  is: (seen: Seen) => boolean,
  answer: string | ((seen: Seen) => string),
  at?: (seen: Seen) => number,
];

const conflict = /^(?:<{7}|={7}|>{7})(?=\s|$)/m;
const typographic = /[“”„‟«»‘’‚‛]/;
const endOfBefore = ({ before }: Seen) => Math.max(0, before.length - 1);

/** Those that spoil the whole file, wherever the parser stops. */
const ofFile: readonly Mistake[] = [
  [
    ({ text }) => text.trim() === "",
    "the file is empty. Write a JSON object into it: { before the first key, } after the last value",
  ],
  [
    ({ text }) => conflict.test(text),
    "a merge conflict is not resolved. Remove the lines that begin with <<<<<<<, ======= and >>>>>>>, and one of the two versions",
    ({ text }) => text.search(conflict),
  ],
  [({ text }) => /^\s*<[!?a-z]/i.test(text), "the file is a page (HTML or XML). Save the JSON file itself"],
  [
    ({ text }) => /^\s*```/.test(text),
    "remove the lines with ```, which are of the page that the text comes from",
  ],
  [
    ({ text }) => text.startsWith("version https://git-lfs"),
    "the file is a Git LFS pointer. Set `lfs: true` in the checkout",
  ],
  [
    ({ text }) => /^(?:\s|#.*\n)*(?:---|- |\w+ *:(?:\s|$))/.test(text),
    "the file is YAML. Write JSON: braces { } around all and around each entry, keys and texts in double quotes, and commas between them",
  ],
];

const notClosed = ({ opened }: Seen) =>
  `the ${opened?.bracket} in line ${opened?.line} has no closing ${opened?.bracket === "[" ? "]" : "}"}`;

/** Each key, text or number by itself. The first that fits counts. */
const ofToken: readonly Mistake[] = [
  [
    ({ error, token, after }) =>
      error === "InvalidCommentToken" || (token.startsWith("#") && !after.startsWith("{")),
    "JSON has no comments: remove it",
  ],
  [
    ({ token }) => /^(?:[^\S \t\r\n]|[\u200b-\u200d\u2060\ufeff])/.test(token),
    "a character that only looks like a space. Type a space instead",
  ],
  [
    ({ error, token }) => /Symbol|EndOfString/.test(error) && typographic.test(token),
    'typographic quotes. Write straight ones (")',
  ],
  [({ token }) => /^['`]/.test(token), 'write keys and texts in double quotes (")'],
  [
    ({ error }) => error === "InvalidEscapeCharacter",
    "write each backslash in a text twice, as in Shop\\\\Billing",
  ],
  [({ error }) => error === "InvalidCharacter", "write a tab in a text as \\t, and a line break as \\n"],
  [({ error }) => error === "UnexpectedEndOfString", 'the text has no closing quote (") in its line'],
  [
    ({ error, token }) => error === "InvalidSymbol" && /^(?:true|false|null)$/i.test(token),
    ({ token }) => `write ${token.toLowerCase()}, in lower case`,
  ],
  [({ token }) => /^(?:yes|no|on|off)$/i.test(token), "write true or false"],
  [
    ({ token }) => /^(?:none|nil|undefined|nan|-?infinity)$/i.test(token),
    "JSON has no such value. Remove the key",
  ],
  [
    ({ token }) => /^(?:[$#]|%\w)/.test(token),
    "nothing replaces variables in this file. Write the value itself",
  ],
  [
    ({ error, token, before, isAdjacent }) =>
      error === "UnexpectedEndOfNumber" ||
      /^[+.]\d/.test(token) ||
      (/\d,$/.test(before) && /^\d/.test(token)) ||
      (isAdjacent && /[\d.]$/.test(before) && /^[\w.]/.test(token)),
    "write a number with digits only, such as 900 or 0.5: no unit, no separator, no zero in front",
  ],
];

/** Punctuation, and what is missing or too much. */
const ofStructure: readonly Mistake[] = [
  [({ token, opened }) => token === "" && opened !== undefined, notClosed],
  [
    ({ error, token, before }) =>
      /PropertyName|Value/.test(error) &&
      (before.endsWith(",") ? /^[,}\]]/ : /[{[]$/.test(before) ? /^,/ : /^$/).test(token),
    "a comma too many. Remove it",
    (seen) => (seen.before.endsWith(",") ? endOfBefore(seen) : seen.before.length),
  ],
  [({ error, before }) => error === "ValueExpected" && before.endsWith(":"), "the value is missing"],
  [({ token }) => token.startsWith(";"), "write a comma (,) instead of a semicolon"],
  [
    ({ error, token }) => error === "CommaExpected" && token === "}",
    "a closing bracket ] is missing before the }",
  ],
  [
    ({ error, token }) => error === "CommaExpected" && token === "]",
    "a closing brace } is missing before the ]",
  ],
  [({ error }) => error === "CommaExpected", "a comma (,) is missing after this", endOfBefore],
  [
    ({ error, token }) => error === "ColonExpected" || /^=/.test(token),
    "write a colon (:) between key and value",
  ],
  [
    ({ error, token, before, after }) =>
      /[{,]$/.test(before) && /^\s*[:=]/.test(after) && (error === "InvalidSymbol" || /^\d/.test(token)),
    'write the key in double quotes (")',
  ],
  [
    ({ error, before, isAdjacent }) => error === "InvalidSymbol" && isAdjacent && before.endsWith('"'),
    'write a quote within a text as \\"',
  ],
  [
    ({ error, before }) => error === "InvalidSymbol" && /[:[,]$/.test(before),
    'write the text in double quotes (")',
  ],
  [
    ({ error, token, before }) => error === "EndOfFileExpected" && token === ":" && before.endsWith('"'),
    "the outer braces are missing. Write { before the first line and } after the last",
  ],
  [
    ({ error, token }) => error === "EndOfFileExpected" && /^[}\]]/.test(token),
    "a closing brace too many. Remove it",
  ],
  [
    ({ error }) => error === "EndOfFileExpected",
    "the file goes on after the end of its object. Remove the rest, or a } before it",
  ],
];

const mistakes = [...ofFile, ...ofToken, ...ofStructure];

/** Finds where it is wrong, and what to write there. Undefined for a fault that is no known mistake. */
export function remedyFor(text: string, { name, offset, length, opened }: Fault) {
  const start = text.slice(0, offset);
  const before = start.trimEnd();
  const seen: Seen = {
    text,
    error: name,
    token: text.slice(offset, offset + length),
    before,
    isAdjacent: before.length === offset,
    after: text.slice(offset + length),
    opened,
  };
  const [, answer, at] = mistakes.find(([is]) => is(seen)) ?? [];
  if (answer === undefined) return undefined;
  return { offset: at?.(seen) ?? offset, answer: typeof answer === "string" ? answer : answer(seen) };
}
