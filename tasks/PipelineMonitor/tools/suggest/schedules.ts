import type { RunRecord } from "../../../../shared/azure-devops/records";
import { createHistories, isScheduled } from "../../checks/schedules/learn";
import { findPattern } from "../../checks/schedules/slots";
import { evidenceLine } from "../../checks/schedules/words";

/** What `"auto"` learns takes a week, or a month, more. */
const leastPeriods = 2;

/** Creates a collector of the runs that schedules started. */
export function collectSchedules() {
  const histories = createHistories(() => true);
  return {
    count(record: RunRecord): void {
      if ("run" in record && isScheduled(record.run)) histories.add([record.run]);
    },
    /** Lists what the runs show, with the evidence. */
    lines(now: number): string[] {
      const all = histories.all().sort((one, other) => (one.pipeline < other.pipeline ? -1 : 1));
      const lines = all.flatMap(({ pipeline, times }) => {
        const pattern = findPattern(times, leastPeriods);
        return pattern === undefined ? [] : [`  ${pipeline}: ${evidenceLine(pattern, now / 60_000)}`];
      });
      return lines.length === 0 ? [] : ["", "Schedules that the runs show:", ...lines];
    },
  };
}
