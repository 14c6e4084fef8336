import type { Message, OwnedPipelines } from "../../../shared/chat/message";
import type { AlertsPart } from "../alerts";
import { type LeftOut, sumLeftOut } from "../alerts/left-out";
import type { MutedEntry } from "../alerts/mutes";
import type { CheckParts } from "../checks/optional-check";
import { composeCollected } from "../collect-issues";
import type { Config } from "../config/parse";
import type { Note } from "../issue/issue";
import { words } from "../issue/parts";
import type { ProjectReport } from "../projects/check-project";
import type { ProjectsChecked } from "../projects/check-projects";
import { quietText } from "../report/compose";
import { header, type IssueLine } from "../report/lines";
import { renderFooter, renderTitle } from "../report/title";

/** What a run of the monitor reports, of all projects together. */
export interface ComposedReport {
  message: Message;
  issueLines: readonly IssueLine[];
  /** What is printed if there is no message. */
  quiet: string;
  /** The names of everything that was skipped. */
  skipped: readonly string[];
  /** The mutes that last. */
  mutes: readonly MutedEntry[];
  runCount: number;
  /** The issues that are neither muted nor in a maintenance window. */
  issueCount: number;
  /** Those among them that are a reason for the step to warn or fail. */
  alarmCount: number;
}

/** What composing a report needs. */
export interface ComposeParts extends Pick<CheckParts, "agent" | "cancelled"> {
  ownRun: URL | undefined;
  alerts: AlertsPart | undefined;
  /** Whether all projects were to be checked. */
  isComplete: boolean;
}

/** Composes the report on all projects. Warns of mutes that have ended. */
export async function composeReport(
  config: Config,
  { reports, unread }: ProjectsChecked,
  skippedBefore: readonly string[],
  { ownRun, alerts, isComplete, ...parts }: ComposeParts,
): Promise<ComposedReport> {
  const { agent } = parts;
  const severalNamed = reports.length + unread.length > 1;
  const { lasting, notes, warnings } = findMutes(config, reports, alerts);
  for (const warning of warnings) agent.warn(agent.sanitize(warning));
  const ownNotes = [...unread.map(unreadNote), ...notes];
  const sections = reports.map((report) => ({
    project: severalNamed ? report.config.projectName : undefined,
    issues: report.sorted.reported,
    notes: report.sorted.notes,
  }));
  const leftOut = sumLeftOut(reports.map(({ sorted }) => sorted.leftOut));
  const skippedChecks = [
    ...new Set([...skippedBefore, ...reports.flatMap(({ collected }) => collected.skipped)]),
  ];
  const all = [...sections, { project: undefined, issues: [], notes: ownNotes }];
  const { issueLines, lines, skipped } = await composeCollected(all, leftOut, skippedChecks, parts);
  const runCount = reports.reduce((sum, { collected }) => sum + collected.runCount, 0);
  const owners = ownersOf(reports);
  const message: Message = {
    header,
    title: renderTitle(
      severalNamed ? words(`${sections.length + unread.length} projects`) : { name: config.projectName },
      sections.flatMap(({ issues }) => issues),
      all.flatMap(({ notes }) => notes),
    ),
    lines,
    footer: renderFooter({
      projectCount: reports.length,
      runCount,
      since: Math.min(...reports.map(({ since }) => since)),
      until: Math.max(...reports.map(({ until }) => until)),
      ownRun,
    }),
    ...(owners.length === 0 ? {} : { owners }),
  };
  const isWhole = isComplete && unread.length === 0 && reports.every(({ collected }) => collected.isWhole);
  return {
    message,
    issueLines,
    quiet: quietText({ isWhole }, leftOut, agent.sanitize),
    skipped: [...unread.map(({ projectName }) => `the project ${agent.sanitize(projectName)}`), ...skipped],
    mutes: lasting,
    runCount,
    issueCount: countIssues(reports, leftOut),
    alarmCount: reports.reduce((sum, { sorted }) => sum + sorted.alarmCount, 0),
  };
}

function countIssues(reports: readonly ProjectReport[], { silencedCount }: LeftOut): number {
  return reports.reduce((sum, { collected }) => sum + collected.issues.length, 0) - silencedCount;
}

/** Returns the mutes as of this report. A mute that ended since the last one has just ended. */
function findMutes(
  config: Config,
  [report]: readonly ProjectReport[],
  alerts: AlertsPart | undefined,
): { lasting: readonly MutedEntry[]; notes: readonly Note[]; warnings: readonly string[] } {
  if (report === undefined || alerts === undefined) return { lasting: [], notes: [], warnings: [] };
  const { from, dueFrom, until } = report.window;
  const lastReport = report.knownUntil ?? (Number.isFinite(from) ? from : dueFrom);
  const now = Math.min(until, Math.floor(report.until / 1000));
  const { lasting, ended, past } = alerts.mutesAt(config.pipelines, lastReport, now);
  return { lasting, notes: ended.map(alerts.endedNote), warnings: past.map(alerts.pastWarning) };
}

function unreadNote({ projectName }: Config): Note {
  return {
    parts: [words("The project "), { name: projectName }, words(" could not be read; see the step's log.")],
    severity: "failure",
    // A shortened message must still say that a project was not checked.
    rank: -100,
    issueCount: 0,
    tally: { thing: "project", what: "could not be read" },
  };
}

/** Returns the owners to mention, each once, with their pipelines. */
function ownersOf(reports: readonly ProjectReport[]): OwnedPipelines[] {
  const pipelines = new Map<string, Set<string>>();
  for (const { owner, pipeline } of reports.flatMap(({ sorted }) => sorted.mentions))
    pipelines.set(owner, (pipelines.get(owner) ?? new Set()).add(pipeline));
  return [...pipelines].map(([owner, names]) => ({ owner, pipelines: [...names] }));
}
