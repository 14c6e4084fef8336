import type { BuildService } from "../../../../shared/azure-devops/client";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import { messageOf } from "../../../../shared/errors";
import { groupBy } from "../../../../shared/group-by";
import { pipelineKey } from "../../issue/journal";
import { isScheduled, scheduledTimes } from "../../journal/times";
import { findPattern } from "../../schedules/slots";
import { evidenceLine } from "../../schedules/words";
import { compareWithYaml } from "./yaml";

/** `"auto"` needs one more week, or month, to learn a schedule. */
const leastPeriods = 2;
/** The YAML of more pipelines is not read. */
const maxCompared = 50;

/** Creates a collector of the runs that schedules started. */
export function collectSchedules() {
  const runs: Run[] = [];
  return {
    count(record: RunRecord): void {
      if ("run" in record && isScheduled(record.run)) runs.push(record.run);
    },
    /** Lists what the runs show, with the evidence, compared with the YAML of the pipelines if it can be read. */
    async lines(
      now: number,
      service: Pick<BuildService, "pipelineYaml">,
      signal: AbortSignal,
    ): Promise<string[]> {
      const all = [...groupBy(runs, pipelineKey).values()];
      const shown = all
        .flatMap((ofPipeline) => {
          const [{ pipeline, definitionId } = { pipeline: "", definitionId: undefined }] = ofPipeline;
          const pattern = findPattern(scheduledTimes(ofPipeline), leastPeriods);
          return pattern === undefined ? [] : [{ pipeline, definitionId, pattern }];
        })
        .sort((one, other) => (one.pipeline < other.pipeline ? -1 : 1));
      if (shown.length === 0) return [];
      const lines = ["", "Schedules that the runs show:"];
      let problem = "";
      for (const [index, { pipeline, definitionId, pattern }] of shown.entries()) {
        let compared = "";
        if (problem === "" && index < maxCompared && definitionId !== undefined)
          try {
            const yaml = await service.pipelineYaml(definitionId, signal);
            if (yaml !== undefined) compared = `, ${await compareWithYaml(yaml, pattern, now / 60_000)}`;
          } catch (error) {
            signal.throwIfAborted();
            problem = messageOf(error);
          }
        lines.push(`  ${pipeline}: ${evidenceLine(pattern, now / 60_000)}${compared}`);
      }
      return problem === ""
        ? lines
        : [
            ...lines,
            `  Could not compare all pipelines with their YAML, which needs the scope Code (read): ${problem}`,
          ];
    },
  };
}
