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

/** How far from the screen something is drawn, so that nobody sees it come. */
const nearPixels = 600;

/** Draws each row of a container when it comes near the screen, when the arrow keys may reach it, or when it is sent the event `draw`. */
export function drawnWhenNear(container: HTMLElement): (row: HTMLElement, draw: () => void) => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
    },
    { rootMargin: `${nearPixels}px` },
  );
  const onKey = ({ target }: Event) => {
    const row = target instanceof Element ? target.closest("[data-row]") : null;
    for (const next of [row?.previousElementSibling, row?.nextElementSibling]) if (next) draw(next);
  };
  container.addEventListener("keydown", onKey, true);
  return (row, make) => {
    const once = () => {
      observer.unobserve(row);
      make();
    };
    row.addEventListener("draw", once, { once: true });
    observer.observe(row);
  };
}

function draw(row: Element): void {
  row.dispatchEvent(new Event("draw"));
}

/** Before the page is printed. */
export function drawAllIn(part: Element): void {
  for (const row of part.querySelectorAll("[data-row]")) draw(row);
}
