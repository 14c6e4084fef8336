import type { RunSketch } from "../../../../sandbox/runs";
import { ended, playHours } from "../../monitor-stage";

export const defaults = { max_proc_time: 900, min_proc_time: 30 };
export const business_hours = "Mon-Fri 08:00-18:00";
/** The hours of these tests are counted from a Friday at 03:19. */
export const [fridayAt1719, mondayAt0819] = [14, 77];

/** What is posted at some hours, in which runs have finished by then. */
export function texts(
  at: readonly number[],
  runs: readonly (RunSketch & { finished: number })[],
  pipelines: object,
  keysAt: (hour: number) => object = () => ({}),
) {
  const finishedBy = (hour: number) => runs.filter(({ finished }) => finished <= hour);
  const hours = at.map((hour) => ({
    ...{ at: hour, keys: keysAt(hour) },
    runs: finishedBy(hour).map(({ finished, ...sketch }) => ended(hour, finished, sketch)),
  }));
  return playHours({ business_hours, pipelines: { default: defaults, ...pipelines } }, hours);
}
