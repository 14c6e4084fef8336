/** Returns the member of a JSON value at a path; undefined if there is none. */
export function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (member, key) => (typeof member === "object" && member !== null ? Reflect.get(member, key) : undefined),
    value,
  );
}

/** Returns the keys of a JSON object; none for any other value. */
export function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

const maxShownCharacters = 80;

/** Returns a key as errors show it. For a key that is too long to be meant, only the length. */
export function shownKey(key: string): string {
  return key.length <= maxShownCharacters ? key : `(a name of ${key.length} characters)`;
}

/** Returns a path within a file as errors show it, such as `pipelines.default`. */
export function shownPath(path: readonly string[]): string {
  return path.map(shownKey).join(".");
}
