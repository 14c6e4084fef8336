import { element, shape } from "./element";

/** What an entry of a legend shows: its text, how alarming it looks, and its shape around 0,0. */
export type LegendEntry = readonly [text: string, tone: string, drawn: SVGElement];

/** Creates the legend of a chart. */
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

/** Creates a bar of a legend. */
export function legendBar(name: string, height = 10): SVGElement {
  return shape("rect", { class: name, x: -8, y: -height / 2, width: 16, height });
}
