import { pluralize } from "../../../../shared/text/pluralize";
import { readable } from "../../../../shared/text/time";
import { type Digest, meanOf, type PipelineDigest, type Week } from "./figures";

/** A pipeline is slower from this increase on, in seconds and as a part of the time before. */
const slowerSeconds = 60;
const slowerPercent = 20;

export function failingPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current }) => current.failures);
}

/** Pipelines whose mean run time rose by a fifth and a minute, the largest rise first. */
export function slowerPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current, before }) => rise(meanOf(current), meanOf(before)));
}

/** Rises that are too small count as 0. */
function rise(current = Number.NaN, before = Number.NaN): number {
  const seconds = current - before;
  return seconds >= slowerSeconds && seconds * 100 >= before * slowerPercent ? seconds : 0;
}

export function flakyPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ flakyCommits }) => flakyCommits);
}

/** The longest use of agents first. */
export function busyPipelines(digest: Digest): PipelineDigest[] {
  return ranked(digest, ({ current }) => current.totalSeconds);
}

/** The largest figure first; none is 0. */
function ranked({ pipelines }: Digest, figureOf: (pipeline: PipelineDigest) => number): PipelineDigest[] {
  return pipelines.filter((one) => figureOf(one) > 0).sort((one, other) => figureOf(other) - figureOf(one));
}

/** Undefined if no run waited. */
export function longestWait({ pipelines }: Digest): PipelineDigest | undefined {
  const [longest] = [...pipelines].sort((one, other) => other.longestWaitSeconds - one.longestWaitSeconds);
  return longest !== undefined && longest.longestWaitSeconds > 0 ? longest : undefined;
}

export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

/** Renders "5 of 40 runs failed". */
export function failedClause({ runs, failures }: Pick<Week, "runs" | "failures">): string {
  return runs === 0 ? "no runs" : `${failures} of ${pluralize(runs, "run")} failed`;
}

/** Renders "5 of 40 runs failed (3 of 42 the week before)". */
export function failingClause(
  current: Pick<Week, "runs" | "failures">,
  before: Pick<Week, "runs" | "failures">,
): string {
  const earlier = before.runs === 0 ? "no runs" : `${before.failures} of ${before.runs}`;
  return `${failedClause(current)} (${earlier} the week before)`;
}

export function slowerClause({ current, before }: PipelineDigest): string {
  const [now = 0, earlier = 0] = [meanOf(current), meanOf(before)];
  return `got slower: ${readable(now)} on average (${readable(earlier)} the week before)`;
}
