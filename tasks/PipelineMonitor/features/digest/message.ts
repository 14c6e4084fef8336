import type { Line, Message, Part } from "../../../../shared/chat/message";
import { pluralize } from "../../../../shared/text/pluralize";
import { readable } from "../../../../shared/text/time";
import { renderZone } from "../../../../shared/text/zone";
import { datedMoment, strong, words } from "../../issue/parts";
import {
  beginOf,
  type Digest,
  failedClause,
  failingClause,
  minutesOf,
  type PipelineDigest,
  ranked,
  slowerClause,
  slowerPipelines,
  sumOf,
  type Week,
} from "./figures";

/** How many pipelines a message names for each thing. */
const maxFailing = 5;
const maxSlower = 5;
const maxFlaky = 3;
const maxBusy = 3;
/** How many warnings of the platform it has, and how many pipelines it names for each. */
const maxWarnings = 5;
const maxWarned = 3;

/** `ownRun` is the page of the monitor's own run; undefined outside a pipeline. */
export function digestMessage(digest: Digest, ownRun?: URL): Message {
  const { projectName, period, unwatchedHours } = digest;
  const current = sumOf(digest.pipelines.map((pipeline) => pipeline.current));
  const before = sumOf(digest.pipelines.map((pipeline) => pipeline.before));
  const beginningOf = (day: number) => datedMoment(beginOf(day, period), period.zone);
  return {
    header: "Pipeline digest",
    title: [{ name: projectName }, words(`: ${failedClause(current)} in a week`)],
    lines: [
      line("note", 0, [words(`All pipelines: ${failingClause(current, before)}.`)]),
      ...ranked(digest, (pipeline) => pipeline.current.failures)
        .slice(0, maxFailing)
        .map((failing) =>
          about(failing, "failure", 1, `: ${failingClause(failing.current, failing.before)}`),
        ),
      ...slowerPipelines(digest)
        .slice(0, maxSlower)
        .map((slower) => about(slower, "warning", 2, ` ${slowerClause(slower)}`)),
      ...waitLine(digest),
      ...ranked(digest, ({ flakyCommits }) => flakyCommits)
        .slice(0, maxFlaky)
        .map((flaky) => {
          const commits = pluralize(flaky.flakyCommits, "commit");
          return about(flaky, "warning", 3, ` is flaky: runs failed and passed on ${commits}`);
        }),
      ...digest.totals.map((total) => line("note", 3.2, total)),
      ...warningLines(digest),
      ...agentLine(digest, current),
      ...(unwatchedHours === 0
        ? []
        : [line("note", 0, [words(`Nobody watched for ${pluralize(unwatchedHours, "hour")} of the week.`)])]),
    ],
    footer: [
      words("Runs of the project that were queued from "),
      beginningOf(period.from),
      words(" to "),
      beginningOf(period.until),
      words(`${renderZone(period.zone)}.`),
      ...(ownRun === undefined ? [] : [words(" "), { label: words("Monitor run"), url: ownRun }]),
    ],
  };
}

function line(severity: Line["severity"], rank: number, parts: readonly Part[]): Line {
  return { parts, severity, rank };
}

function about({ pipeline }: PipelineDigest, severity: Line["severity"], rank: number, text: string): Line {
  return line(severity, rank, [strong({ name: pipeline }), words(`${text}.`)]);
}

function waitLine(digest: Digest): Line[] {
  const [longest] = ranked(digest, ({ longestWaitSeconds }) => longestWaitSeconds);
  if (longest === undefined) return [];
  const { pipeline, longestWaitId, longestWaitSeconds } = longest;
  const run = { label: words("run"), url: digest.runPage(longestWaitId) };
  const wait = words(`, ${readable(longestWaitSeconds)}.`);
  const what = words("Longest wait in the queue: ");
  return [line("note", 4, [what, { name: pipeline }, words(" "), run, wait])];
}

/** The longest use of agents first. */
function agentLine(digest: Digest, { totalSeconds }: Week): Line[] {
  const busy = ranked(digest, ({ current }) => current.totalSeconds).slice(0, maxBusy);
  if (busy.length === 0) return [];
  const shares = busy.flatMap(({ pipeline, current }, index) => [
    words(index === 0 ? " Most used by " : ", "),
    { name: pipeline },
    words(` (${minutesOf(current.totalSeconds)})`),
  ]);
  return [line("note", 4, [words(`Agent minutes: ${minutesOf(totalSeconds)}.`), ...shares, words(".")])];
}

/** "Azure Pipelines warns in nightly import, price feed, and 3 more: The windows-2019 runner image is being deprecated." */
function warningLines({ warnings }: Digest): Line[] {
  const left = warnings.length - maxWarnings;
  const more = `${pluralize(left, "more warning")} of Azure Pipelines: see the monitor's run.`;
  return [
    ...warnings.slice(0, maxWarnings).map(({ text, pipelines }) => {
      const unnamed = pipelines.length - maxWarned;
      return line("warning", 3.5, [
        words("Azure Pipelines warns in "),
        ...pipelines
          .slice(0, maxWarned)
          .flatMap((name, index) => [words(index === 0 ? "" : ", "), strong({ name })]),
        words(unnamed > 0 ? `, and ${unnamed} more: ` : ": "),
        { name: text },
        words(/[.!?]$/.test(text) ? "" : "."),
      ]);
    }),
    ...(left > 0 ? [line("note", 3.5, [words(more)])] : []),
  ];
}
