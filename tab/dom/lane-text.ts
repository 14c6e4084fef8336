import { shape } from "./element";

/** Creates a text beside a place of a lane, on the side that has room. `y` is a number of pixels or a share. */
export function laneText(at: number, y: number | string, text: string): SVGElement {
  const isLate = at > 60;
  const side = { dx: isLate ? -12 : 12, "text-anchor": isLate ? "end" : "start" };
  return shape("text", { x: `${at}%`, y, ...side }, text);
}
