import { element, shape } from "../dom/element";

/** An entry has its text, how alarming it looks, and a shape around 0,0. One that is false is not shown. */
export function legend(
  entries: readonly (readonly [text: string, tone: string, drawn: SVGElement] | false)[],
): HTMLElement {
  const box = { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" };
  return element(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    entries
      .filter((entry) => entry !== false)
      .map(([text, tone, drawn]) =>
        element("li", {}, shape("svg", box, shape("g", { class: `bar ${tone}` }, drawn)), text),
      ),
  );
}

export function legendBar(name: string, height = 10): SVGElement {
  return shape("rect", { class: name, x: -8, y: -height / 2, width: 16, height });
}
