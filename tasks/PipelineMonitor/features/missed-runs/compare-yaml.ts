import * as v from "valibot";
import type { Pattern } from "../../../../shared/journal/schema";
import { occurrences, validSchedules } from "../../config/cron";
import { matchRuns, timesOf, weekMinutes } from "../../schedules/slots";

const yamlSchema = v.object({
  schedules: v.fallback(v.array(v.object({ cron: v.string(), always: v.fallback(v.boolean(), false) })), []),
});

/** Says in words how the schedules of a pipeline's YAML compare with those that its runs show. */
export async function compareWithYaml(text: string, { slots }: Pattern, now: number): Promise<string> {
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
