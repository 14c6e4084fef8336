import assert from "node:assert/strict";
import { buildAuth, reportIn, token } from "../packaged/monitor-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { leaks } from "../sandbox/leaks";
import { mentions } from "./alerts-config";
import {
  isInMaintenance,
  isMuted,
  isSameProblem,
  isSeen,
  leavesMarks,
  problemOf,
  settingsOf,
  shownIn,
} from "./alerts-oracle";
import type { AlertsStep, PlayedAlerts, PlayedRun } from "./alerts-world";

/** A reminder may come so much before its time, and a step may start so much after its run. */
const leewaySeconds = 700;

/** The invariants of what a message leaves out. Throws what is broken. */
export function judgeAlerts(played: PlayedAlerts): void {
  for (const step of played.steps) {
    if (endedFromOutside(step.result, step.hour.ending === "killed" ? "killed" : "undisturbed")) continue;
    judgeEnding(step.result, 600);
    assert.deepEqual(
      leaks(step.result, [token, buildAuth, "7f3kq9zt2wcanary"], { message: step.texts.join() }),
      [],
    );
    assert.notEqual(step.result.result, "Failed", step.result.log.join("\n"));
    judgeMentions(step, played);
    judgeRequests(step, played);
    for (const run of played.runs)
      if (problemOf(run, played.script) !== undefined) judgeRun(run, step, played);
  }
}

function judgeRun(run: PlayedRun, step: AlertsStep, played: PlayedAlerts): void {
  const named = (text: string) => new RegExp(`buildId=${run.id}\\)`).test(text);
  const isReported = named(reportIn(step.result.log).join("\n"));
  const what = `run ${run.id} (${run.outcome}) in the step of ${new Date(step.start * 1000).toISOString()}`;
  if (isReported) {
    assert.ok(!isMuted(run, step, played.script), `${what} is muted, and yet it is reported`);
    assert.ok(!isInMaintenance(run, played.script), `${what} is in maintenance, and yet it is reported`);
    assert.ok(!isTooEarly(run, step, played), `${what} is repeated before its time`);
  } else if (isSeen(run, step, played)) {
    assert.ok(mayBeMissing(run, step, played), `${what} is held back`);
    assert.ok(named(Object.values(step.result.summaries).join("\n")), `${what} is in no summary`);
  }
}

/** Whether a run may be missing in a message, whatever the monitor remembers. */
function mayBeMissing(run: PlayedRun, step: AlertsStep, played: PlayedAlerts): boolean {
  const { script, steps } = played;
  if (isMuted(run, step, script) || isInMaintenance(run, script)) return true;
  if (script.notify !== "changes") return false;
  // The cause of a run that no step saw is not known.
  const isKnownRun = (one: PlayedRun) =>
    problemOf(one, { ...script, explains: false }) !== problemOf(run, { ...script, explains: false }) ||
    steps.some((other) => other.start <= step.start && isSeen(one, other, played));
  return steps.some(
    (earlier) =>
      earlier.start < step.start &&
      shownIn(earlier, played).some(
        (shown) =>
          shown.id === run.id ||
          (step.start - earlier.start < remindSeconds(played) &&
            isSameProblem(shown, run, played, isKnownRun)),
      ),
  );
}

/** Whether a message had reported a run's problem, and all since then knew it. */
function isTooEarly(run: PlayedRun, step: AlertsStep, played: PlayedAlerts): boolean {
  const { script, steps } = played;
  if (script.notify !== "changes" || step.hour.forgets) return false;
  // After a mute, a problem is reported once more.
  if (settingsOf(run, script).mutedUntilHour !== undefined) return false;
  return steps.some(
    (earlier) =>
      earlier.start < step.start &&
      step.start - earlier.start < remindSeconds(played) - leewaySeconds &&
      steps
        .filter(({ start }) => start >= earlier.start && start < step.start)
        .every((between) => leavesMarks(between) && (between === earlier || !between.hour.forgets)) &&
      shownIn(earlier, played).some((shown) => isSameProblem(shown, run, played)),
  );
}

function remindSeconds({ script: { remindHours = 24 } }: PlayedAlerts): number {
  return remindHours * 3600;
}

/** A message mentions the owners of the pipelines that it names, each once, and nobody else. */
function judgeMentions(step: AlertsStep, played: PlayedAlerts): void {
  const { script } = played;
  const { shown } = mentions[script.product];
  for (const text of step.texts) {
    const owners = shownIn(step, played)
      .map((run) => settingsOf(run, script))
      .filter(({ owner, severity }) => owner === "mention" && severity !== "info");
    const isMentioned = owners.length > 0;
    assert.equal(text.split(shown).length - 1, isMentioned ? 1 : 0, `mentions of ${shown} in ${text}`);
    if (script.product === "markdown") assert.ok(!/[@<>]/.test(text.replaceAll(shown, "")), text);
    if (script.product === "discord") assert.match(text, /"allowed_mentions":\{"parse":\[\]/);
    const addressed = text.match(/"type":"(?:user|usergroup|broadcast)"/g) ?? [];
    if (script.product === "slack") assert.equal(addressed.length, isMentioned ? 1 : 0, text);
  }
}

/** Without the keys, nothing is asked for that they need. */
function judgeRequests({ requests }: AlertsStep, { script: { notify, window } }: PlayedAlerts): void {
  const further = requests.filter((target) => /attachments|definitions=/.test(target));
  if (notify !== "changes" && window !== "since_last_report") assert.deepEqual(further, []);
  if (notify !== "changes")
    assert.deepEqual(
      further.filter((target) => target.includes("attachments")),
      [],
    );
}
