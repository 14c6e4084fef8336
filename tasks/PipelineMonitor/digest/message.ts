import type { Line, Message, Part } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { readable } from "../../../shared/text/time";
import { renderZone } from "../../../shared/text/zone";
import { numberOf, pipelineOf, strong, words } from "../issue/parts";
import {
  busyPipelines,
  failingPipelines,
  failingSentence,
  flakyPipelines,
  flakySentence,
  longestWait,
  minutesOf,
  slowerPipelines,
  slowerSentence,
} from "./compare";
import type { Digest, PipelineDigest } from "./figures";
import { renderBefore } from "./period";

/** How many pipelines a message names for each thing. */
const maxFailing = 5;
const maxSlower = 5;
const maxFlaky = 3;
const maxBusy = 3;

/** `ownRun` is the page of the monitor's own run; undefined outside a pipeline. */
export function digestMessage(digest: Digest, ownRun?: URL): Message {
  const { projectName, period } = digest;
  const dated = (seconds: number) => ({ time: seconds * 1000, zone: period.zone, isDated: true });
  return {
    header: "Pipeline digest",
    title: [{ name: projectName }, words(`: ${titleOf(digest)}`)],
    lines: [
      line("note", 0, [words(totalsOf(digest))]),
      ...failingPipelines(digest)
        .slice(0, maxFailing)
        .map((one) => about(one, "failure", 1, failingSentence(one, period))),
      ...slowerPipelines(digest)
        .slice(0, maxSlower)
        .map((one) => about(one, "warning", 2, slowerSentence(one))),
      ...waitLine(digest),
      ...flakyPipelines(digest)
        .slice(0, maxFlaky)
        .map((one) => about(one, "warning", 3, flakySentence(one))),
      ...agentLine(digest),
      ...ignoredLine(digest),
    ],
    footer: [
      words("Runs of the project that finished from "),
      dated(period.from),
      words(" to "),
      dated(period.until),
      words(`${renderZone(period.zone)}.`),
      ...(ownRun === undefined ? [] : [words(" "), { label: words("Monitor run"), url: ownRun }]),
    ],
  };
}

/** A line covers no issue of the report, so a message that is too long counts none. */
function line(severity: Line["severity"], rank: number, parts: readonly Part[]): Line {
  return { parts, severity, rank, issueCount: 0 };
}

function about({ pipeline }: PipelineDigest, severity: Line["severity"], rank: number, text: string): Line {
  return line(severity, rank, [strong({ name: pipeline }), words(`${text}.`)]);
}

function sumOf({ pipelines }: Digest, of: "current" | "before", figure: "runs" | "failures"): number {
  return pipelines.reduce((sum, pipeline) => sum + pipeline[of][figure], 0);
}

function titleOf(digest: Digest): string {
  const { period } = digest;
  const isNew = sumOf(digest, "before", "runs") === 0;
  const earlier = isNew ? "no runs" : String(sumOf(digest, "before", "failures"));
  const runs = pluralize(sumOf(digest, "current", "runs"), "run");
  const failed = `${sumOf(digest, "current", "failures")} failed`;
  return `${runs} in ${pluralize(period.days, "day")}, ${failed} (${earlier} ${renderBefore(period)})`;
}

function totalsOf(digest: Digest): string {
  const { period, pipelines } = digest;
  const of = (when: "current" | "before") => {
    const running = pipelines.filter((pipeline) => pipeline[when].runs > 0).length;
    const runs = pluralize(sumOf(digest, when, "runs"), "run");
    return `${runs} of ${pluralize(running, "pipeline")}, ${sumOf(digest, when, "failures")} failed`;
  };
  const before = renderBefore(period);
  const days = pluralize(period.days, "day");
  return `In ${days}: ${of("current")}. ${before[0]?.toUpperCase()}${before.slice(1)}: ${of("before")}.`;
}

function waitLine(digest: Digest): Line[] {
  const longest = longestWait(digest);
  if (longest === undefined) return [];
  const { run, seconds } = longest;
  const number = numberOf(run, digest.runPage(run.id));
  const wait = words(`, ${readable(seconds)}.`);
  const what = words("Longest wait in the queue: ");
  return [line("note", 4, [what, pipelineOf(run), words(" "), ...number, wait])];
}

function agentLine(digest: Digest): Line[] {
  const busy = busyPipelines(digest).slice(0, maxBusy);
  if (busy.length === 0) return [];
  const total = digest.pipelines.reduce((sum, { current }) => sum + current.times.totalSeconds, 0);
  const shares = busy.flatMap(({ pipeline, current }, index) => [
    words(index === 0 ? " Most used by " : ", "),
    { name: pipeline },
    words(` (${minutesOf(current.times.totalSeconds)})`),
  ]);
  return [line("note", 4, [words(`Agent minutes: ${minutesOf(total)}.`), ...shares, words(".")])];
}

function ignoredLine({ ignored }: Digest): Line[] {
  if (ignored === 0) return [];
  const text = `${pluralize(ignored, "record")} could not be read or had no finish time; not included.`;
  return [line("note", 0, [words(text)])];
}
