import type { ReportProblem } from "../../../shared/report/schema";
import type { Zone } from "../../../shared/text/zone";
import { element, link } from "../../dom/element";

export function problemList(problems: readonly ReportProblem[], _zone: Zone): HTMLElement {
  return element(
    "ul",
    {},
    ...problems.map(({ pipeline = "", sentence, owner = "", runUrl, number = "" }) =>
      element("li", {}, `${pipeline} ${sentence} ${owner} `, link(number, runUrl)),
    ),
  );
}
