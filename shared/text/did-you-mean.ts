import { closest, distance } from "fastest-levenshtein";

/** Two names that differ in a larger share of their letters are not a typing error. */
const maxShare = 0.5;

/** The end of a sentence and a question for the known name that was probably meant; empty if none is similar. */
export function didYouMean(mistyped: string, known: readonly string[]): string {
  // A much longer key resembles none of them, and comparing it would take long.
  const comparable = known.filter((name) => mistyped.length * maxShare <= name.length);
  if (comparable.length === 0) return "";
  const nearest = closest(mistyped, comparable);
  const length = Math.max(mistyped.length, nearest.length);
  return distance(mistyped, nearest) <= maxShare * length ? `. Did you mean \`${nearest}\`?` : "";
}
