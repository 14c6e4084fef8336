import type { Agent } from "../../../shared/agent/agent";
import { messageOf } from "../../../shared/errors";
import { escapeMarkdown, escapeUnderscores } from "../../../shared/text/markdown";
import type { AlertsPart } from "../alerts";
import { words } from "../issue/parts";
import type { ProjectReport } from "../projects/check-project";
import type { ProjectsChecked } from "../projects/check-projects";
import type { AttachmentParts, ReportOrigin } from "../report/attachment";
import { quietText } from "../report/compose";
import { type Delivery, messageLine } from "../report/lines";
import { renderMonitorSummary } from "../report/summary";
import { renderTitle } from "../report/title";
import { withheldLines } from "../report/withheld";
import type { ComposedReport } from "./compose-report";

/** What publishing a report on the run's page needs. */
export interface PublishParts {
  agent: Agent;
  origin: ReportOrigin;
  alerts: AlertsPart | undefined;
}

/** Renders the summary on the run's page: of the only project, or of each with a heading. */
export function renderSummary(
  { message, quiet, mutes }: ComposedReport,
  { reports, unread }: ProjectsChecked,
  delivered: Delivery,
  { agent, alerts }: Pick<PublishParts, "agent" | "alerts">,
): string {
  const { sanitize } = agent;
  const name = (text: string) => escapeUnderscores(escapeMarkdown(sanitize(text)));
  const several = reports.length + unread.length > 1;
  const sections = reports.map((report, index) => {
    const { collected, sorted } = report;
    const own = [...sorted.reported.map(messageLine), ...sorted.notes];
    const text = renderMonitorSummary(
      {
        ...report,
        issues: sorted.reported,
        withheld: sorted.withheld.map(({ what }) => what),
        withheldLines: [
          ...withheldLines(sorted),
          ...(index === 0 && alerts !== undefined ? mutes.map(alerts.lastingLine) : []),
        ],
        lines: several ? own : message.lines,
        quiet: several ? quietText(collected, sorted.leftOut, sanitize) : quiet,
        // One message is for all projects.
        delivered: index === 0 ? delivered : "sent",
        figures: collected.figures,
        runCount: collected.runCount,
      },
      sanitize,
    );
    return several ? `### ${name(report.config.projectName)}\n\n${text}` : text;
  });
  const missing = unread.map(
    ({ projectName }) => `### ${name(projectName)}\n\nCould not be read; see the step's log.\n`,
  );
  return [...missing, ...sections].join("\n");
}

/** The tab offers the reports of a run in a list, which should stay short. */
const maxAttached = 20;

/**
 * Attaches a report for the tab: on the first project, and on each other one with issues. One that cannot be made costs a
 * warning.
 */
export async function attachReports(
  { message, quiet }: ComposedReport,
  { reports, unread }: ProjectsChecked,
  { agent, origin }: Pick<PublishParts, "agent" | "origin">,
): Promise<void> {
  try {
    const { attach } = await import("../report-text.js");
    const several = reports.length + unread.length > 1;
    const shown = reports.filter(({ collected }, index) => index === 0 || collected.issues.length > 0);
    for (const [index, report] of shown.slice(0, maxAttached).entries()) {
      const own = attachmentOf(
        report,
        several ? { ...origin, configuration: labelOf(report, origin) } : origin,
      );
      const sentence = several
        ? ownSentence(report, agent)
        : message.lines.length === 0
          ? [words(quiet)]
          : message.title;
      attach({ ...own, sentence }, agent, index === 0 ? undefined : `pipeline-monitor-${index + 1}`);
    }
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}

/** Returns what distinguishes the reports of several projects. */
function labelOf({ config }: ProjectReport, { configuration }: ReportOrigin): string {
  return `${configuration}, ${config.projectName}`;
}

function ownSentence(
  { config, collected, sorted }: ProjectReport,
  { sanitize }: Agent,
): AttachmentParts["sentence"] {
  const { reported, notes, leftOut } = sorted;
  return reported.length + notes.length === 0
    ? [words(quietText(collected, leftOut, sanitize))]
    : renderTitle({ name: config.projectName }, reported, notes);
}

function attachmentOf(
  { config, collected, sorted, since, until, runPage }: ProjectReport,
  origin: ReportOrigin,
): Omit<AttachmentParts, "sentence"> {
  const { runCount, figures, skipped, latestRuns: runs } = collected;
  const withheldNotes = sorted.withheldNotes.map(({ what }) => what);
  return {
    config,
    origin,
    since,
    until,
    issues: [...sorted.reported, ...sorted.withheld.map(({ what }) => what)],
    notes: [...sorted.notes, ...withheldNotes],
    skipped,
    runCount,
    figures,
    runs,
    runPage,
  };
}
