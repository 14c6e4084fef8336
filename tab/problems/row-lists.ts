import { groupBy } from "../../shared/group-by";
import type { MonitorReport } from "../../shared/report/schema";
import { type Child, element, link } from "../dom/element";

/** The rows of features, in a list for each heading; first where not all is good. */
export function rowLists(rows: MonitorReport["rows"]): Child[] {
  const lists = [...groupBy(rows, ({ list }) => list)].map(([label, some]) => {
    const isGood = some.every((row) => row.isGood);
    return { isGood, drawn: noteList(isGood ? "good" : "warn", label, some.map(rowItem)) };
  });
  return lists.toSorted((one, other) => Number(one.isGood) - Number(other.isGood)).map(({ drawn }) => drawn);
}

export function rowItem({ pipeline, sentence, runUrl }: MonitorReport["recoveries"][number]): HTMLElement {
  const text = sentence.startsWith(pipeline) ? sentence : `${pipeline} ${sentence}`;
  return element("li", {}, link(text, runUrl));
}

/** None without items. */
export function noteList(tone: "good" | "warn", label: string, items: readonly HTMLElement[]): Child {
  return items.length > 0 && element("ul", { class: `notes ${tone}`, "aria-label": label }, items);
}
