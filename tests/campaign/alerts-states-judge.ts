import assert from "node:assert/strict";
import { mutedEnd } from "./alerts-config";
import { isSilentNow, type Judged, leewaySeconds, remindSeconds, timeOf } from "./alerts-judged";
import { type AlertsStep, isAskedFor, isListed, isRead, remembers } from "./alerts-memory";
import { isClosed, isSeen, isSilent, type State, statesOf, waits } from "./alerts-oracle";
import type { ProjectName } from "./alerts-script";

/** A problem that lasts is told once, and again when the reminder is due. If it was told, its end is told. */
export function judgeStates(step: AlertsStep, judged: Judged): void {
  const { printed, script, runs } = judged;
  const said = printed.get(step);
  if (!step.isUnknown) judgeMutes(step, judged);
  const states = statesAt(step, judged);
  const isWaiting = (key: string) => {
    const run = runs.find(({ id }) => /^(stuck|listed) /.test(key) && key.endsWith(` ${id}`));
    return run !== undefined && waits(run.name, step, script);
  };
  for (const key of said?.problems ?? [])
    if (!/^(run|missed) /.test(key))
      assert.ok(states.has(key), `${key} is reported ${timeOf(step)}, and untrue`);
  for (const [key, state] of states) {
    const what = `${key} ${timeOf(step)}`;
    const recent = (seconds: number) => wasTold(key, state, seconds, step, judged);
    if (said?.problems.has(key) === true) {
      assert.ok(!state.isSilent && !isWaiting(key), `${what} is silenced, and is reported`);
      assert.ok(!recent(remindSeconds(judged) - leewaySeconds), `${what} is repeated before its time`);
    } else
      assert.ok(state.isSilent || isWaiting(key) || recent(remindSeconds(judged)), `${what} is held back`);
  }
  if (script.notify !== "changes" || step.isUnknown) return;
  for (const project of ["Night Shift", "Shop"] as const) {
    const isOver = isRead(project, step, script) && !states.has(`few ${project}`);
    judgeEnd(`few ${project}`, `enough ${project}`, isOver, step, judged);
  }
  judgeEnd("unread Shop", "read Shop", isRead("Shop", step, script), step, judged);
  judgeEnd("unlisted", "read others", isListed(step, script), step, judged);
  for (const { id } of runs) judgeFinished(id, step, judged);
}

/** Too few runs, unfinished runs, and projects that cannot be read. */
function statesAt(step: AlertsStep, judged: Judged): Map<string, State> {
  const { script } = judged;
  const wrong: State = { variant: "", isSilent: false, since: step.now };
  const isUnread = isAskedFor("Shop", step, script) && !isRead("Shop", step, script);
  return new Map([
    ...statesOf(step, judged),
    ...(isUnread && script.watches !== "own" ? [["unread Shop", wrong] as const] : []),
    ...(isListed(step, script) ? [] : [["unlisted", wrong] as const]),
  ]);
}

/** Whether a message told of a state within some seconds, and all reports since then that looked found it again. */
function wasTold(
  key: string,
  { variant, since }: State,
  seconds: number,
  step: AlertsStep,
  judged: Judged,
): boolean {
  const { script, told, runs } = judged;
  const { reports } = step;
  const isTold = (one: AlertsStep) => told.get(one)?.problems.has(key) === true;
  const [kind, name] = key.split(" ");
  const project = runs.find(({ id }) => String(id) === name)?.project ?? projectOf(key);
  if (script.notify !== "changes") {
    // Without reminders, a run gets stuck once.
    return (
      kind === "stuck" && remembers(script) && (reports.some(isTold) || since < step.coveredFrom[project])
    );
  }
  const isEnded = (one: AlertsStep) => {
    // Nobody knows whether a project that is not listed can be read again.
    const looked =
      kind === "unread"
        ? isAskedFor("Shop", one, script)
        : kind === "unlisted" || isRead(project, one, script);
    return looked && statesAt(one, judged).get(key)?.variant !== variant;
  };
  return reports.some(
    (one, index) => step.now - one.now < seconds && isTold(one) && !reports.slice(index).some(isEnded),
  );
}

function projectOf(key: string): ProjectName {
  return key.endsWith("Shop") ? "Shop" : "Night Shift";
}

/** If the last message on it said that something is wrong, its end is told when it is over. */
function judgeEnd(problem: string, end: string, isOver: boolean, step: AlertsStep, judged: Judged): void {
  const words = step.reports.flatMap((one) => {
    const said = judged.told.get(one);
    return [...(said?.problems.has(problem) ? [problem] : []), ...(said?.ends.has(end) ? [end] : [])];
  });
  const isTold = judged.printed.get(step)?.ends.has(end) === true;
  assert.equal(isTold, isOver && words.at(-1) === problem, `${end} ${timeOf(step)}`);
}

/** If a message told of a run in progress, and nothing is wrong with it in the end, its end is told once. */
function judgeFinished(id: number, step: AlertsStep, judged: Judged): void {
  const { told, printed, all, script } = judged;
  const happening = all.find(({ key }) => key === `run ${id}`);
  if (happening === undefined) return;
  const isTold = (what: string) =>
    step.reports.some((one) => told.get(one)?.problems.has(`${what} ${id}`) === true);
  const end = `finished ${id}`;
  const wasEnded = step.reports.some((one) => told.get(one)?.ends.has(end) === true);
  const mustEnd = happening.problem === undefined && isSeen(happening, step, script);
  const isEnd = printed.get(step)?.ends.has(end) === true;
  const what = `${end} ${timeOf(step)}`;
  // One that waited for business hours is told only when it is over.
  const wasHeld = step.reports.some((one) => waits(happening.name, one, script));
  const isKnown = isTold("listed") || isTold("stuck") || wasHeld;
  if (isEnd) assert.ok(mustEnd && !wasEnded && isKnown, `${what} is told wrongly`);
  const isWaiting = waits(happening.name, step, script);
  assert.ok(!isEnd || !isWaiting, `${what} does not wait for business hours`);
  const mayBeSilent =
    isWaiting || isSilent(happening, step, script) || isSilentNow(happening.name, step, judged);
  if (mustEnd && (isTold("listed") || isTold("stuck")))
    assert.ok(isEnd || wasEnded || mayBeSilent, `${what} is not told`);
}

/** The end of a mute is told once. */
function judgeMutes(step: AlertsStep, { script, told, printed }: Judged): void {
  const [first = step] = step.reports;
  const hours = Object.values(script.entries).flatMap(({ mutedUntilHour = [] }) => mutedUntilHour);
  for (const at of hours.map((hour) => mutedEnd(script, hour))) {
    const end = `muted ${at}`;
    const wasTold = step.reports.some((one) => told.get(one)?.ends.has(end));
    const isTold = printed.get(step)?.ends.has(end) === true;
    assert.ok(!isTold || (at <= step.now && !wasTold), `${end} is told too early or again ${timeOf(step)}`);
    const mustBeTold = at <= step.now && at > first.dueFrom && !wasTold;
    assert.ok(isTold || !mustBeTold || isClosed(step, script), `${end} is not told ${timeOf(step)}`);
  }
}
