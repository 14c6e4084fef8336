import * as v from "valibot";
import type { Run } from "../../../../shared/azure-devops/records";
import { messageOf } from "../../../../shared/errors";
import { groupBy } from "../../../../shared/group-by";
import type { Pattern } from "../../../../shared/journal/schema";
import { pathOf } from "../../../../shared/pipeline";
import { namesAmong, placeKeyOf } from "../../../../shared/subject";
import { occurrences, validSchedules } from "../../config/cron";
import type { Suggestions } from "../../feature";
import { subjectOf } from "../../issue/subject";
import { isScheduled, scheduledTimes } from "../../journal/times";
import { findPattern, matchRuns, timesOf, weekMinutes } from "../../schedules/slots";
import { evidenceLine } from "../../schedules/words";

/** `"auto"` needs one more week, or month, to learn a schedule. */
const leastPeriods = 2;
/** The YAML of more pipelines is not read. */
const maxCompared = 50;

/** Suggests the schedules that the runs show, with the evidence, compared with the YAML of the pipelines if it can be read. */
export function suggestSchedules(): Suggestions {
  const runs: Run[] = [];
  return {
    count(record) {
      if ("run" in record && isScheduled(record.run)) runs.push(record.run);
    },
    async lines({ clock, service, cancelled: signal }) {
      const now = clock.now() / 60_000;
      const byBranch = groupBy(runs, (run) => placeKeyOf(subjectOf(run)));
      const shown = [...byBranch.values()]
        .flatMap((ofBranch) => {
          const [{ pipeline, branch }] = ofBranch;
          const pattern = findPattern(scheduledTimes(ofBranch), leastPeriods);
          return pattern === undefined ? [] : [{ pipeline, branch, pattern }];
        })
        .sort((one, other) => (pathOf(one.pipeline) < pathOf(other.pipeline) ? -1 : 1));
      if (shown.length === 0) return [];
      const nameOf = namesAmong(shown);
      const lines = ["", "Schedules that the runs show:"];
      let problem = "";
      for (const [index, { pipeline, branch, pattern }] of shown.entries()) {
        let compared = "";
        if (problem === "" && index < maxCompared && pipeline.id !== undefined)
          try {
            const yaml = await service.pipelineYaml(pipeline.id, signal);
            if (yaml !== undefined) compared = `, ${await compareWithYaml(yaml, pattern, now)}`;
          } catch (error) {
            signal.throwIfAborted();
            problem = messageOf(error);
          }
        lines.push(`  ${nameOf({ pipeline, branch })}: ${evidenceLine(pattern, now)}${compared}`);
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

const yamlSchema = v.object({
  schedules: v.fallback(v.array(v.object({ cron: v.string(), always: v.fallback(v.boolean(), false) })), []),
});

/** Says in words how the schedules of a pipeline's YAML compare with those that its runs show. */
async function compareWithYaml(text: string, { slots }: Pattern, now: number): Promise<string> {
  // No run of the monitor needs the parser.
  const { load } = await import("js-yaml");
  let value: unknown;
  try {
    value = load(text);
  } catch {
    return "its YAML could not be parsed";
  }
  const { schedules } = v.parse(v.fallback(yamlSchema, { schedules: [] }), value);
  if (schedules.length === 0) return "its YAML has no schedule";
  const crons = schedules.map(({ cron }) => cron);
  const from = Math.floor(now) - weekMinutes;
  const given = occurrences(validSchedules(crons), from * 60, now * 60).map((at) => at / 60);
  const { unmet, spare } = matchRuns(given, timesOf(slots, from, now));
  const lacksAlways = schedules.some(({ always }) => !always) ? ", without always: true" : "";
  return unmet.length + spare.length === 0
    ? `as in its YAML${lacksAlways}`
    : `its YAML has ${crons.join("; ")}${lacksAlways}`;
}
