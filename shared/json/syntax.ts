import { type JsonToken, jsonTokens } from "./tokens";

/** What the grammar expects next. */
type Expected = "value" | "firstItem" | "firstKey" | "key" | "colon" | "separator" | "end";

/** Returns the first token of a text that breaks the JSON grammar, with what is wrong; undefined for JSON. */
export function firstSyntaxProblem(text: string): { token: JsonToken; problem: string } | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  for (const token of jsonTokens(text)) {
    const problem = wordProblem(token) ?? grammarProblem(token.kind, expected, open.at(-1));
    if (problem !== undefined) return { token, problem };
    if (token.kind === "{" || token.kind === "[") open.push(token.kind);
    if (token.kind === "}" || token.kind === "]") open.pop();
    expected = expectedAfter(token.kind, expected, open.at(-1));
  }
  return undefined;
}

function expectedAfter(kind: JsonToken["kind"], expected: Expected, inside: "{" | "[" | undefined): Expected {
  if (kind === "{") return "firstKey";
  if (kind === "[") return "firstItem";
  if (kind === ",") return inside === "{" ? "key" : "value";
  if (kind === ":") return "value";
  if (kind === "text" && (expected === "firstKey" || expected === "key")) return "colon";
  return inside === undefined ? "end" : "separator";
}

/** Returns what is wrong with a token at its place; `inside` is the innermost open bracket. */
function grammarProblem(
  kind: JsonToken["kind"],
  expected: Expected,
  inside: "{" | "[" | undefined,
): string | undefined {
  const isValue = ["{", "[", "text", "word"].includes(kind);
  const isClosing = kind === (inside === "{" ? "}" : "]");
  const missingClose = inside === "{" ? "closing brace expected" : "closing bracket expected";
  switch (expected) {
    case "value":
      return isValue ? undefined : "value expected";
    case "firstItem":
      if (kind === "end") return missingClose;
      return isValue || isClosing ? undefined : "value expected";
    case "firstKey":
      if (kind === "end") return missingClose;
      if (kind === ",") return "value expected";
      return kind === "text" || isClosing ? undefined : "property name expected";
    case "key":
      return kind === "text" ? undefined : "property name expected";
    case "colon":
      return kind === ":" ? undefined : "colon expected";
    case "separator":
      if (kind === "end") return missingClose;
      return kind === "," || isClosing ? undefined : "comma expected";
    case "end":
      return kind === "end" ? undefined : "end of file expected";
  }
}

/** Returns what is wrong with a text, number or literal itself. If a text has several problems, the last. */
function wordProblem({ kind, raw }: JsonToken): string | undefined {
  if (kind === "text") return textProblem(raw);
  if (kind !== "word" || /^(?:true|false|null)$/.test(raw)) return undefined;
  if (/^\/[/*]/.test(raw)) return "invalid comment token";
  if (!/^-?\d/.test(raw)) return "invalid symbol";
  return /[.+e-]$/i.test(raw) || /\.e/i.test(raw) ? "unexpected end of number" : undefined;
}

function textProblem(raw: string): string | undefined {
  let problem: string | undefined;
  // An escape, a control character, or the closing quote.
  for (const [piece] of raw.slice(1).matchAll(/\\u[\da-fA-F]{0,4}|\\.?|[^ !#-\uFFFF]/gs)) {
    if (piece === '"') return problem;
    if (/^[\r\n]|^\\$/.test(piece)) break;
    if (!piece.startsWith("\\")) problem = "invalid character";
    else if (piece[1] === "u") problem = piece.length === 6 ? problem : "invalid Unicode escape";
    else if (!/["\\/bfnrt]/.test(piece.slice(1))) problem = "invalid escape character";
  }
  return "unexpected end of string";
}
