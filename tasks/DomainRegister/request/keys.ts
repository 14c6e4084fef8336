import { keysOf, memberAt, shownKey } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { addressMembers, consentMembers, contactMembers, contactRoles, requestMembers } from "./schema";

/**
 * Checks of a request file's keys, in addition to its schema. Everything in the file is sent, and a registrar
 * may be less strict than the task. So a key that it could confuse with another one is an error.
 */

/** The objects of a request that have known members, with their paths. */
const knownObjects: readonly { path: readonly string[]; names: readonly string[] }[] = [
  { path: [], names: Object.keys(requestMembers) },
  { path: ["consent"], names: Object.keys(consentMembers) },
  ...contactRoles.flatMap((role) => [
    { path: [role], names: Object.keys(contactMembers) },
    { path: [role, "addressMailing"], names: Object.keys(addressMembers) },
  ]),
];

/** A request has about seventy values. With many more, checks take long and nobody can read the problems. */
export const maxValues = 1000;

/** Whether a JSON value holds more values than `maxValues`, at all levels together. */
export function hasTooManyValues(value: unknown): boolean {
  const open = [value];
  for (let seen = 0; open.length > 0; seen++) {
    const part = open.pop();
    const members: unknown[] = typeof part === "object" && part !== null ? Object.values(part) : [];
    if (seen + open.length + members.length >= maxValues) return true;
    open.push(...members);
  }
  return false;
}

/** Finds keys that the API does not have. They are sent, but may be mistyped, so each gives a warning. */
export function findUnknownKeys(value: unknown): string[] {
  return knownObjects.flatMap(({ path, names }) =>
    keysOf(memberAt(value, path))
      .filter((key) => findLookalike(key, names) === undefined && !names.includes(key))
      .map(shownKey)
      .map((key) => `${[...path, key].join(".")}: unknown key, sent unchanged${didYouMean(key, names)}`),
  );
}

/**
 * Finds keys that a reader could confuse with another one if it ignores case, width or invisible characters.
 * The other one is a known member, or another key of the same object at any level.
 */
export function findAmbiguousKeys(value: unknown): string[] {
  const misspelt = new Map(
    knownObjects.flatMap(({ path, names }) =>
      keysOf(memberAt(value, path)).flatMap((key): [string, string][] => {
        const meant = findLookalike(key, names);
        return meant === undefined ? [] : [[below(path.join("."), key), meant]];
      }),
    ),
  );
  const twice: string[] = [];
  for (const { where, part } of listParts(value)) {
    const seen = new Map<string, string>();
    for (const key of keysOf(part)) {
      const first = seen.get(normalize(key));
      if (first === undefined) seen.set(normalize(key), key);
      else if (!misspelt.has(below(where, key)))
        twice.push(`${below(where, key)}: is another spelling of ${shownKey(first)}. Keep one of them`);
    }
  }
  return [
    ...[...misspelt].map(
      ([where, meant]) => `${where}: write ${meant}, because a registrar may confuse the two`,
    ),
    ...twice,
  ];
}

/** Finds the known name that a key spells differently. Undefined for the name itself. */
function findLookalike(key: string, names: readonly string[]): string | undefined {
  return names.includes(key) ? undefined : names.find((name) => normalize(name) === normalize(key));
}

/** Removes what a reader may ignore: case, width, blanks and invisible characters. */
function normalize(key: string): string {
  return key
    .normalize("NFKC")
    .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toUpperCase();
}

function listParts(value: unknown): { where: string; part: unknown }[] {
  const parts = [{ where: "", part: value }];
  for (const { where, part } of parts)
    if (typeof part === "object" && part !== null)
      for (const [key, member] of Object.entries(part))
        parts.push({ where: below(where, key), part: member });
  return parts;
}

function below(where: string, key: string): string {
  return where === "" ? shownKey(key) : `${where}.${shownKey(key)}`;
}
