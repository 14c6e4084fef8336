import { hasSucceeded, type Issue, pipelineNameOf, runOf } from "../issue/issue";
import { fingerprint, type KnownAlert, missedRow, projectFingerprint, rowOf } from "../issue/memory";
import { isChecked, type ProjectReport } from "../issue/report";
import { endedKey } from "./follow";
import { identityOf, stateKeyOf } from "./identity";
import { silencedBy } from "./marks";

/** The alerts to open for a report, each with its issue, and those to close. */
export interface AlertChanges {
  open: readonly AlertToOpen[];
  close: readonly KnownAlert[];
  /** Those of pipelines that are well, which may be open from a time that is not remembered. */
  doubtful: readonly KnownAlert[];
}

interface AlertToOpen {
  alert: KnownAlert;
  issue: Issue;
  /** Whether the alert of an earlier problem, which has ended since, is closed first. */
  isNext: boolean;
}

/**
 * People are paged for a pipeline and branch, its stuck runs, its schedule, or the project. Undefined for a
 * problem that is still to come.
 */
function rowOfAlert(issue: Issue): string | undefined {
  const { about, code, isState = false } = issue;
  if (about === "project") return fingerprint(["project", code]);
  if ("pipeline" in about && isState) return undefined;
  const run = runOf(issue);
  if (run !== undefined && run.finishTime === undefined) return stuckRow(rowOf(run));
  return identityOf(issue)?.row ?? stateKeyOf(issue);
}

function stuckRow(row: string): string {
  return fingerprint([row, "stuck"]);
}

/** Undefined if nobody is paged for the issue. */
export function alertOf({ config }: Pick<ProjectReport, "config">, issue: Issue): KnownAlert | undefined {
  const row = rowOfAlert(issue);
  if (row === undefined) return undefined;
  const project = projectFingerprint(config);
  const pipeline = pipelineNameOf(issue);
  const isState = stateKeyOf(issue) !== undefined;
  return {
    key: fingerprint([project, row]),
    project,
    pipeline,
    ...(isState ? { isState } : { at: issue.at }),
  };
}

/**
 * Compares the problems that last with the alerts that are known. What is opened joins an alert that is open all the
 * same, and what is closed does nothing without one.
 */
export function alertChanges(
  report: ProjectReport,
  before: readonly KnownAlert[],
  takes: (pipeline: string | undefined) => boolean,
): AlertChanges {
  const { issues, isWhole } = report;
  const silenceOf = silencedBy(report);
  const isUnwatched = ({ pipeline }: KnownAlert) =>
    silenceOf(pipeline)?.by === "mute" ||
    (pipeline !== undefined && report.config.pipelines.entryFor(pipeline).limits === undefined);
  const lasting = keysOfLasting(report);
  const isOver = (alert: KnownAlert) =>
    // A stuck run lasts while the check that finds it is skipped.
    isUnwatched(alert) || (!lasting.has(alert.key) && (isWhole || alert.isState !== true));
  const open = new Map<string, AlertToOpen>();
  const over = new Map<string, KnownAlert>();
  const known = before.filter(({ project }) => project === projectFingerprint(report.config));
  const mayBeOpen = known.filter(({ isClosed = false }) => !isClosed);
  const openBefore = new Map(mayBeOpen.map((alert) => [alert.key, alert]));
  for (const issue of issues) {
    const isTold = issue.silenced === undefined;
    const alert = isTold || issue.silenced?.by === "hours" ? alertOf(report, issue) : undefined;
    if (alert === undefined || open.has(alert.key)) continue;
    const last = openBefore.get(alert.key);
    const isNext = last !== undefined && hasEndedBetween(last, issue, report);
    // A step that was lost may have opened alerts of problems that have ended.
    if (isOver(alert)) over.set(alert.key, alert);
    else if (isTold && (last === undefined || last.isUnsure || isNext))
      open.set(alert.key, { alert, issue, isNext });
  }
  for (const alert of mayBeOpen) if (isOver(alert)) over.set(alert.key, alert);
  const settled = new Set([...known.map(({ key }) => key), ...over.keys()]);
  const doubtful = wellAlerts(report, takes).filter((alert) => isOver(alert) && !settled.has(alert.key));
  return { open: [...open.values()], close: [...over.values()], doubtful };
}

/** True if the alert's problem ended before another began. A step that was lost may have closed the alert. */
function hasEndedBetween(
  { at: from = Infinity }: KnownAlert,
  issue: Issue,
  { records }: ProjectReport,
): boolean {
  const { at: until = 0 } = issue;
  const row = identityOf(issue)?.row;
  return records.some((record) => {
    if (!("run" in record) || !hasSucceeded(record.run)) return false;
    const { finishTime = 0 } = record.run;
    return finishTime >= from && finishTime <= until && rowOf(record.run) === row;
  });
}

/** A silenced recovery is one for those who were paged, too. */
function keysOfLasting({ config, issues, followed }: ProjectReport): Set<string> {
  const project = projectFingerprint(config);
  const told = (followed?.problems ?? []).filter(({ wasTold, key }) => wasTold && key !== endedKey);
  const states = issues.flatMap((issue) => {
    const isElsewhere = issue.silenced?.by === "route";
    return stateKeyOf(issue) === undefined || isElsewhere ? [] : (alertOf({ config }, issue)?.key ?? []);
  });
  return new Set([...told.map(({ row }) => fingerprint([project, row])), ...states]);
}

/** The alerts that pipelines with a successful run may have. */
function wellAlerts({ config, records }: ProjectReport, takes: (pipeline: string) => boolean): KnownAlert[] {
  const project = projectFingerprint(config);
  const rows = new Map<string, string>();
  for (const record of records) {
    if (!("run" in record) || !hasSucceeded(record.run) || !isChecked(config, record.run)) continue;
    const { pipeline } = record.run;
    if (!takes(pipeline)) continue;
    rows.set(rowOf(record.run), pipeline);
    if (config.keys.check_unfinished === true) rows.set(stuckRow(rowOf(record.run)), pipeline);
    const isLearned = config.pipelines.entryFor(pipeline).learned !== undefined;
    if (isLearned || config.schedules.some((scheduled) => scheduled.pipeline === pipeline))
      rows.set(missedRow(pipeline), pipeline);
  }
  return [...rows].map(([row, pipeline]) => ({ key: fingerprint([project, row]), project, pipeline }));
}
