import type { Verdict } from "../../shared/report/form";
import { element, shape } from "../dom/element";

/** The shape of each issue around 0,0, so that nobody depends on colours. */
export const markPaths: Readonly<Partial<Record<Verdict | "missed" | "other", string>>> = {
  failed: "M-5-3-3-5 0-2 3-5 5-3 2 0 5 3 3 5 0 2-3 5-5 3-2 0z",
  canceled: "M-4-4h8v8h-8z",
  partiallySucceeded: "M0-5 5 0 0 5-5 0z",
  ranTooLong: "M-4-5 5 0-4 5z",
  finishedTooFast: "M4-5-5 0 4 5z",
  waitedTooLong: "M-5-5h10l-10 10h10z",
  unreadable: "M-2-6h4v7h-4zM-2 3h4v3h-4z",
  waiting: "M-4-5h3v10h-3zM1-5h3v10h-3z",
  stuck: "M-6-4-4-5 1 0-4 5-6 4-3 0zM0-4 2-5 7 0 2 5 0 4 3 0z",
  other: "M-2-6h4v7h-4zM-2 3h4v3h-4z",
  missed: "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
};

export const tones: Readonly<Record<Verdict | "missed", string>> = {
  failed: "bad",
  stuck: "bad",
  unreadable: "bad",
  missed: "bad",
  canceled: "off",
  partiallySucceeded: "warn",
  ranTooLong: "warn",
  waitedTooLong: "warn",
  finishedTooFast: "warn",
  waiting: "warn",
  ok: "fine",
  notChecked: "off",
};

/** `path` is drawn around 0,0. */
export function mark(path: string, name: string, at: number, y: number): SVGElement {
  return shape("svg", { x: `${at}%`, y, class: "place" }, shape("path", { d: path, class: `mark ${name}` }));
}

export function patterns(): SVGElement {
  const hatch = shape(
    "pattern",
    { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    shape("line", { x1: 1, y1: 0, x2: 1, y2: 5, class: "hatch" }),
  );
  const dots = shape(
    "pattern",
    { id: "dots", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
    shape("circle", { cx: 2, cy: 2, r: 1.3, class: "dot" }),
  );
  return shape("svg", { class: "patterns", width: 0, height: 0, "aria-hidden": "true" }, hatch, dots);
}

/** In the size of a line of text. `tone` is how alarming it looks. */
export function icon(tone: string, drawn: SVGElement): SVGElement {
  const box = { viewBox: "-9 -9 18 18", width: 18, height: 18, "aria-hidden": "true" };
  return shape("svg", { ...box, class: `bar ${tone}` }, drawn);
}

/** An entry has its text, how alarming it looks, and a shape around 0,0. One that is false is not shown. */
export function legend(
  entries: readonly (readonly [text: string, tone: string, drawn: SVGElement] | false)[],
): HTMLElement {
  const shown = entries.filter((entry) => entry !== false);
  const items = shown.map(([text, tone, drawn]) => element("li", {}, icon(tone, drawn), text));
  return element("ul", { class: "legend", "aria-label": "Legend" }, items);
}

export function legendBar(name: string, height = 10): SVGElement {
  return shape("rect", { class: name, x: -8, y: -height / 2, width: 16, height });
}
