/** Lets a part of the page change, and gives the focus back to what has taken the place of the element that had it. */
export function keepFocus(change: () => void): void {
  const restore = rememberFocus();
  const { scrollX, scrollY } = window;
  change();
  if (window.scrollY !== scrollY) scrollTo(scrollX, scrollY);
  restore();
}

/** Returns what gives the focus back, even if the element has been made again meanwhile. */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  if (before === null || before === document.body) return () => {};
  const [name, row] = [nameOf(before), before.closest("[data-row]")?.getAttribute("data-row")];
  return () => {
    if (before.isConnected && before !== document.activeElement) focusOn(before);
    if (before.isConnected) return;
    const place = row == null ? null : document.querySelector(`[data-row="${CSS.escape(row)}"]`);
    // A row that is not on the screen is not drawn yet.
    place?.dispatchEvent(new Event("draw"));
    const same = [...(place ?? document).querySelectorAll(before.tagName)].find(
      (other) => nameOf(other) === name,
    );
    focusOn(same ?? place?.querySelector("[data-item]") ?? null);
  };
}

function focusOn(target: Element | null): void {
  if (target instanceof HTMLElement || target instanceof SVGElement) target.focus({ preventScroll: true });
}

function nameOf(focusable: Element): string {
  const attributes = ["id", "data-key", "href", "aria-label", "class"].map(
    (name) => focusable.getAttribute(name) ?? "",
  );
  const isNamed = attributes.slice(0, 3).some((text) => text !== "");
  return JSON.stringify(isNamed ? attributes.slice(0, 3) : [...attributes, focusable.textContent]);
}
