/** How many parts of a long list are made at once, before the page is drawn and between two drawings. */
const atOnce = 4;

/**
 * Makes the first parts of a list at once, and the others while the browser draws the page and answers people
 * in between.
 */
export function inTurns<Part>(parts: readonly Part[], make: (part: Part) => void): void {
  for (const part of parts.slice(0, atOnce)) make(part);
  const others = parts.slice(atOnce);
  if (others.length > 0) setTimeout(() => inTurns(others, make));
}
