import type { Zone } from "../../shared/text/zone";
import { element, shape } from "../dom/element";
import type { Tick } from "../geometry/time-scale";
import { tickText } from "../words/times";

/** The figures are in each item's label, so screen readers skip the labels of the axis. */
export function axis(ticks: readonly Tick[], zone: Zone): HTMLElement {
  const step = (ticks[1]?.time ?? 0) - (ticks[0]?.time ?? 0);
  const labels = ticks.map(({ time, at }) =>
    element(
      "span",
      { style: `left:${at}%`, class: sideOf(at) },
      tickText(time, step === 0 ? 60 : step, zone),
    ),
  );
  return element("div", { class: "axis", "aria-hidden": "true" }, labels);
}

/** A label at an end of the axis stays within it. */
function sideOf(at: number): string {
  return at < 7 ? "first" : at > 93 ? "last" : "";
}

export function gridLines(ticks: readonly Tick[]): SVGElement {
  return shape(
    "g",
    { class: "grid" },
    ticks.map(({ at }) => shape("line", { x1: `${at}%`, x2: `${at}%`, y1: 0, y2: "100%" })),
  );
}

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
