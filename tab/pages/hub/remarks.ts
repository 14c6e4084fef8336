import { groupBy } from "../../../shared/group-by";
import type { NameOf } from "../../../shared/subject";
import { branchKey } from "../../geometry/failing";
import { timeOf } from "../../geometry/monitors";
import { shortBranch } from "../../geometry/project-run";
import type { Claim } from "../../geometry/wrong-now";
import { type Clock, momentText } from "../../words/clock";
import { leftOutText } from "../../words/report-words";
import type { Reading } from "./read-hub";
import type { NamedMonitor } from "./read-monitors";

/** Sentences on what could not be read or checked. */
export function gapsOf(monitor: NamedMonitor, clock: Clock): string[] {
  const { name, run, reportRun, steps, problem, isLacking } = monitor;
  const noReport = `${name} has no report on its last run.`;
  const [first, ...others] = [
    ...(problem === undefined ? [] : [`The report of ${name} ${run.number} could not be read: ${problem}`]),
    ...steps.flatMap(({ reports, problems }) => {
      const cut = reports.map(leftOutText).filter((text) => text !== "");
      const skipped = [...new Set(reports.flatMap(({ skippedChecks }) => skippedChecks))].join(", ");
      return [
        ...[...problems, ...cut].map((text) => `${name}: ${text}`),
        ...(reports.length + problems.length === 0 ? [noReport] : []),
        ...(skipped === "" ? [] : [`${name} could not check ${skipped}; see the step's log.`]),
      ];
    }),
    ...(isLacking ? [noReport] : []),
  ];
  if (first === undefined) return [];
  const isOlder = reportRun !== undefined && reportRun !== run;
  const older = isOlder ? ` The one of ${momentText(timeOf(reportRun), clock)} is shown.` : "";
  return [`${first}${older}`, ...others];
}

/** One for each run that waits for a person, unless that is a problem. */
export function waitsOf(
  { open }: Reading,
  problems: readonly Claim[],
  nameOf: NameOf,
  clock: Clock,
): string[] {
  return (open?.unfinished.runs ?? []).flatMap((run) => {
    const wait = open?.waits.get(run.id);
    if (wait === undefined || problems.some(({ runUrl }) => runUrl === run.url)) return [];
    const since = wait.since === undefined ? "" : ` since ${momentText(wait.since, clock)}`;
    return [`${nameOf(run)} ${run.number} ${wait.what}${since}.`];
  });
}

/** One for each branch whose runs do not speak for a monitor. */
export function remarksOf({ untrusted, listed }: Reading, nameOf: NameOf, clock: Clock): string[] {
  const branches = groupBy(untrusted, branchKey);
  return [...branches.values()].map(([run]) => {
    const { pipeline } = run;
    const speaking = listed.runs.find(
      (other) => other.pipeline.id === pipeline.id && !untrusted.includes(other),
    );
    const only = speaking === undefined ? "its default branch" : shortBranch(speaking.branch);
    return (
      `${nameOf({ pipeline })} also ran on ${shortBranch(run.branch)}, at ${momentText(timeOf(run), clock)}. What it reported there is ` +
      `not shown: only runs on ${only} speak for the monitor.`
    );
  });
}
