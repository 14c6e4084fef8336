import type { BuildService } from "../../../../shared/azure-devops/client";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { messageOf } from "../../../../shared/errors";
import { createHistories, isScheduled } from "../../checks/schedules/learn";
import { findPattern } from "../../checks/schedules/slots";
import { evidenceLine } from "../../checks/schedules/words";
import { compareWithYaml } from "./yaml";

/** `"auto"` needs one more week, or month, to learn a schedule. */
const leastPeriods = 2;
/** The YAML of more pipelines is not read. */
const maxCompared = 50;

/** Creates a collector of the runs that schedules started. */
export function collectSchedules() {
  const histories = createHistories();
  return {
    count(record: RunRecord): void {
      if ("run" in record && isScheduled(record.run)) histories.add([record.run]);
    },
    /** Lists what the runs show, with the evidence, compared with the YAML of the pipelines if it can be read. */
    async lines(
      now: number,
      service: Pick<BuildService, "pipelineYaml">,
      signal: AbortSignal,
    ): Promise<string[]> {
      const all = histories.all().sort((one, other) => (one.pipeline < other.pipeline ? -1 : 1));
      const shown = all.flatMap(({ pipeline, definitionId, times }) => {
        const pattern = findPattern(times, leastPeriods);
        return pattern === undefined ? [] : [{ pipeline, definitionId, pattern }];
      });
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
