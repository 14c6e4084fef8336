import { withoutFolder } from "../../../shared/azure-devops/pipeline-path";
import type { Run } from "../../../shared/azure-devops/records";
import { groupBy } from "../../../shared/group-by";
import type { PipelineJournal, ProjectJournal } from "../../../shared/journal/schema";

// Two folders may each have a pipeline of one name. Where both are known, both are called by their paths: `\Billing\deploy`.

/** Calls each run by the path of its pipeline if another pipeline of the same name is known from these runs or the journal. */
export function tellTwinsApart(runs: readonly Run[], { pipelines }: Pick<ProjectJournal, "pipelines">): void {
  const known: readonly Pick<PipelineJournal, "pipeline" | "definitionId">[] = [
    ...pipelines.values(),
    ...runs,
  ];
  const byName = groupBy(known, ({ pipeline }) => withoutFolder(pipeline).normalize());
  const twins = new Set(
    [...byName].flatMap(([name, all]) => {
      const ids = new Set(all.flatMap(({ definitionId }) => definitionId ?? []));
      return ids.size > 1 ? [name] : [];
    }),
  );
  for (const run of runs)
    if (run.folder !== undefined && twins.has(run.pipeline.normalize()))
      run.pipeline = `${run.folder.replace(/\\+$/, "")}\\${run.pipeline}`;
}
