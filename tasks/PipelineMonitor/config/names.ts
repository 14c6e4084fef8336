/** Entries of a configuration by pipeline name. */
export type Entries<T> = ReadonlyMap<string, T>;

/**
 * Returns the name of the entry for a pipeline; undefined if there is none. An entry with exactly this name comes
 * first, whatever characters it holds. Then come patterns, the longest first; of equally long ones, the first in the
 * alphabet.
 */
export function entryNameFor(pipeline: string, entries: Entries<unknown>): string | undefined {
  if (entries.has(pipeline)) return pipeline;
  let found: string | undefined;
  for (const name of entries.keys())
    if (isPattern(name) && (found === undefined || comesBefore(name, found)) && matches(name, pipeline))
      found = name;
  return found;
}

/** Returns whether a name can match other names: it has `*` (any characters) or `?` (any one character). */
export function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

function comesBefore(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length > other.length;
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
