import * as v from "valibot";

/**
 * Schemas of objects. By itself valibot takes an array for an object, and says of a missing member only that it is
 * missing; by these, each message says what is expected: `what` of the object, the member's own of a member.
 */

/** An object whose other members nothing is said of; a parsed one is without them. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries, what: string) {
  return v.pipe(
    noArray<v.InferInput<v.ObjectSchema<Entries, undefined>>>(what),
    v.object(entries, expectedOfMember(entries)),
  );
}

/** An object whose other members all follow one schema, but for those called `constructor` and `prototype`, which valibot passes over. */
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

/** A number that can be written down: JSON's `1e999` is read as infinity. */
export const finiteNumber = v.pipe(v.number(), v.finite());

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

/** The path of what an issue is about. */
export function pathOf(issue: v.BaseIssue<unknown>): string[] {
  return (issue.path ?? []).map(({ key }) => String(key));
}
