import { element, link, shape } from "../dom/element";

/** Something in a chart that can be pointed at and visited with the arrow keys. */
export interface ChartItem {
  element: SVGElement;
  /** Where it is, in percent of the width. */
  at: number;
  /** Computed when somebody asks: a chart may have thousands of items. */
  details(): {
    title: string;
    lines: readonly string[];
    /** Their URLs by their texts. */
    links?: Readonly<Record<string, string | undefined>>;
  };
}

/** `tone` is how alarming it looks. */
export function itemAttributes(tone: string, label: string): Record<string, string> {
  return { class: `bar ${tone}`, "data-item": "", tabindex: "-1", "aria-label": label };
}

export function stillItem(tone: string, label: string, ...parts: SVGElement[]): SVGElement {
  return shape("g", { ...itemAttributes(tone, label), role: "img" }, ...parts);
}

/** How long the card stays when the pointer leaves an item, so that it can be reached, in milliseconds. */
const leaveMilliseconds = 250;

/**
 * Shows a card with the figures of the item that has the pointer or the focus. Escape hides it, and it stays
 * while the pointer is on it. More items may come later. Screen readers get the same from each item's label.
 */
export function setUpCard(chart: HTMLElement, items: ReadonlyMap<Element, ChartItem>): void {
  const card = element("div", { class: "card", "aria-hidden": "true", hidden: "" });
  chart.append(card);
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    card.hidden = true;
  };
  const hideSoon = () => {
    clearTimeout(leaving);
    leaving = setTimeout(hide, leaveMilliseconds);
  };
  let pointer = "";
  const show = (event: Event) => {
    const { target } = event;
    if (event instanceof PointerEvent) {
      // A bar that moves below a resting pointer must not take the card from the focus.
      const place = `${event.clientX} ${event.clientY}`;
      if (place === pointer) return;
      pointer = place;
    }
    if (!(target instanceof Element)) return;
    if (card.contains(target)) return clearTimeout(leaving);
    const drawn = target.closest("[data-item]");
    const item = drawn && items.get(drawn);
    if (!item) return;
    clearTimeout(leaving);
    card.replaceChildren(...cardContent(item));
    card.hidden = false;
    place(card, chart, item.element);
  };
  chart.addEventListener("pointerover", show);
  chart.addEventListener("focusin", show);
  chart.addEventListener("pointerout", hideSoon);
  chart.addEventListener("focusout", hideSoon);
  chart.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
}

function cardContent(item: ChartItem): Node[] {
  const { title, lines, links = {} } = item.details();
  const anchors = Object.entries(links).flatMap(([text, url]) => (url === undefined ? [] : link(text, url)));
  // The item itself is the link of the keyboard.
  for (const anchor of anchors) anchor.tabIndex = -1;
  return [
    element("strong", {}, title),
    ...lines.map((line) => element("div", {}, line)),
    ...(anchors.length === 0 ? [] : [element("div", { class: "card-links" }, anchors)]),
  ];
}

/** Places the card below an item, or above it where there is no room. */
function place(card: HTMLElement, chart: HTMLElement, item: SVGElement): void {
  const [around, at] = [chart.getBoundingClientRect(), item.getBoundingClientRect()];
  const left = Math.max(0, Math.min(at.left - around.left, around.width - card.offsetWidth));
  const isRoomBelow = at.bottom + card.offsetHeight + 8 < window.innerHeight;
  const top = isRoomBelow || at.top < card.offsetHeight ? at.bottom + 2 : at.top - card.offsetHeight - 2;
  card.style.left = `${left}px`;
  card.style.top = `${top - around.top}px`;
}
