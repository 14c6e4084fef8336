import { element, shape } from "../dom/element";

/** `tone` is how alarming it looks; the shape is drawn around 0,0. */
export type LegendEntry = readonly [text: string, tone: string, drawn: SVGElement];

export function legend(entries: readonly LegendEntry[]): HTMLElement {
  const box = { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" };
  return element(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    ...entries.map(([text, tone, drawn]) =>
      element("li", {}, shape("svg", box, shape("g", { class: `bar ${tone}` }, drawn)), text),
    ),
  );
}

export function legendBar(name: string, height = 10): SVGElement {
  return shape("rect", { class: name, x: -8, y: -height / 2, width: 16, height });
}
