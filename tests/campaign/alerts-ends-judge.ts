import assert from "node:assert/strict";
import { thresholdOf } from "./alerts-config";
import { isSettled, isSilentNow, type Judged, knownTo, mayBeBelow, timeOf } from "./alerts-judged";
import { type AlertsStep, isRead } from "./alerts-memory";
import {
  type Happening,
  isInMaintenance,
  isMuted,
  isSameProblem,
  isSeen,
  isSilent,
  settingsOf,
  waits,
} from "./alerts-oracle";
import type { Said } from "./alerts-said";

/** After each report, the channel knows how each pipeline is, unless silence keeps it from knowing. */
export function judgeEnds(step: AlertsStep, judged: Judged): void {
  if (judged.script.notify !== "changes" || step.isUnknown) return;
  const known = knownTo(step, judged).filter(({ project }) => isRead(project, step, judged.script));
  for (const thread of new Set(known.map((one) => one.thread)))
    judgeThread(
      known.filter((one) => one.thread === thread),
      step,
      judged,
    );
}

function judgeThread(known: Happening[], step: AlertsStep, judged: Judged): void {
  const { told, printed, script } = judged;
  const { reports } = step;
  const last = known.at(-1);
  if (last === undefined) return;
  const what = `${last.thread} ${timeOf(step)}`;
  let word: Happening | undefined;
  for (const one of reports) {
    const said = told.get(one);
    word = lastOf(known, word, said);
    if (endsOf(known, said?.ends).length > 0) word = undefined;
  }
  const wasMuted = settingsOf(last.name, script).mutedUntilHour !== undefined;
  const said = printed.get(step);
  const ends = endsOf(known, said?.ends);
  if (waits(last.name, step, script)) {
    assert.deepEqual(ends, [], `the end of ${what} does not wait for business hours`);
    return;
  }
  const wasTold = word !== undefined;
  word = lastOf(known, word, said);
  if (ends.length > 0) {
    assert.equal(ends.length, 1, `the end of ${what} is told twice`);
    assert.ok(
      wasTold || word !== undefined || isOfHistory(last, step, judged),
      `${what} ends, but was not told`,
    );
    assert.equal(last.problem, undefined, `${what} lasts, and yet its end is told`);
  } else if (!isSeen(last, step, script) && !isSettled(last, step, judged)) return;
  // It was not told in time, and is too long ago.
  else if (last.problem !== undefined)
    assert.ok(
      isSilent(last, step, script) ||
        mayBeBelow(last, step, judged) ||
        (wasMuted && isSilentNow(last.name, step, judged)) ||
        (word !== undefined && isSameProblem(word, last, known)),
      `${what}: ${last.key} (${last.problem}) has not been told`,
    );
  else if (word !== undefined) {
    const isNew = !reports.some((one) => knownTo(one, judged).includes(last));
    const wasInMaintenance = isInMaintenance(last.name, [last.at, last.at], script);
    const mayBeSilent =
      isMuted(last.name, step.now, script) ||
      (wasInMaintenance && (isNew || isSilentNow(last.name, step, judged)));
    assert.ok(mayBeSilent, `${what}: ${word.key} (${word.problem}) was told, and its end is not`);
  }
}

/** The history also knows failures in a row of a time that no report covers, because the monitor did not run. */
function isOfHistory(end: Happening, step: AlertsStep, { script, all }: Judged): boolean {
  const failed = all.filter(
    ({ thread, at, problem }) => thread === end.thread && at < end.at && problem !== undefined,
  );
  const latest = failed.sort((one, other) => one.at - other.at).at(-1);
  if (latest === undefined || thresholdOf(script) === 1) return false;
  return ![...step.reports, step].some((one) => isSeen(latest, one, script));
}

/** A run that the list had late may be older than one that was told before. */
function lastOf(known: readonly Happening[], word: Happening | undefined, said: Said | undefined) {
  return known.findLast((one) => one === word || said?.problems.has(one.key));
}

function endsOf(known: readonly Happening[], ends: ReadonlySet<string> = new Set()): string[] {
  const isOfSchedule = known[0]?.thread === "schedule";
  const ids = new Set(known.map(({ id }) => id));
  return [...ends].filter((end) => {
    const [kind = "", id] = end.split(" ");
    return (isOfSchedule ? ["runs"] : ["works", "limits"]).includes(kind) && ids.has(Number(id));
  });
}
