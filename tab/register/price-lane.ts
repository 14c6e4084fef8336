import { shape } from "../dom/element";
import { laneText } from "../dom/lane-text";
import { labelled, type PriceLane } from "../geometry/check-chart";
import { round } from "../geometry/time-scale";
import { moneyText } from "../words/report-words";

/** A price that the task refuses is dashed. */
export function priceLane({ steps, capHeight }: PriceLane): SVGElement {
  const y = (height: number) => `${round(100 - height)}%`;
  const line = (name: string, from: number, to: number, height: number) =>
    shape("line", { class: name, x1: `${from}%`, x2: `${to}%`, y1: y(height), y2: y(height) });
  const drawn = steps.map(({ at, width, height, isRefused }) =>
    line(isRefused ? "price refused" : "price", at, at + width, height),
  );
  const labels = labelled(steps).map(({ at, height, price }) => laneText(at, y(height), moneyText(price)));
  // Below its line: the prices that it allows have their labels above it.
  const cap =
    capHeight === undefined
      ? []
      : [line("cap", 0, 100, capHeight), laneText(0, y(capHeight), "cap", "below")];
  return shape("g", { class: "prices" }, ...cap, ...drawn, ...labels);
}
