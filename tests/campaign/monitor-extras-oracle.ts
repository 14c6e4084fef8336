import type { MonitorScript, ScriptedRun } from "./monitor-script";

/**
 * A second implementation of the report's extras, simple and slow: over the letters of a pipeline's runs, g for a
 * successful one and f for a failed one.
 */

/** The runs of a pipeline, the oldest first, as far as a history shows them: what is not done or broken is in none. */
function lettersOf(script: MonitorScript, pipeline: string): { id: number; letter: string }[] {
  const earlier = script.earlier
    .filter((run) => run.pipeline === pipeline)
    .map(({ good }) => ({ id: 0, letter: good ? "g" : "f" }));
  // Runs with higher ids finished earlier.
  const recent = script.runs
    .filter((run) => run.pipeline === pipeline && !run.broken && run.status === "completed")
    .map((run) => ({ id: run.id, letter: run.result === "succeeded" ? "g" : "f" }));
  return [...earlier, ...recent.reverse()];
}

/** The history of a failed run in words; empty if the report has none. */
export function expectedNews(script: MonitorScript, run: ScriptedRun): string {
  const runs = lettersOf(script, run.pipeline);
  const index = runs.findIndex(({ id }) => id === run.id);
  if (index < 1 || runs[index]?.letter !== "f") return "";
  const before = runs
    .slice(0, index)
    .map(({ letter }) => letter)
    .join("");
  const good = /g*$/.exec(before)?.[0].length ?? 0;
  const failed = /f*$/.exec(before)?.[0].length ?? 0;
  return good > 0
    ? `first failure after ${good} successful run${good === 1 ? "" : "s"}`
    : `${ordinals[failed + 1]} failure in a row since `;
}

/** A script has no more runs of a pipeline than these. */
const ordinals = "0th 1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th".split(" ");

/** Whether a pipeline that is checked works again since a run of this hour. */
export function worksAgain(script: MonitorScript, pipeline: string): boolean {
  const runs = lettersOf(script, pipeline);
  const letters = runs.map(({ letter }) => letter).join("");
  const good = /fg+$/.exec(letters);
  return good !== null && (runs[good.index + 1]?.id ?? 0) > 0;
}
