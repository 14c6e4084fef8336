import { shape } from "./element";

/** On the side that has room. `y` is a number of pixels or a share; `name` is a class. */
export function laneText(at: number, y: number | string, text: string, name = ""): SVGElement {
  const isLate = at > 60;
  const side = { dx: isLate ? -12 : 12, "text-anchor": isLate ? "end" : "start" };
  return shape("text", { x: `${at}%`, y, class: name, ...side }, text);
}
