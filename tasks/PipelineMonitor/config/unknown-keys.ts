import { keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { knownIssueMembers, quietMembers } from "./alert-schema";
import { pagingMembers, routeMembers } from "./route-schema";
import { configMembers, repairMembers, settingsMembers } from "./schema";

/** Each suggestion takes time, and nobody reads more than the first of thousands. */
const maxSuggestions = 100;

/**
 * Finds the unknown keys of a configuration, with the most similar known key (decision 6). They are problems in an object
 * that silences issues, where a mistyped key could silence more than is meant, and warnings elsewhere.
 */
export function findUnknownKeys(value: unknown): { problems: string[]; warnings: string[] } {
  const found = partsOf(value).flatMap(({ path, members, isSilencing }) => {
    const known = Object.keys(members);
    return keysOf(memberAt(value, path))
      .filter((key) => !known.includes(key))
      .map((key) => ({ path, key, known, isProblem: isSilencing(key) }));
  });
  const [problems, warnings]: [string[], string[]] = [[], []];
  for (const [index, { path, key, known, isProblem }] of found.entries()) {
    const what = isProblem ? "unknown key, which could silence more than you mean" : "unknown key, ignored";
    const suggestion = index < maxSuggestions ? didYouMean(key, known) : "";
    (isProblem ? problems : warnings).push(`${shownPath([...path, key])}: ${what}${suggestion}`);
  }
  return { problems, warnings };
}

function partsOf(value: unknown) {
  const listed = { quiet: quietMembers, routes: routeMembers };
  const names = keysOf(memberAt(value, ["pipelines"])).filter((name) => name !== "comment");
  const objectsIn = (path: string[], members: object, isSilencing: () => boolean) => {
    const objects = memberAt(value, path);
    const all = Array.isArray(objects) ? objects : [];
    return all.map((_, index) => ({ path: [...path, String(index)], members, isSilencing }));
  };
  const known = [[], ...names.map((name) => ["pipelines", name])];
  return [
    // A route keeps what it takes from the step's own webhook.
    ...Object.entries(listed).flatMap(([list, members]) => objectsIn([list], members, () => true)),
    ...known.flatMap((path) => objectsIn([...path, "known_issues"], knownIssueMembers, () => false)),
    { path: ["paging"], members: pagingMembers, isSilencing: () => true },
    { path: [], members: configMembers, isSilencing: () => false },
    ...names.map((name) => ({
      path: ["pipelines", name, "repair"],
      members: repairMembers,
      isSilencing: () => false,
    })),
    ...names.map((name) => {
      const isMuted = memberAt(value, ["pipelines", name, "mute_until"]) !== undefined;
      const isSilencing = (key: string) => isMuted && /^mute/i.test(key);
      return { path: ["pipelines", name], members: settingsMembers, isSilencing };
    }),
  ];
}
