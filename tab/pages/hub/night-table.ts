import { isCalm } from "../../../shared/report/form";
import { pipelineUrl } from "../../charts/night-chart";
import { link } from "../../dom/element";
import { table } from "../../dom/table";
import type { Grid } from "../../geometry/grid";
import type { NightRow } from "../../geometry/night";
import type { Clock } from "../../words/clock";
import { eventsText, flakyText, medianText, shareText, waitText } from "../../words/hub-words";

/** The chart in words. */
export function nightTable(
  rows: readonly NightRow[],
  grid: Grid,
  goodHead: string,
  clock: Clock,
): HTMLElement {
  const has = (of: (row: NightRow) => string) => new Set(rows.map(of)).size > 1;
  const [hasProjects, hasMonitors] = [has(({ project }) => project.name), has(({ monitor }) => monitor)];
  const hasOwners = rows.some(({ owner }) => owner !== "");
  const optional = <Part>(isShown: boolean, part: Part) => (isShown ? [part] : []);
  const unit = grid.isDays ? "day" : "hour";
  return table({
    label: "Pipelines",
    columns: [
      { head: "Pipeline", width: "minmax(9em, 3fr)" },
      ...optional(hasProjects, { head: "Project", width: "minmax(7em, 2fr)" }),
      ...optional(hasMonitors, { head: "Watched by", width: "minmax(7em, 2fr)" }),
      { head: "Now", width: "minmax(8em, 3fr)" },
      { head: "What happened", width: "minmax(12em, 5fr)" },
      { head: goodHead, width: "minmax(8em, 2fr)", isNumber: true },
      { head: "Runs", width: "4em", isNumber: true },
      { head: "Time", width: "minmax(7em, 2fr)", isNumber: true },
      ...optional(hasOwners, { head: "Owner", width: "minmax(5em, 2fr)" }),
    ],
    rows: rows.map((row) => ({
      tone: row.problems.some((problem) => !isCalm(problem.state.kind)) ? "bad" : "plain",
      cells: [
        link(row.pipeline, pipelineUrl(row)),
        ...optional(hasProjects, row.project.name),
        ...optional(hasMonitors, row.monitor),
        row.problems.map(({ sentence }) => sentence).join("; "),
        [eventsText(row, unit, clock), flakyText(row)].filter((text) => text !== "").join("; "),
        shareText(row, grid.period),
        String(row.runs),
        [medianText(row), waitText(row)].filter((text) => text !== "").join(", "),
        ...optional(hasOwners, row.owner),
      ],
    })),
  });
}
