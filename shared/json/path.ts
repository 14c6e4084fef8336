/** Undefined for a text that is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Empty for anything but a text, a number, true and false: an object from outside may refuse to become a text. */
export function scalarText(value: unknown): string {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : "";
}

/** Undefined if there is none. */
export function memberAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (member, key) => (typeof member === "object" && member !== null ? Reflect.get(member, key) : undefined),
    value,
  );
}

/** None for anything but an object. */
export function keysOf(value: unknown): string[] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

const maxShownCharacters = 80;

/** For a key that is too long to be meant, only the length. */
export function shownKey(key: string): string {
  return key.length <= maxShownCharacters ? key : `(a name of ${key.length} characters)`;
}

/** The keys of members, and the indices of elements. */
export type JsonPath = readonly (string | number)[];

/** As errors show it, such as `pipelines.default`. People count elements from one. */
export function shownPath(path: JsonPath): string {
  return path.map((key) => (typeof key === "number" ? String(key + 1) : shownKey(key))).join(".");
}
