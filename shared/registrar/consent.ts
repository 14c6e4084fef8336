import type { Quote, Wish } from "./registrar";

/** Returns what a quote asks for and the wish does not accept, as a sentence. Undefined if nothing is missing. */
export function findUnaccepted(_quote: Quote, _wish: Wish): string | undefined {
  return undefined;
}
