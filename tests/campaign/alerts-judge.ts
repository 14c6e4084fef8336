import assert from "node:assert/strict";
import { buildAuth, token } from "../packaged/monitor-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { leaks } from "../sandbox/leaks";
import { mentions, thresholdOf } from "./alerts-config";
import { judgeEnds } from "./alerts-ends-judge";
import { isSettled, type Judged, leewaySeconds, mayBeMissing, remindSeconds, timeOf } from "./alerts-judged";
import { type AlertsStep, daySeconds, remembers } from "./alerts-memory";
import {
  failuresInRow,
  type Happening,
  happeningsOf,
  isSameProblem,
  isSeen,
  isSilent,
  settingsOf,
  waits,
} from "./alerts-oracle";
import { nameOf, printedBy, type Said, shownBy, toldBy } from "./alerts-said";
import { judgeStates } from "./alerts-states-judge";
import type { PlayedAlerts } from "./alerts-world";

/** The invariants of what a message leaves out. Throws what is broken. */
export function judgeAlerts(played: PlayedAlerts): void {
  const { steps } = played;
  const judged: Judged = {
    ...played,
    all: happeningsOf(played),
    printed: new Map(steps.map((step) => [step, printedBy(step)])),
    told: new Map(steps.map((step) => [step, toldBy(step)])),
  };
  for (const step of steps) {
    if (endedFromOutside(step.result, step.hour.ending === "killed" ? "killed" : "undisturbed")) continue;
    judgeEnding(step.result, 600);
    assert.deepEqual(
      leaks(step.result, [token, buildAuth, "7f3kq9zt2wcanary"], { message: step.texts.join() }),
      [],
    );
    assert.notEqual(step.result.result, "Failed", step.result.log.join("\n"));
    judgeRequests(step, judged);
    judgeShown(step, judged);
    judgeMentions(step, judged);
    for (const happening of judged.all)
      if (happening.problem !== undefined) judgeHappening(happening, step, judged);
    judgeEnds(step, judged);
    judgeStates(step, judged);
  }
}

function judgeHappening(happening: Happening, step: AlertsStep, judged: Judged): void {
  const { script, told, printed } = judged;
  const { key, problem, id } = happening;
  const what = `${key} (${problem}) ${timeOf(step)}`;
  if (printed.get(step)?.problems.has(key) === true) {
    assert.ok(!isSilent(happening, step, script), `${what} is muted or was in maintenance, and is reported`);
    const { most } = failuresInRow(happening, step, judged.all);
    assert.ok(most === 0 || most >= thresholdOf(script), `${what} is one of too few in a row`);
    assert.ok(!waits(happening.name, step, script), `${what} does not wait for business hours`);
    // A report that was silent about it has handed it on.
    const isKnown = [...step.reports, step].some((one) => isSeen(happening, one, script));
    assert.ok(id !== 0 || isKnown, `${what} was due too long ago`);
    assert.ok(!step.reports.some((one) => told.get(one)?.problems.has(key)), `${what} is reported again`);
    assert.ok(!isTooEarly(happening, step, judged), `${what} is repeated before its time`);
  } else if (isSeen(happening, step, script) && !isSettled(happening, step, judged)) {
    const isHeld = waits(happening.name, step, script) || mayBeMissing(happening, step, judged);
    assert.ok(isHeld, `${what} is held back`);
    // The report that saw it first has it in its summary.
    const wasHeld = step.reports.some(
      (one) => isSeen(happening, one, script) && waits(happening.name, one, script),
    );
    const summary = Object.values(step.result.summaries).join("\n");
    assert.ok(id === 0 || wasHeld || summary.includes(`buildId=${id})`), `${what} is in no summary`);
  }
}

/** Whether a message told the same problem so recently that it is not to be repeated. */
function isTooEarly(happening: Happening, step: AlertsStep, judged: Judged): boolean {
  const { script, told, all } = judged;
  // When a mute ends, what lasts is told again.
  if (script.notify !== "changes" || settingsOf(happening.name, script).mutedUntilHour !== undefined)
    return false;
  // A run that was told as one in progress is told again with its result.
  if (step.reports.some((one) => told.get(one)?.problems.has(`listed ${happening.id}`))) return false;
  return step.reports.some(
    (one, index) =>
      step.now - one.now < remindSeconds(judged) - leewaySeconds &&
      one.result.outputs["delivered"] === "sent" &&
      // Nobody knows what happened in a gap of more than a day.
      [...step.reports.slice(index + 1), step].every(
        (later, at) => later.now - (step.reports[index + at]?.now ?? 0) < daySeconds,
      ) &&
      all.some((other) => told.get(one)?.problems.has(other.key) && isSameProblem(other, happening, all)),
  );
}

/** The one message shows what the report says, and counts the rest. */
function judgeShown(step: AlertsStep, { script, printed }: Judged): void {
  assert.ok(step.texts.length <= 1, `${step.texts.length} messages ${timeOf(step)}`);
  if (step.result.outputs["delivered"] !== "sent") return;
  const report = printed.get(step);
  const { shown, counted } = shownBy(step, script);
  // The end of a mute is no recovery, and is not counted.
  const missing = (one: keyof Said) =>
    [...(report?.[one] ?? [])].filter((key) => !shown[one].has(key) && !key.startsWith("muted")).length;
  assert.deepEqual(
    [missing("problems"), missing("ends")],
    [counted.problems, counted.ends],
    `a message leaves out what it does not count ${timeOf(step)}`,
  );
}

/** A message mentions the owners of the pipelines that it reports, once, and nobody else. */
function judgeMentions(step: AlertsStep, { script, runs, printed }: Judged): void {
  const { shown } = mentions[script.product];
  const names = [...(printed.get(step)?.problems ?? [])].flatMap((key) => nameOf(key, runs) ?? []);
  const isMentioned = names
    .map((name) => settingsOf(name, script))
    .some(({ owner, severity }) => owner === "mention" && severity !== "info");
  for (const text of step.texts) {
    const count = isMentioned ? 1 : 0;
    assert.equal(text.split(shown).length - 1, count, `mentions of ${shown} in ${text}`);
    if (script.product === "markdown") assert.ok(!/[@<>]/.test(text.replaceAll(shown, "")), text);
    if (script.product === "discord") assert.match(text, /"allowed_mentions":\{"parse":\[\]/);
    const addressed = text.match(/"type":"(?:user|usergroup|broadcast)"/g) ?? [];
    if (script.product === "slack") assert.equal(addressed.length, count, text);
  }
}

/** Without the keys that need a memory, nothing is asked for it. A mute needs one, because its end is told once. */
function judgeRequests({ requests }: AlertsStep, { script }: Judged): void {
  const hasMutes = Object.values(script.entries).some((entry) => entry.mutedUntilHour !== undefined);
  if (remembers(script) || hasMutes) return;
  assert.deepEqual(
    requests.filter((target) => /attachments|definitions=/.test(target)),
    [],
  );
}
