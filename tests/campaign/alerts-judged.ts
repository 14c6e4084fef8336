import { thresholdOf } from "./alerts-config";
import type { AlertsStep } from "./alerts-memory";
import {
  failuresInRow,
  type Happening,
  isInMaintenance,
  isMuted,
  isSameProblem,
  isSeen,
  isSilent,
  waits,
} from "./alerts-oracle";
import type { Said } from "./alerts-said";
import type { PlayedAlerts } from "./alerts-world";

/** A reminder may come so much before its time, and a step may start so much after its run. */
export const leewaySeconds = 700;

export interface Judged extends PlayedAlerts {
  /** Everything that happened, in order. */
  all: readonly Happening[];
  /** `printed` is the whole report; `told` is the part of it that the channel took. */
  printed: ReadonlyMap<AlertsStep, Said>;
  told: ReadonlyMap<AlertsStep, Said>;
}

/** How a report calls a step in what is broken. */
export function timeOf({ start }: AlertsStep): string {
  return `in the step of ${new Date(start * 1000).toISOString()}`;
}

/** Seen by a step or the reports before it, in order. These reports may tell more than they have to. */
export function knownTo(step: AlertsStep, { all, script, printed }: Judged): Happening[] {
  const isKnown = (one: Happening) => (report: AlertsStep) =>
    isSeen(one, report, script) || printed.get(report)?.problems.has(one.key) === true;
  return all.filter((one) => [...step.reports, step].some(isKnown(one)));
}

export function remindSeconds({ script: { remindHours = 24 } }: PlayedAlerts): number {
  return remindHours * 3600;
}

/** Whether a pipeline is silent at the time of a step. */
export function isSilentNow(name: string, { now }: AlertsStep, { script }: Judged): boolean {
  return isMuted(name, now, script) || isInMaintenance(name, [now, now], script);
}

/** Whether an earlier report dealt with a happening: it told it, or left it out with reason. */
export function isSettled(happening: Happening, { reports }: AlertsStep, judged: Judged): boolean {
  return reports.some(
    (one) =>
      isSeen(happening, one, judged.script) &&
      (judged.told.get(one)?.problems.has(happening.key) || mayBeMissing(happening, one, judged)),
  );
}

/** Whether a failure may be one of too few in a row. */
export function mayBeBelow(happening: Happening, step: AlertsStep, { all, script }: Judged): boolean {
  const { least } = failuresInRow(happening, step, all);
  return least > 0 && least < thresholdOf(script);
}

/**
 * Whether a report may leave out a happening that is new: it is silent, or one of too few, or a message told the same
 * problem recently.
 */
export function mayBeMissing(happening: Happening, step: AlertsStep, judged: Judged): boolean {
  const { script, told } = judged;
  if (isSilent(happening, step, script) || mayBeBelow(happening, step, judged)) return true;
  if (script.notify !== "changes") return false;
  const known = knownTo(step, judged);
  // Of what waited, the latest of each problem is told, and stands for it.
  const { thread, problem, at } = happening;
  const isSame = (one: Happening) =>
    (one.thread === thread && one.problem === problem && one.at >= at) ||
    isSameProblem(one, happening, known);
  const isPrinted = ({ key }: Happening) => judged.printed.get(step)?.problems.has(key) === true;
  const hasWaited = step.reports.some((one) => waits(happening.name, one, script));
  if (hasWaited && known.some((one) => isSame(one) && isPrinted(one))) return true;
  return step.reports.some(
    (one) =>
      step.now - one.now < remindSeconds(judged) &&
      known.some((other) => told.get(one)?.problems.has(other.key) && isSameProblem(other, happening, known)),
  );
}
