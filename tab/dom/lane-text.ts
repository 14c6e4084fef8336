import { labelSpan } from "../geometry/time-scale";
import { shape } from "./element";

/** On the side that has room. `y` is a number of pixels or a share; `name` is a class. */
export function laneText(at: number, y: number | string, text: string, name = ""): SVGElement {
  const side = labelSpan(at, text).isLate
    ? { dx: -12, "text-anchor": "end" }
    : { dx: 12, "text-anchor": "start" };
  return shape("text", { x: `${at}%`, y, class: name, ...side }, text);
}
