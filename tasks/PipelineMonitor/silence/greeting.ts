import { pluralize } from "../../../shared/text/pluralize";
import type { Note } from "../issue/issue";
import type { OwnPipeline } from "../issue/memory";
import { words } from "../issue/parts";
import { isChecked, listedRecords, type ProjectReport } from "../issue/report";
import type { LastReport } from "./last-report";

/**
 * Says in the first report that the monitor works. Outside a pipeline, no report is known to be the first. Enabled
 * by `greeting`.
 */
export function findGreeting(
  [first, ...others]: readonly ProjectReport[],
  { memory, startTime, isUnknown }: LastReport,
  ownPipeline: OwnPipeline | undefined,
): Note[] {
  const isFirst = memory === undefined && startTime === undefined && !isUnknown;
  if (first === undefined || first.config.keys.greeting !== true || !isFirst || ownPipeline === undefined)
    return [];
  const runs = listedRecords(first).flatMap((record) => ("run" in record ? [record.run] : []));
  const names = new Set(runs.filter((run) => isChecked(first.config, run)).map(({ pipeline }) => pipeline));
  const pipelines = names.size === 0 ? "" : `${pluralize(names.size, "pipeline")} in `;
  const more = others.length === 0 ? "." : ` and ${pluralize(others.length, "more project")}.`;
  return [
    {
      parts: [words(`Watching ${pipelines}`), { name: first.config.projectName }, words(more)],
      ...{ severity: "note", rank: 6 },
    },
  ];
}
