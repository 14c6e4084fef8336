/** A token of a JSON text. A `text` includes its quotes; a `word` is a number, a literal or neither. */
export interface JsonToken {
  kind: "{" | "}" | "[" | "]" | ":" | "," | "text" | "word" | "end";
  raw: string;
  /** Line and column count from 1. */
  line: number;
  column: number;
}

const marks = ["{", "}", "[", "]", ":", ","] as const;
/**
 * A number as far as it goes, a slash with the sign that makes it a comment, or all up to the next separator.
 */
const word = /-?(?:0|[1-9]\d*)(?:\.\d*)?(?:e[+-]?\d*)?|\/[/*]?|[^ \t\r\n{}[\]:,"/]+/iy;

/**
 * Yields the tokens of a text in order, then an end token. Reads any text, JSON or not, in time proportional
 * to its length.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let line = 1;
  let lineStart = 0;
  let at = 0;
  const token = (kind: JsonToken["kind"], end: number): JsonToken => {
    const start = at;
    at = end;
    return { kind, raw: text.slice(start, end), line, column: start - lineStart + 1 };
  };
  while (at < text.length) {
    const character = text.charAt(at);
    const mark = marks.find((candidate) => candidate === character);
    if (mark !== undefined) yield token(mark, at + 1);
    else if (character === '"') yield token("text", endOfText(text, at));
    else if (/[ \t\r\n]/.test(character)) {
      at++;
      if (character === "\n" || (character === "\r" && text[at] !== "\n")) {
        line++;
        lineStart = at;
      }
    } else {
      word.lastIndex = at;
      word.test(text);
      yield token("word", word.lastIndex);
    }
  }
  yield token("end", at);
}

/** The position after the closing quote of a text that opens at `opening`. */
function endOfText(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
