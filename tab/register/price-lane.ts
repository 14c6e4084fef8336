import { shape } from "../dom/element";
import { laneText } from "../dom/lane-text";
import { labelled, type PriceLane } from "../geometry/check-chart";
import { round } from "../geometry/time-scale";
import { moneyText } from "../words/report-words";

/** A price that the task refuses is dashed. */
export function priceLane(lane: PriceLane): SVGElement {
  const line = (name: string, from: number, to: number, height: number) => {
    const y = `${round(100 - height)}%`;
    return shape("line", { class: name, x1: `${from}%`, x2: `${to}%`, y1: y, y2: y });
  };
  const drawn = lane.steps.map(({ at, width, height, isRefused }) =>
    line(isRefused ? "price refused" : "price", at, at + width, height),
  );
  const labels = labelled(lane, moneyText).map(({ at, text, isAbove }) =>
    laneText(at, isAbove ? "15%" : "96%", text),
  );
  const cap = lane.capHeight === undefined ? [] : [line("cap", 0, 100, lane.capHeight)];
  return shape("g", { class: "prices" }, ...cap, ...drawn, ...labels);
}
