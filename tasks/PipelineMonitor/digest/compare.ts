import { pluralize } from "../../../shared/text/pluralize";
import { readable } from "../../../shared/text/time";
import { otherPipelines } from "../render/figures";
import type { Digest, LongestWait, PipelineDigest } from "./figures";
import { type Period, renderBefore } from "./period";

/** A pipeline is slower from this increase on, in seconds and as a part of the time before. */
const slowerSeconds = 60;
const slowerPercent = 20;

/** "+12 %", "-5 %", or "new" without a time before; empty without a time now. */
export function renderChange(current: number | undefined, before: number | undefined): string {
  if (current === undefined) return "";
  if (before === undefined) return "new";
  if (before === 0 && current > 0) return "from 0 s";
  const percent = Math.round(((current - before) * 100) / Math.max(before, 1));
  return `${percent > 0 ? "+" : ""}${percent} %`;
}

export function failingPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current }) => current.failures);
}

/** Pipelines whose mean or 99th percentile rose by a fifth and a minute, the largest rise first. */
export function slowerPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current, before }) =>
    Math.max(rise(current.mean, before.mean), rise(current.percentile99, before.percentile99)),
  );
}

/** Rises that are too small count as 0. */
function rise(current = Number.NaN, before = Number.NaN): number {
  const seconds = current - before;
  return seconds >= slowerSeconds && seconds * 100 >= before * slowerPercent ? seconds : 0;
}

export function flakyPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ flakiness }) => flakiness.failures);
}

/** The longest use of agents first. */
export function busyPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current }) => current.times.totalSeconds);
}

/** The largest figure first; none is 0. The pipelines that share a name for others say nothing about one pipeline. */
function ranked({ pipelines }: Digest, figureOf: (pipeline: PipelineDigest) => number): PipelineDigest[] {
  return pipelines
    .filter((one) => one.pipeline !== otherPipelines && figureOf(one) > 0)
    .sort((one, other) => figureOf(other) - figureOf(one));
}

export function longestWait({ pipelines }: Digest): LongestWait | undefined {
  const waits = pipelines.flatMap((pipeline) => pipeline.longestWait ?? []);
  const [longest] = waits.sort((one, other) => other.seconds - one.seconds);
  return longest !== undefined && longest.seconds > 0 ? longest : undefined;
}

export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

/** Renders what follows the name of a pipeline: ": 5 of 40 runs failed (3 of 42 the week before)". */
export function failingSentence({ current, before }: PipelineDigest, period: Period): string {
  const earlier =
    before.runs === 0
      ? `no runs ${renderBefore(period)}`
      : `${before.failures} of ${before.runs} ${renderBefore(period)}`;
  return `: ${current.failures} of ${pluralize(current.runs, "run")} failed (${earlier})`;
}

export function slowerSentence({ current, before }: PipelineDigest): string {
  const time = (seconds = 0, earlier = 0) => `${readable(seconds)} (${renderChange(seconds, earlier)})`;
  const mean = time(current.mean, before.mean);
  return ` got slower: mean run time ${mean}, 99 % within ${time(current.percentile99, before.percentile99)}`;
}

export function flakySentence({ flakiness: { commits, failures } }: PipelineDigest): string {
  const failed = pluralize(failures, "failed run");
  return ` is flaky: runs failed and passed on ${pluralize(commits, "commit")} (${failed})`;
}
