import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import { isHidden } from "../../config/filter";
import { fingerprint } from "../../config/fingerprint";
import type { Entry } from "../../issue/entry";
import type { AboutPipeline } from "../../issue/issue";
import { projectFingerprint } from "../../issue/ledger";
import { isChecked, type ProjectReport } from "../../issue/report";
import { isOfRuns } from "../../ledger/states";
import { keysOfWell } from "../../targets/well";

// What shows that a problem of which nobody remembers more than its ticket is over. That a report has not found it does so
// only for what the same monitor finds in each.

/** The fingerprint of what shows it, besides the key of the problem; undefined if nothing else does. */
export function evidenceFor({ family, content, project }: Entry, monitor: string): string | undefined {
  if (isOfRuns(family) || !("about" in content)) return undefined;
  const { about, at } = content;
  // A deadline is found when it passes, and later from memory.
  if (about !== "project" && "pipeline" in about && at !== undefined) return successOf(project, about);
  return silenceOf(project, monitor);
}

/** All that these reports show to be over, by keys and such fingerprints. */
export function evidenceIn(projects: readonly ProjectReport[], monitor: string): Set<string> {
  const { ofRuns, ofPipelines } = keysOfWell(projects, () => true);
  return new Set([
    ...ofRuns,
    ...ofPipelines,
    ...projects.flatMap((report) => {
      const project = projectFingerprint(report.config);
      const silence = report.unsure.length === 0 ? [silenceOf(project, monitor)] : [];
      return [...silence, ...successesIn(report, project)];
    }),
  ]);
}

/** A report on a project could check everything, and did not find it. */
function silenceOf(project: string, monitor: string): string {
  return fingerprint(["silence", project, monitor]);
}

/** A run of the pipeline succeeded. What only the configuration names is known by its name. */
function successOf(project: string, { pipeline, definitionId }: AboutPipeline): string {
  return fingerprint(["success", project, definitionId ?? pipeline.normalize()]);
}

function successesIn({ config, records }: ProjectReport, project: string): string[] {
  return records.flatMap((record) => {
    if (!("run" in record) || !hasSucceeded(record.run)) return [];
    if (!isChecked(config, record.run) || isHidden(config.pipelines, record)) return [];
    const { pipeline, definitionId } = record.run;
    return [successOf(project, { pipeline }), successOf(project, { pipeline, definitionId })];
  });
}
