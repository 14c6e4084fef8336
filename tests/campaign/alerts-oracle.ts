import { now } from "../packaged/monitor-stage";
import { mutedEnd } from "./alerts-config";
import { type AlertsScript, type EntryScript, entryNames, pipelines } from "./alerts-script";
import type { AlertsStep, PlayedAlerts, PlayedRun } from "./alerts-world";

/** What a monitor may leave out of a message, written down a second time and without a memory. */

/** What is wrong with a run; undefined if nothing is. Two runs with the same text have the same problem. */
export function problemOf({ outcome }: PlayedRun, script: AlertsScript): string | undefined {
  if (outcome === "ok" || (outcome === "partial" && script.partialIsSuccess)) return undefined;
  const isFailure = outcome === "noSpace" || outcome === "timeOut";
  return isFailure && !script.explains ? "failed" : outcome;
}

/** The settings of a pipeline: those of the first entry that applies, completed by the default. */
export function settingsOf({ pipeline }: PlayedRun, { entries }: AlertsScript): EntryScript {
  const { name } = pipelines[pipeline] ?? pipelines[0];
  const applies = {
    "nightly import": name === "nightly import",
    "nightly *": name.startsWith("nightly "),
    "price*": name.startsWith("price"),
    "*": true,
    default: true,
  };
  const entry = entryNames.find((one) => entries[one] !== undefined && applies[one]) ?? "default";
  return { ...entries.default, ...entries[entry] };
}

/** Whether a run's pipeline is muted when a step of the monitor runs. */
export function isMuted(run: PlayedRun, step: Pick<AlertsStep, "start">, script: AlertsScript): boolean {
  const { mutedUntilHour } = settingsOf(run, script);
  return mutedUntilHour !== undefined && mutedEnd(mutedUntilHour) > step.start;
}

/** Whether a run finished in a maintenance window. */
export function isInMaintenance({ pipeline, finish }: PlayedRun, { quiet }: AlertsScript): boolean {
  const { name } = pipelines[pipeline] ?? pipelines[0];
  const midnight = Math.floor(now / 86_400_000) * 86_400;
  return quiet.some(({ hour, hours, ofNightly }) => {
    const begin = midnight + hour * 3600;
    return (!ofNightly || name.startsWith("nightly ")) && finish >= begin && finish < begin + hours * 3600;
  });
}

/** Whether a step could see a run: it lies in the window, and its project could be read. */
export function isSeen(run: PlayedRun, step: AlertsStep, { script, steps }: PlayedAlerts): boolean {
  const ofShop = pipelines[run.pipeline]?.project === "Shop";
  if (run.finish >= step.start || (ofShop && step.hour.shopIsUnreadable)) return false;
  if (script.window !== "since_last_report") return run.finish >= step.start - 3600;
  const last = steps.findLast((one) => one.start < step.start && leavesMarks(one));
  return run.finish >= (last?.start ?? 0);
}

/** Whether the next run of the monitor knows of a step's report. */
export function leavesMarks({ hour, result }: AlertsStep): boolean {
  const { delivered } = result.outputs;
  const isSaved = hour.ending === "normal" || hour.ending === "undelivered";
  return isSaved && (delivered === "sent" || delivered === "notNeeded");
}

/** The runs with a problem that a message of a step showed. */
export function shownIn({ texts }: AlertsStep, { script, runs }: PlayedAlerts): PlayedRun[] {
  const ids = new Set([...texts.join("\n").matchAll(/buildId=(\d+)/g)].map(([, id]) => Number(id)));
  return runs.filter((run) => ids.has(run.id) && problemOf(run, script) !== undefined);
}

/** Whether two runs of a pipeline have the same problem, and none between them lacks it. */
export function isSameProblem(
  earlier: PlayedRun,
  later: PlayedRun,
  { script, runs }: PlayedAlerts,
  isCounted: (run: PlayedRun) => boolean = () => true,
): boolean {
  const problem = problemOf(later, script);
  return (
    earlier.pipeline === later.pipeline &&
    earlier.finish <= later.finish &&
    problemOf(earlier, script) === problem &&
    runs.every(
      (run) =>
        run.pipeline !== later.pipeline ||
        run.finish <= earlier.finish ||
        run.finish >= later.finish ||
        problemOf(run, script) === problem ||
        !isCounted(run),
    )
  );
}
