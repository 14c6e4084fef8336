import type { Monitor } from "../../geometry/monitors";
import type { ProjectRun } from "../../geometry/project-run";
import type { HubService } from "../../host/hub-service";
import type { MonitorStep } from "../../host/monitor-steps";
import { reasonOf } from "../../host/reason";
import { isWhole, type Steps, stepsOf } from "./monitor-steps";

/** The monitors of a project and what they attached. */
export interface MonitorsRead {
  monitorRuns: readonly ProjectRun[];
  /** All runs that monitored since are listed; of earlier ones, some. */
  monitorsSince: number | undefined;
  steps: Steps;
}

/** So many runs of a monitor are tried until one has what can be read. */
const maxTried = 3;

/** Where what a monitor's last run attached cannot be read, that of the runs before. `tried` is of how many runs. */
export async function readSteps(
  service: Pick<HubService, "steps">,
  monitors: readonly Monitor[],
): Promise<{ steps: Steps; tried: number }> {
  const steps = new Map<number, readonly MonitorStep[] | string>();
  let tried = 0;
  for (let left = monitors; left.length > 0 && tried < maxTried; tried++) {
    const ids = new Set(left.flatMap(({ runs }) => runs[tried]?.id ?? []));
    await Promise.all(
      [...ids]
        .filter((id) => !steps.has(id))
        .map(async (id) => steps.set(id, await service.steps(id).catch(reasonOf))),
    );
    left = left.filter((monitor) => !isWhole(stepsOf(monitor, tried, monitors, steps)));
  }
  return { steps, tried };
}
