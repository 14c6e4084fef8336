/**
 * Returns the name of the entry for a pipeline; undefined if there is none. An entry with exactly this name comes
 * first, whatever characters it holds. Then comes the first of the patterns that matches.
 */
export function entryNameFor(
  pipeline: string,
  entries: ReadonlyMap<string, unknown>,
  patterns: readonly string[],
): string | undefined {
  return entries.has(pipeline) ? pipeline : patterns.find((pattern) => matches(pattern, pipeline));
}

/**
 * Returns the names that can match other names, in the order in which they are tried: the longest first; of equally
 * long ones, the first in the alphabet.
 */
export function patternsAmong(names: Iterable<string>): string[] {
  return [...names]
    .filter(isPattern)
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
}

/** Returns whether a name can match other names: it has `*` (any characters) or `?` (any one character). */
export function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

/** Returns whether a pattern matches a whole name, in time linear in the product of their lengths at worst. */
export function matches(pattern: string, name: string): boolean {
  let [at, inName, star, resumeAt] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      resumeAt = inName;
    } else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === name[inName])) {
      at++;
      inName++;
    } else if (star !== -1) {
      // Lets the last asterisk match one character more.
      at = star + 1;
      inName = ++resumeAt;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
