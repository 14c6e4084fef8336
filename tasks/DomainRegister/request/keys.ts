import { keysOf, memberAt, shownKey } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { addressMembers, consentMembers, contactMembers, contactRoles, requestMembers } from "./schema";

/**
 * What the keys of a request file say besides its schema. Everything in the file is sent, and a registrar may
 * be less strict than we are: what it could take for something else is refused.
 */

/** The objects of a request whose members are known, each by its path. */
const knownObjects: readonly { path: readonly string[]; names: readonly string[] }[] = [
  { path: [], names: Object.keys(requestMembers) },
  { path: ["consent"], names: Object.keys(consentMembers) },
  ...contactRoles.flatMap((role) => [
    { path: [role], names: Object.keys(contactMembers) },
    { path: [role, "addressMailing"], names: Object.keys(addressMembers) },
  ]),
];

/** A request has some seventy; in ten thousands of them nobody would find what is wrong, and nothing may take long here. */
export const maxValues = 1000;

/** Whether a JSON value holds more values than a request can sensibly have, however they are nested. */
export function isTooMuch(value: unknown): boolean {
  const open = [value];
  for (let seen = 0; open.length > 0; seen++) {
    const part = open.pop();
    const members: unknown[] = typeof part === "object" && part !== null ? Object.values(part) : [];
    if (seen + open.length + members.length >= maxValues) return true;
    open.push(...members);
  }
  return false;
}

/** A warning for every key that the interface does not know: it is sent, but perhaps mistyped. */
export function unknownKeys(value: unknown): string[] {
  return knownObjects.flatMap(({ path, names }) =>
    keysOf(memberAt(value, path))
      .filter((key) => lookalike(key, names) === undefined && !names.includes(key))
      .map(shownKey)
      .map((key) => `${[...path, key].join(".")}: unknown, and sent as it is${didYouMean(key, names)}`),
  );
}

/**
 * Keys that are read as another one by whoever passes over case, width or invisible characters: as a known member, or as
 * another key of the same object, however deep that is.
 */
export function ambiguousKeys(value: unknown): string[] {
  const misspelt = new Map(
    knownObjects.flatMap(({ path, names }) =>
      keysOf(memberAt(value, path)).flatMap((key): [string, string][] => {
        const meant = lookalike(key, names);
        return meant === undefined ? [] : [[below(path.join("."), key), meant]];
      }),
    ),
  );
  const twice: string[] = [];
  for (const { where, part } of partsOf(value)) {
    const seen = new Map<string, string>();
    for (const key of keysOf(part)) {
      const first = seen.get(folded(key));
      if (first === undefined) seen.set(folded(key), key);
      else if (!misspelt.has(below(where, key)))
        twice.push(`${below(where, key)}: is ${shownKey(first)} in another spelling; keep one`);
    }
  }
  return [
    ...[...misspelt].map(
      ([where, meant]) => `${where}: write ${meant}; a registrar may read one as the other`,
    ),
    ...twice,
  ];
}

/** The known name that a key is only another spelling of; undefined for the name itself. */
function lookalike(key: string, names: readonly string[]): string | undefined {
  return names.includes(key) ? undefined : names.find((name) => folded(name) === folded(key));
}

/** A key without what a reader may pass over: case, width, blanks and invisible characters. */
function folded(key: string): string {
  return key
    .normalize("NFKC")
    .replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, "")
    .toUpperCase()
    .toLowerCase();
}

/** Every value within a JSON value, with its path. */
function partsOf(value: unknown): { where: string; part: unknown }[] {
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
