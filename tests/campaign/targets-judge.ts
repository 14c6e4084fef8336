import assert from "node:assert/strict";
import { buildAuth, token } from "../packaged/monitor-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { leaks } from "../sandbox/leaks";
import { pagingKey } from "../sandbox/paging";
import { judgePager } from "./targets-alerts-judge";
import {
  type Episode,
  episodesOf,
  type PlayedRun,
  seenBy,
  targetsFor,
  timeOf,
  waits,
} from "./targets-oracle";
import { chatNames, pager, pipelineNames, type TargetName } from "./targets-script";
import type { PlayedTargets, TargetsStep } from "./targets-world";

/** The invariants of a monitor with several targets, judged by what these received. Throws what is broken. */
export function judgeTargets(played: PlayedTargets): void {
  for (const step of played.steps) {
    const { result, received } = step;
    const { ending } = step.hour;
    const chats = chatNames.filter((name) => received.has(name));
    for (const chat of chats) judgeTold(chat, step, played);
    const isDisturbed = ending === "cancelled" || ending === "killed";
    if (endedFromOutside(result, isDisturbed ? ending : "undisturbed")) continue;
    judgeEnding(result, 900);
    const messages = chats.flatMap((chat) => received.get(chat)?.flatMap(({ effect = [] }) => effect) ?? []);
    assert.deepEqual(
      leaks(result, [token, buildAuth, pagingKey, "7f3kq9zt2wcanary"], { messages: messages.join("\n") }),
      [],
    );
    if (result.outputs["delivered"] === undefined) {
      assert.equal(ending, "cancelled", result.log.join("\n"));
      continue;
    }
    judgeDelivered(step);
    for (const chat of chats) if (hasConfirmed(chat, step)) judgeUntold(chat, step, played);
    judgePager(step, played, hasConfirmed(pager, step));
  }
}

/** The last try of each request counts. */
function hasConfirmed(target: TargetName, { received }: TargetsStep): boolean {
  const last = new Map(received.get(target)?.map(({ body, isConfirmed }) => [body, isConfirmed]));
  return [...last.values()].every((isConfirmed) => isConfirmed);
}

/** A report is delivered only if every target has all that is for it. */
function judgeDelivered(step: TargetsStep): void {
  const isAll = [...step.received.keys()].every((target) => hasConfirmed(target, step));
  const isNeeded = [...step.received.values()].some((all) => all.length > 0);
  const expected = isAll ? (isNeeded ? "sent" : "notNeeded") : "failed";
  assert.equal(step.result.outputs["delivered"], expected, `delivered ${timeOf(step)}`);
}

/** The ids of runs: failed ones, and those with which a pipeline works again. */
interface Told {
  failures: ReadonlySet<number>;
  ends: ReadonlySet<number>;
}

/** With `isSure`, only what the chat has confirmed. */
function toldBy(steps: readonly TargetsStep[], chat: TargetName, isSure: boolean): Told {
  const lines = steps
    .flatMap(({ received }) => received.get(chat) ?? [])
    .flatMap(({ effect = "", isConfirmed }) => (isSure && !isConfirmed ? [] : effect.split("\n")));
  const idsIn = (some: readonly string[]) =>
    new Set(some.flatMap((line) => [...line.matchAll(/buildId=(\d+)\)/g)].map(([, id]) => Number(id))));
  const isEnd = (line: string) => /works again\b/.test(line);
  return { failures: idsIn(lines.filter((line) => !isEnd(line))), ends: idsIn(lines.filter(isEnd)) };
}

/** A chat is told only what it has to know, and nothing again that it is known to have been told. */
function judgeTold(chat: TargetName, step: TargetsStep, { script, runs, steps }: PlayedTargets): void {
  const told = toldBy([step], chat, false);
  const known = toldBy(step.reports, chat, true);
  const ever = toldBy(steps.slice(0, steps.indexOf(step) + 1), chat, false);
  for (const run of runs) {
    if (!told.failures.has(run.id) && !told.ends.has(run.id)) continue;
    const what = `run ${run.id} of ${run.pipeline} ${timeOf(step)}, told to ${chat},`;
    assert.ok(targetsFor(run.pipeline, script).includes(chat), `${what} is for others`);
    assert.ok(!waits(run.pipeline, step, script), `${what} does not wait for business hours`);
    assert.equal(told.failures.has(run.id), run.isFailure, `${what} is called something else`);
    const seen = seenBy(step, runs, run.pipeline);
    const episodes = episodesOf(seen);
    if (run.isFailure) {
      const episode = episodes.find(({ failures }) => failures.includes(run));
      assert.ok(episode !== undefined && isMany(episode, script.afterFailures), `${what} is one of too few`);
      assert.ok(!isTold(episode, known), `${what} is told again`);
    } else {
      const ended = episodes.findLast((one) => isBefore(one, run) && isTold(one, ever));
      const isForgotten = step.isUnknown || step.coveredFrom > 0;
      assert.ok(isForgotten || ended !== undefined, `${what} ends what was not told`);
      const wasEnded = ended !== undefined && endsOf(ended, seen).some(({ id }) => known.ends.has(id));
      assert.ok(!wasEnded, `${what} is told again`);
    }
  }
}

/** When a chat has confirmed its message, it knows of every problem until then, and of its end. */
function judgeUntold(chat: TargetName, step: TargetsStep, { script, runs }: PlayedTargets): void {
  const told = toldBy([...step.reports, step], chat, false);
  for (const pipeline of pipelineNames) {
    if (!targetsFor(pipeline, script).includes(chat) || waits(pipeline, step, script)) continue;
    const seen = seenBy(step, runs, pipeline);
    const episodes = episodesOf(seen).filter((one) => isMany(one, script.afterFailures));
    // Of what waited, the latest stands for all.
    const hasWaited = step.reports.some((one) => waits(pipeline, one, script));
    for (const episode of hasWaited ? episodes.slice(-1) : episodes) {
      const isCovered = episode.failures.some(({ finish }) => finish >= step.coveredFrom);
      const what = `${pipeline} failed with run ${episode.failures[0]?.id} ${timeOf(step)}`;
      assert.ok(!isCovered || isTold(episode, told), `${what}, and ${chat} does not know`);
    }
    const last = episodes.findLast((one) => isTold(one, told));
    if (last === undefined || seen.at(-1)?.isFailure !== false) continue;
    const isEnded = endsOf(last, seen).some(({ id }) => told.ends.has(id));
    assert.ok(isEnded, `${pipeline} works ${timeOf(step)}, and ${chat} does not know`);
  }
}

function isMany({ failures }: Episode, afterFailures: number): boolean {
  return failures.length >= afterFailures;
}

function isTold({ failures }: Episode, told: Told): boolean {
  return failures.some(({ id }) => told.failures.has(id));
}

function isBefore({ failures }: Episode, { finish }: PlayedRun): boolean {
  return failures.every((failure) => failure.finish < finish);
}

function endsOf(episode: Episode, seen: readonly PlayedRun[]): PlayedRun[] {
  return seen.filter((run) => !run.isFailure && isBefore(episode, run));
}
