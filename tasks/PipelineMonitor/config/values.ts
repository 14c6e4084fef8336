import * as v from "valibot";

/** The values of a configuration. Each text says what is expected: it completes "expected …". */

/**
 * Describes a value for people who edit a configuration. Example, default and page, where they read more from docs/monitor/, are for
 * the reference alone.
 */
export function described<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  { example, ...shown }: { example?: unknown; default?: unknown; page?: string } = {},
) {
  const examples = example === undefined ? {} : { examples: [example] };
  return v.pipe(schema, v.description(description), v.metadata({ ...shown, ...examples }));
}

export function optional<const Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
  shown?: Parameters<typeof described>[2],
) {
  return v.optional(described(schema, description, shown));
}

export function wholeNumber(expected: string, least: number) {
  return v.pipe(v.number(expected), v.safeInteger(expected), v.minValue(least, expected));
}

export function shortText(expected: string, maxCharacters: number) {
  return v.pipe(v.string(expected), v.minLength(1, expected), v.maxLength(maxCharacters, expected));
}

export function listOf<const Schema extends v.GenericSchema>(
  schema: Schema,
  expected: string,
  maxLength: number,
) {
  return v.pipe(v.array(schema, expected), v.minLength(1, expected), v.maxLength(maxLength, expected));
}
