/** A bracket of a JSON text, or a text in it, quotes included: from `start` to before `end`; line and column count from 1. */
export interface JsonToken {
  kind: "open" | "close" | "key" | "text";
  start: number;
  end: number;
  line: number;
  column: number;
}

/**
 * The brackets and texts of a JSON text in their order; in a text that is not JSON, what looks like them. Takes time as the
 * text is long, whatever stands in it.
 */
export function* jsonTokens(text: string): Generator<JsonToken> {
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const place = { start: at, line, column: at - lineStart + 1 };
    if (character === "\n" || (character === "\r" && text[at + 1] !== "\n")) {
      line++;
      lineStart = at + 1;
    } else if (character === "{" || character === "[") yield { kind: "open", end: at + 1, ...place };
    else if (character === "}" || character === "]") yield { kind: "close", end: at + 1, ...place };
    else if (character === '"') {
      const end = endOfText(text, at);
      yield { kind: isKey(text, end) ? "key" : "text", end, ...place };
      at = end - 1;
    }
  }
}

/** Behind the closing quote of a text whose opening one is at a place. */
function endOfText(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function isKey(text: string, end: number): boolean {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}
