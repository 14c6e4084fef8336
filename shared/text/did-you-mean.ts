import { closest, distance } from "fastest-levenshtein";

/** Names that differ in more than that share of their letters are no slip of the pen. */
const maxShare = 0.5;

/** The known name that a mistyped one is likely meant to be, as the end of a sentence; empty when none is near. */
export function didYouMean(mistyped: string, known: readonly string[]): string {
  if (known.length === 0) return "";
  const nearest = closest(mistyped, known);
  const length = Math.max(mistyped.length, nearest.length);
  return distance(mistyped, nearest) <= maxShare * length ? `; did you mean ${nearest}?` : "";
}
