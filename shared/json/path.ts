/** The member of a JSON value at a path; undefined when there is none. */
export function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (member, key) => (typeof member === "object" && member !== null ? Reflect.get(member, key) : undefined),
    value,
  );
}

/** The keys of a JSON object; none for any other value. */
export function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

const maxShownCharacters = 80;

/** A key of a file as an error shows it; of one that is longer than any that is meant, only its length. */
export function shownKey(key: string): string {
  return key.length <= maxShownCharacters ? key : `(a name of ${key.length} characters)`;
}

/** A path within a file as an error shows it, such as `pipelines.default`. */
export function shownPath(path: readonly string[]): string {
  return path.map(shownKey).join(".");
}
