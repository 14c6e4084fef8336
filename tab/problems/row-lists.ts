import { groupBy } from "../../shared/group-by";
import type { MonitorReport } from "../../shared/report/schema";
import { element, link } from "../dom/element";

type Said = Pick<MonitorReport["rows"][number], "pipeline" | "sentence" | "runUrl">;

/** The rows of features, in a list for each heading; first where not all is good. */
export function rowLists(rows: MonitorReport["rows"]): HTMLElement[] {
  const lists = [...groupBy(rows, ({ list }) => list)].map(([label, some]) => ({
    label,
    some,
    tone: some.every(({ isGood }) => isGood) ? ("good" as const) : ("warn" as const),
  }));
  return lists
    .toSorted((one, other) => Number(one.tone === "good") - Number(other.tone === "good"))
    .flatMap(({ tone, label, some }) => noteList(tone, label, some.map(rowItem)));
}

export function rowItem({ pipeline, sentence, runUrl }: Said): HTMLElement {
  return element(
    "li",
    {},
    link(sentence.startsWith(pipeline) ? sentence : `${pipeline} ${sentence}`, runUrl),
  );
}

/** None without items. */
export function noteList(tone: "good" | "warn", label: string, items: readonly HTMLElement[]): HTMLElement[] {
  return items.length === 0 ? [] : [element("ul", { class: `notes ${tone}`, "aria-label": label }, ...items)];
}
