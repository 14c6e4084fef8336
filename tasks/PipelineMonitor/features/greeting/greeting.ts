import * as v from "valibot";
import { runsIn } from "../../../../shared/azure-devops/records";
import { pipelineKey } from "../../../../shared/journal/schema";
import { pluralize } from "../../../../shared/text/pluralize";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import type { Note } from "../../issue/note";
import { words } from "../../issue/parts";
import { isChecked, listedRecords, type ProjectReport } from "../../issue/report";

/** Says in the first report that the monitor works. */
export const greeting = feature({
  name: "the greeting",
  keys: {
    greeting: optional(v.boolean("true or false"), "Post the first report even if all is well.", {
      default: false,
      example: true,
    }),
  },
  preset: { greeting: true },
  entryKeys: {},
  memory: {},
  read: ({ keys }) =>
    keys.greeting === true
      ? {
          needsMemory: true,
          open: ({ own, remembered }) => ({
            // Outside a pipeline, no report is known to be the first.
            notesOnAll: (projects) => ({
              notes: own !== undefined && remembered === "none" ? greetingOf(projects) : [],
              asides: [],
            }),
          }),
        }
      : undefined,
});

function greetingOf([first, ...others]: readonly ProjectReport[]): Note[] {
  if (first === undefined) return [];
  const runs = runsIn(listedRecords(first));
  const names = new Set(runs.filter((run) => isChecked(first.config, run)).map(pipelineKey));
  const pipelines = names.size === 0 ? "" : `${pluralize(names.size, "pipeline")} in `;
  const more = others.length === 0 ? "" : ` and ${pluralize(others.length, "more project")}`;
  const says = [words(`Watching ${pipelines}`), { name: first.config.projectName }, words(more)];
  const isWell = [first, ...others].every(({ issues, isWhole }) => issues.length === 0 && isWhole);
  return [{ says, ...(isWell ? { aside: "All is well so far" } : {}), severity: "note", rank: 6 }];
}
