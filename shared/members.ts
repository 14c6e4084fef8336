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
