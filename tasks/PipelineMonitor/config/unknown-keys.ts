import { type JsonPath, keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import type { ConfigPart } from "./part";
import type { schemaWith } from "./schema";

/** Each suggestion takes time, and nobody reads more than the first of thousands. */
const maxSuggestions = 100;

/**
 * Finds the unknown keys of a configuration, with the most similar known key (decision 6). They are problems in an object
 * that silences issues, where a mistyped key could silence more than is meant, and warnings elsewhere.
 */
export function findUnknownKeys(
  value: unknown,
  parts: readonly ConfigPart[],
  members: ReturnType<typeof schemaWith>["members"],
): { problems: string[]; warnings: string[] } {
  const hintFor = hintsIn(members);
  const objects = [...objectsOf(value, parts), ...partsOf(value, parts, members)];
  const unknown = objects.flatMap(({ path, members, isSilencing }) => {
    const names = Object.keys(members);
    const keys = keysOf(memberAt(value, path)).filter((key) => !names.includes(key));
    return keys.map((key) => ({ path, key, names, isProblem: isSilencing(key) }));
  });
  const [problems, warnings]: [string[], string[]] = [[], []];
  for (const [index, { path, key, names, isProblem }] of unknown.entries()) {
    const what = isProblem ? "unknown key, which could silence more than you mean" : "unknown key, ignored";
    const suggestion = hintFor(key, path) ?? (index < maxSuggestions ? didYouMean(key, names) : "");
    (isProblem ? problems : warnings).push(`${shownPath([...path, key])}: ${what}${suggestion}`);
  }
  return { problems, warnings };
}

/** Settings that are no keys of the file, and where they are. */
const outside: readonly [key: RegExp, place: string][] = [
  [
    /^(?:slack_?|teams_?|chat_?)?web_?hook(?:_?url)?$/i,
    "the URL is the input `webhookUrl` of the step, or in a variable that a route names",
  ],
  [/^heart_?beat(?:_?url)?$/i, "map HEARTBEAT_URL under `env` of the step"],
  [
    /^(?:build_?auth|pat|(?:access_?)?token|password|auth(?:orization)?)$/i,
    "map BUILD_AUTH under `env` of the step",
  ],
  [
    /^(?:chat_?format|on_?issues|on_?not_?delivered|action|config_?file)$/i,
    "it is an input of the step, not a key of the file",
  ],
];

/** For a key that belongs to another place. */
function hintsIn({ ofFile, ofEntry }: ReturnType<typeof schemaWith>["members"]) {
  return (key: string, path: JsonPath): string | undefined => {
    const [, place] = outside.find(([name]) => name.test(key)) ?? [];
    if (place !== undefined) return `; ${place}`;
    if (path.length === 0 && key in ofEntry) return "; move it to `pipelines.default`, or to an entry";
    const isInEntry = path.length === 2 && path[0] === "pipelines";
    return isInEntry && key in ofFile ? "; move it to the top of the file, beside `pipelines`" : undefined;
  };
}

/** Those that features add. */
function objectsOf(value: unknown, parts: readonly ConfigPart[]) {
  const pathsTo = ([first, ...others]: readonly string[], at: JsonPath = []): JsonPath[] => {
    if (first === undefined) return [at];
    const inside = memberAt(value, at);
    const keys = first !== "*" ? [first] : Array.isArray(inside) ? [...inside.keys()] : keysOf(inside);
    return keys.flatMap((key) => pathsTo(others, [...at, key]));
  };
  return parts.flatMap(({ objects }) =>
    objects.flatMap(({ path, members, isSilencing }) =>
      pathsTo(path).map((place) => ({ path: place, members, isSilencing: () => isSilencing })),
    ),
  );
}

function partsOf(
  value: unknown,
  parts: readonly ConfigPart[],
  { ofFile, ofEntry }: ReturnType<typeof schemaWith>["members"],
) {
  const names = keysOf(memberAt(value, ["pipelines"])).filter((name) => name !== "comment");
  return [
    { path: [], members: ofFile, isSilencing: () => false },
    ...names.map((name) => {
      const entry = memberAt(value, ["pipelines", name]);
      const isSilencing = (key: string) => parts.some((part) => part.isSilencing(key, entry));
      return { path: ["pipelines", name], members: ofEntry, isSilencing };
    }),
  ];
}
