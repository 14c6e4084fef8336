/** How far from the screen something is drawn, so that nobody sees it come. */
const nearPixels = 600;

/** Draws each row of a container when it comes near the screen, when the arrow keys may reach it, or when it is sent the event `draw`. */
export function drawnWhenNear(container: HTMLElement): (row: HTMLElement, draw: () => void) => void {
  const waiting = new Map<Element, () => void>();
  const draw = (row: Element | null | undefined) => {
    const make = row && waiting.get(row);
    if (!make) return;
    waiting.delete(row);
    observer.unobserve(row);
    make();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
    },
    { rootMargin: `${nearPixels}px` },
  );
  const neighboursOf = (target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest("[data-row]") : null;
    return [row?.previousElementSibling, row?.nextElementSibling];
  };
  container.addEventListener("keydown", ({ target }) => neighboursOf(target).forEach(draw), true);
  return (row, make) => {
    waiting.set(row, make);
    row.addEventListener("draw", () => draw(row));
    observer.observe(row);
  };
}

/** Before the page is printed. */
export function drawAllIn(part: Element): void {
  for (const row of part.querySelectorAll("[data-row]")) row.dispatchEvent(new Event("draw"));
}
