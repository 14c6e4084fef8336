import { type JsonPath, keysOf, memberAt } from "../../../shared/json/path";
import { withoutFolder } from "../../../shared/pipeline";
import { comparedName } from "../../../shared/text/sanitize";

/** The name or pattern that applies to a pipeline's name; undefined if none does. */
export type NameLookUp = (name: string) => string | undefined;

/**
 * Creates a look-up among names and patterns. An equal name comes first, whatever characters it holds (rule 3). Then comes
 * the longest of the patterns that match, and of equally long ones the first in the alphabet. A pattern that begins with a
 * backslash, which no name has, is matched with the path. Each name is matched with the patterns only once. Names are compared as people see them.
 */
export function createNameLookUp(names: readonly string[]): NameLookUp {
  // Where two names differ only in their form, the form of the pipeline decides.
  const byName = new Map([
    ...names.map((name) => [comparedName(name), name] as const),
    ...names.map((name) => [name, name] as const),
  ]);
  const patterns = names
    .filter(isPattern)
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .map((pattern) => ({
      pattern,
      pieces: piecesOf(pattern.normalize()),
      isOfPath: pattern.startsWith("\\"),
    }));
  const knowsPaths = patterns.some(({ isOfPath }) => isOfPath);
  const matched = new Map<string, string | undefined>();
  return (shown) => {
    const name = byName.has(shown) ? shown : withoutFolder(shown);
    const equal = byName.get(name) ?? byName.get(comparedName(name));
    if (equal !== undefined || patterns.length === 0) return equal;
    const key = knowsPaths ? shown : name;
    if (!matched.has(key)) {
      const [ofName, ofPath] = [name, shown].map((text) => charactersOf(text.normalize()));
      const isMatch = ({ pieces, isOfPath }: (typeof patterns)[number]) =>
        matches(pieces, (isOfPath ? ofPath : ofName) ?? []);
      matched.set(key, patterns.find(isMatch)?.pattern);
    }
    return matched.get(key);
  };
}

/** A pattern has `*` (any characters) or `?` (any one character). */
export function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

/** The wildcards, and the characters between them. */
export function piecesOf(pattern: string): string[] {
  return pattern.split(/([*?])/).flatMap((piece) => (isPattern(piece) ? piece : charactersOf(piece)));
}

/** As people count them: an emoji of several code points is one character. */
export function charactersOf(text: string): string[] {
  if (/^[ -~]*$/.test(text)) return text.split("");
  const segments = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => comparedName(segment));
  return segments.filter((segment) => segment !== "");
}

/** For the whole name. Takes time linear in the product of their lengths at worst. */
export function matches(pattern: readonly string[], name: readonly string[]): boolean {
  let [at, inName, star, resumeAt] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      resumeAt = inName;
    } else if (pattern[at] === "?" || pattern[at] === name[inName]) {
      at++;
      inName++;
    } else if (star !== -1) {
      // Lets the last asterisk match one character more.
      at = star + 1;
      inName = ++resumeAt;
    } else return false;
  }
  return pattern.slice(at).every((piece) => piece === "*");
}

/** Each name is matched with each of them. */
const maxPatterns = 1000;

/** The names and patterns of pipelines in a configuration, and where they stand: its entries, and the `pipelines` of its lists. */
export function namesIn(value: unknown): { name: string; path: JsonPath }[] {
  const entries = keysOf(memberAt(value, ["pipelines"])).map((name) => ({ name, path: ["pipelines", name] }));
  const listed = keysOf(value).flatMap((key) => {
    const list = memberAt(value, [key]);
    return (Array.isArray(list) ? list : []).flatMap((item, index) =>
      [memberAt(item, ["pipelines"])].flat().flatMap((name, at) => {
        const path = [key, index, "pipelines", at];
        return typeof name === "string" ? [{ name, path }] : [];
      }),
    );
  });
  return [...entries, ...listed];
}

/** For a configuration with too many patterns. */
export function patternProblems(value: unknown): string[] {
  const count = namesIn(value).filter(({ name }) => isPattern(name)).length;
  return count <= maxPatterns
    ? []
    : [
        `pipelines: ${count} patterns in total, of which ${maxPatterns} are allowed; ` +
          "use fewer, or check some of the pipelines with a second monitor",
      ];
}
