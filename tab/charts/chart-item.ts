import { shape } from "../dom/element";

/** Something in a chart that can be pointed at and visited with the arrow keys. */
export interface ChartItem {
  element: SVGElement;
  /** Where it is, in percent of the width. */
  at: number;
  /** Computed when somebody asks: a chart may have thousands of items. */
  details(): {
    title: string;
    lines: readonly string[];
    links: readonly { text: string; url: string | undefined }[];
  };
}

export function itemAt(target: EventTarget | null): Element | undefined {
  return (target instanceof Element && target.closest("[data-item]")) || undefined;
}

/** `tone` is how alarming it looks. */
export function itemAttributes(tone: string, label: string): Record<string, string> {
  return { class: `bar ${tone}`, "data-item": "", tabindex: "-1", "aria-label": label };
}

export function stillItem(tone: string, label: string, ...parts: SVGElement[]): SVGElement {
  return shape("g", { ...itemAttributes(tone, label), role: "img" }, ...parts);
}
