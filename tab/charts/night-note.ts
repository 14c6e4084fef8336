import { element, shape } from "../dom/element";
import type { Period } from "../geometry/grid";
import type { NightRow } from "../geometry/night";
import { flakyText, medianText, shareText, shareTone, waitText } from "../words/hub-words";

/** The line below the name of a row: its share, coloured if that is news, its times, and a mark for flaky commits. */
export function noteMarks(row: NightRow, period: Period): Node[] {
  const share = row.runs === 0 ? "no runs" : `good ${shareText(row, period)}`;
  const tone = shareTone(row);
  const flaky = flakyText(row);
  const parts: Node[][] = [
    [element("span", tone === "" ? {} : { class: `news ${tone}` }, share)],
    ...[medianText(row), waitText(row)]
      .filter((text) => text !== "")
      .map((text) => [document.createTextNode(text)]),
    ...(flaky === "" ? [] : [[flakyMark(), document.createTextNode(` ${flaky}`)]]),
    ...(row.owner === "" ? [] : [[document.createTextNode(row.owner)]]),
  ];
  return parts.flatMap((part, index) => (index === 0 ? part : [document.createTextNode(" · "), ...part]));
}

/** Two triangles that meet: up and down. */
function flakyMark(): SVGElement {
  const box = { viewBox: "0 0 12 12", width: 12, height: 12, class: "flaky", "aria-hidden": "true" };
  return shape("svg", box, shape("path", { d: "M0 12 6 0v12zM6 0h6L6 12z" }));
}
