import { keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { fingerprint } from "./fingerprint";

/** With more entries, an edit is known by the key `pipelines` alone. */
const maxEntries = 500;

/** The fingerprints of the keys of a configuration and of the entries of its pipelines, by their paths. */
export function partsOf(configuration: unknown): Record<string, string> {
  const entries = keysOf(memberAt(configuration, ["pipelines"]));
  const paths = keysOf(configuration).flatMap((key) =>
    key === "pipelines" && entries.length <= maxEntries ? entries.map((name) => [key, name]) : [[key]],
  );
  return Object.fromEntries(
    paths.map((path) => [
      shownPath(path),
      fingerprint([JSON.stringify(memberAt(configuration, path) ?? null)]),
    ]),
  );
}

/** The paths of the parts that were added, changed or removed. */
export function editsBetween(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((path) => before[path] !== after[path]);
}
