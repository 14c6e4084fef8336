/** How many entries are made at once, before the page is drawn and between two drawings. */
const atOnce = 50;

/**
 * Makes the first parts of a list at once, and the others while the browser draws the page and answers people
 * in between. `sizeOf` is how many entries a part has.
 */
export function inTurns<Part>(
  parts: readonly Part[],
  make: (part: Part) => void,
  sizeOf: (part: Part) => number,
): void {
  let [made, count] = [0, 0];
  for (const part of parts) {
    if (made >= atOnce) break;
    make(part);
    made += sizeOf(part);
    count++;
  }
  const others = parts.slice(count);
  if (others.length > 0) setTimeout(() => inTurns(others, make, sizeOf));
}
