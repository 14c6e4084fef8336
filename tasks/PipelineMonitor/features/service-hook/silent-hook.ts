import type { Variables } from "../../../../shared/agent/agent";
import { type Run, runsIn } from "../../../../shared/azure-devops/records";
import { isOfOwnPipeline } from "../../connect/own-pipeline";
import type { FoundProject } from "../../issue/report";
import { endOf, isNew } from "../../issue/window";

/** Signs of a hook whose subscription they may not read. */
export interface HookSigns {
  /** How many reports in a row found failures of which no hook had told. */
  silentReports: number;
  /** The ids of pipelines whose failures it named: a subscription may be for one pipeline only. */
  hookedPipelines: readonly number[];
}

/** After so many such reports, it seems to have stopped: calls get lost now and then, for minutes. */
const maxSilentReports = 3;
/** A hook calls within a minute, and the run that it starts waits for an agent. */
const dueSeconds = 900;
const maxPipelines = 200;

export function seemsStopped({ silentReports }: HookSigns): boolean {
  return silentReports >= maxSilentReports;
}

/** The signs after a report. `hookedRun` is the run that a hook named, if one started this report. */
export function signsAfter(
  before: HookSigns,
  { records, window, config }: FoundProject,
  { isHooked, hookedRun }: { isHooked: boolean; hookedRun: number | undefined },
  agent: Variables,
): HookSigns {
  const runs = runsIn(records);
  if (isHooked) {
    const id = runs.find((run) => run.id === hookedRun)?.pipeline?.id;
    const others = before.hookedPipelines.filter((hookedId) => hookedId !== id);
    const hookedPipelines = id === undefined ? others : [id, ...others].slice(0, maxPipelines);
    return { silentReports: 0, hookedPipelines };
  }
  const isOwn = (run: Run) => isOfOwnPipeline(run, config, agent);
  // A newer run may have taken the place of the one that it started.
  const hasCalled = runs.some((run) => isOwn(run) && run.reason === "resourceTrigger" && isNew(window, run));
  if (hasCalled) return { ...before, silentReports: 0 };
  const { hookedPipelines: hooked } = before;
  const isUnheard = (run: Run) =>
    run.result === "failed" &&
    run.finishTime !== undefined &&
    run.finishTime <= endOf(window) - dueSeconds &&
    isNew(window, run) &&
    !isOwn(run) &&
    (hooked.length === 0 || (run.pipeline?.id !== undefined && hooked.includes(run.pipeline.id)));
  return runs.some(isUnheard) ? { ...before, silentReports: before.silentReports + 1 } : before;
}
