import { shape } from "../dom/element";

/** On the side that has room. `y` is a number of pixels; `name` is a class. */
export function laneText(at: number, y: number, text: string, name: string): SVGElement {
  // The narrowest lane has 270 pixels, and a wide character 7.
  const width = (100 * (12 + 7 * text.length)) / 270;
  const side =
    at > 50 && at + width > 100 ? { dx: -12, "text-anchor": "end" } : { dx: 12, "text-anchor": "start" };
  return shape("text", { x: `${at}%`, y, class: name, ...side }, text);
}
