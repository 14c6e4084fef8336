import assert from "node:assert/strict";
import { episodesOf, seenBy, targetsFor, timeOf, waits } from "./targets-oracle";
import { pager, pipelineNames } from "./targets-script";
import type { PlayedTargets, TargetsStep } from "./targets-world";

/** An alert is opened once for a problem, and open as long as it lasts. `isConfirmed`: whether the service has confirmed all. */
export function judgePager(
  step: TargetsStep,
  { script, runs, steps }: PlayedTargets,
  isConfirmed: boolean,
): void {
  judgeOpening(step, steps);
  for (const pipeline of pipelineNames) {
    const what = `the alert of ${pipeline} ${timeOf(step)}`;
    const isOpen = step.open.some((title) => title.startsWith(`${pipeline} failed`));
    if (!targetsFor(pipeline, script).includes(pager)) assert.ok(!isOpen, `${what} is for nobody`);
    else {
      const seen = seenBy(step, runs, pipeline);
      const many = episodesOf(seen).filter(({ failures }) => failures.length >= script.afterFailures);
      const isLasting = seen.at(-1)?.isFailure === true;
      const isWaiting = waits(pipeline, step, script);
      const isMany = many.at(-1)?.failures.at(-1) === seen.at(-1);
      const wasOpened = openedBy(step).includes(pipeline);
      // If the pipeline fails again before a report tells that it works, the alert is one for that, too.
      assert.ok(!wasOpened || (many.length > 0 && !isWaiting), `${what} is opened too early`);
      if (!isConfirmed || step.isUnknown) continue;
      // Nobody knows of an alert from before the memory was lost, if all was well since.
      const isCovered = (seen.at(-1)?.finish ?? 0) >= step.coveredFrom;
      if (isLasting) assert.ok(isOpen || !isMany || isWaiting || !isCovered, `${what} is not open`);
      else assert.ok(!isOpen || !isCovered, `${what} is left open`);
    }
  }
}

/** A problem whose alert is open is not opened again, unless that is not known for certain. */
function judgeOpening(step: TargetsStep, steps: readonly TargetsStep[]): void {
  for (const pipeline of openedBy(step, " again")) {
    const opened = steps
      .slice(0, steps.indexOf(step))
      .findLastIndex((one) => openedBy(one, "").includes(pipeline));
    const since = opened === -1 ? [step] : steps.slice(opened, steps.indexOf(step) + 1);
    const isKnown = opened !== -1 && step.reports.includes(since[0] ?? step);
    const isSure = since.every(({ received }) => received.get(pager)?.every((one) => one.isConfirmed));
    assert.ok(!(isKnown && isSure), `the alert of ${pipeline} is opened again ${timeOf(step)}`);
  }
}

/** With `again`, only the pipelines whose alerts were open already, or only those whose alerts were not. */
function openedBy({ received }: TargetsStep, again?: "" | " again"): string[] {
  return (received.get(pager) ?? []).flatMap(({ effect = "" }) => {
    const [, joins, pipeline = ""] = /^open( again)?: (.*?) failed/.exec(effect) ?? [];
    return pipeline !== "" && (again === undefined || again === (joins ?? "")) ? [pipeline] : [];
  });
}
