import { isCalm } from "../../../shared/report/form";
import { pipelineUrl } from "../../charts/night-chart";
import { link } from "../../dom/element";
import { table } from "../../dom/table";
import type { Grid } from "../../geometry/grid";
import type { NightRow } from "../../geometry/night";
import type { Clock } from "../../words/clock";
import { eventsText, flakyText, medianText, periodWords, shareText, waitText } from "../../words/hub-words";

/** The chart in words. */
export function nightTable(rows: readonly NightRow[], grid: Grid, clock: Clock): HTMLElement {
  const isSeveral = (of: (row: NightRow) => string) => new Set(rows.map(of)).size > 1;
  const joined = (separator: string, ...texts: string[]) =>
    texts.filter((text) => text !== "").join(separator);
  const unit = grid.isDays ? "day" : "hour";
  const isBad = (row: NightRow) => row.problems.some((problem) => !isCalm(problem.state.kind));
  const [hasProjects, hasMonitors] = [
    isSeveral(({ project }) => project.name),
    isSeveral(({ monitor }) => monitor),
  ];
  const hasOwners = rows.some(({ owner }) => owner !== "");
  return table("Pipelines", rows, (row) => (isBad(row) ? "bad" : "plain"), [
    { head: "Pipeline", width: "minmax(9em, 3fr)", cell: (row) => link(row.pipeline, pipelineUrl(row)) },
    hasProjects && { head: "Project", width: "minmax(7em, 2fr)", cell: ({ project }) => project.name },
    hasMonitors && { head: "Watched by", width: "minmax(7em, 2fr)", cell: ({ monitor }) => monitor },
    {
      head: "Now",
      width: "minmax(8em, 3fr)",
      cell: ({ problems }) => problems.map(({ sentence }) => sentence).join("; "),
    },
    {
      head: "What happened",
      width: "minmax(12em, 5fr)",
      cell: (row) => joined("; ", eventsText(row, unit, clock), flakyText(row)),
    },
    {
      head: `Good in ${periodWords[grid.period]}`,
      width: "minmax(8em, 2fr)",
      isNumber: true,
      cell: (row) => shareText(row, grid.period),
    },
    { head: "Runs", width: "4em", isNumber: true, cell: ({ runs }) => String(runs) },
    {
      head: "Time",
      width: "minmax(7em, 2fr)",
      isNumber: true,
      cell: (row) => joined(", ", medianText(row), waitText(row)),
    },
    hasOwners && { head: "Owner", width: "minmax(5em, 2fr)", cell: ({ owner }) => owner },
  ]);
}
