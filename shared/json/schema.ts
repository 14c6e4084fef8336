import * as v from "valibot";
import type { JsonPath } from "./path";

/**
 * Schemas of objects. Plain valibot accepts an array as an object and reports a missing member only as
 * missing. With these, each message says what is expected: `what` for the object, and the member's own
 * message for a member.
 */

/** Other members are allowed and dropped. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries, what: string) {
  return v.pipe(
    noArray<v.InferInput<v.ObjectSchema<Entries, undefined>>>(what),
    v.object(entries, expectedOfMember(entries)),
  );
}

/**
 * The other members follow `rest`. Members named `constructor` and `prototype` are not checked, because valibot
 * ignores them.
 */
export function objectWithRestOf<const Entries extends v.ObjectEntries, const Rest extends v.GenericSchema>(
  entries: Entries,
  rest: Rest,
  what: string,
) {
  return v.pipe(
    noArray<v.InferInput<v.ObjectWithRestSchema<Entries, Rest, undefined>>>(what),
    v.objectWithRest(entries, rest, expectedOfMember(entries)),
  );
}

/** A finite number: JSON's `1e999` is read as infinity. */
export const finiteNumber = v.pipe(v.number(), v.finite());

export const safeInteger = v.pipe(v.number(), v.safeInteger());

/** For a member that may be undefined: JSON leaves it out. */
export function orUndefined<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(schema, () => undefined);
}

export const urlText = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value)),
  v.transform((value) => new URL(value)),
);

/** Undefined for a value that the schema does not accept. */
export function parsedBy<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

function noArray<Input>(what: string) {
  return v.custom<Input>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    what,
  );
}

function expectedOfMember(entries: v.ObjectEntries): (issue: v.BaseIssue<unknown>) => string {
  return ({ path, message }) => {
    const expected: unknown = Reflect.get(Object(entries[String(path?.[0]?.key)]), "message");
    return typeof expected === "string" ? expected : message;
  };
}

/** Describes a member that is missing or not as expected. `render` shows what was found without revealing secrets. */
export function describeMismatch(
  where: string,
  found: unknown,
  expected: string,
  render: (found: unknown) => string,
): string {
  return found === undefined
    ? `${where}: missing; expected ${expected}`
    : `${where}: expected ${expected}, got ${render(found)}`;
}

export function pathOf(issue: v.BaseIssue<unknown>): JsonPath {
  return (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key : String(key)));
}
