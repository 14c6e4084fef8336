import type { Agent } from "../../../shared/agent/agent";
import { type Run, runsIn } from "../../../shared/azure-devops/records";
import { type Line, type Part, plainText } from "../../../shared/chat/message";
import { medianOf } from "../../../shared/journal/median";
import type { ProjectJournal } from "../../../shared/journal/schema";
import { attachReport } from "../../../shared/report/attach";
import { cutMonitorReport } from "../../../shared/report/cut-monitor";
import { monitorTag, reportVersion, type Verdict } from "../../../shared/report/form";
import { originMembers } from "../../../shared/report/origin-members";
import type { MonitorReport } from "../../../shared/report/schema";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, runOf } from "../issue/issue";
import { missedBy } from "../issue/ledger";
import { words } from "../issue/parts";
import { problemsOf } from "../issue/problems";
import {
  type CheckedRun,
  isChecked,
  type Lasting,
  listedRecords,
  type ProjectReport,
  type Report,
  type ReportOrigin,
} from "../issue/report";
import { blockOfNote, sentenceOf } from "./blocks";
import { withContextApart } from "./few-runs";
import { latestRuns, type PipelineFigures, type Times } from "./figures";
import { renderHeading } from "./heading";
import { allFiguresOf, problemsByRow } from "./pipeline-table";
import { problemEntry, problemsInOrder } from "./problems";
import { projectBlocks } from "./project-blocks";
import { renderTitle } from "./title";
import { quietText, unsilenced } from "./totals";

export type Attached = Pick<
  ProjectReport,
  | "issues"
  | "records"
  | "notes"
  | "lasting"
  | "sections"
  | "skipped"
  | "config"
  | "window"
  | "runCount"
  | "runPage"
  | "journal"
> & {
  origin: ReportOrigin;
  /** Problems that are about no project; only the first report has them. */
  general: readonly Lasting[];
  /** In milliseconds since 1970. */
  since: number;
  until: number;
  /** The current problems. */
  problems: MonitorReport["problems"];
  /** The same in one sentence; without a problem, what the message says. */
  sentence: readonly Part[];
  figures: readonly PipelineFigures[];
  /** The latest runs, at most as many as a report holds. */
  runs: readonly CheckedRun[];
};

/** The tab offers the reports of a run in a list, which should stay short. */
const maxAttached = 20;

/** Attaches a report on the first project, and on each other one with issues or problems, and marks the run as one that monitors. */
export function attachReports(report: Report, agent: Agent): void {
  const isShown = (project: ProjectReport) =>
    project === report.projects[0] || project.issues.length + project.lasting.length > 0;
  for (const [index, project] of report.projects.filter(isShown).slice(0, maxAttached).entries()) {
    const name = index === 0 ? "pipeline-monitor" : `pipeline-monitor-${index + 1}`;
    const attached = attachedProject(project, report, agent.sanitize);
    attachReport(agent, name, cutMonitorReport(buildReport(attached, agent.sanitize)));
  }
  agent.tagRun(monitorTag);
}

/** One of several projects has a sentence of its own. */
export function attachedProject(project: ProjectReport, whole: Report, sanitize: Sanitize): Attached {
  const { origin, message, quiet, projects, unread } = whole;
  const { config, window, issues, notes } = project;
  const records = listedRecords(project);
  const isOnly = projects.length + unread.length === 1;
  const isQuiet = isOnly ? message.lines.length === 0 : unsilenced([...issues, ...notes]).length === 0;
  const all = [...unsilenced(notes), ...(isOnly ? unsilenced(whole.notes) : [])];
  const others = isOnly ? unsilenced(whole.notes).map(blockOfNote) : [];
  const blocks = [...projectBlocks(project, sanitize), ...others];
  const general = project === projects[0] ? whole.lasting : [];
  const title = renderTitle(
    { name: config.projectName },
    withContextApart(blocks).lines,
    all,
    problemsOf(project).count,
    sanitize,
  );
  const ownQuiet = isOnly ? quiet : quietText([project], true, sanitize);
  const lasting = [...general, ...project.lasting];
  const configuration = isOnly ? origin.configuration : `${origin.configuration}, ${config.projectName}`;
  return {
    ...project,
    notes: [...unsilenced(notes), ...notes.filter(({ silenced }) => silenced !== undefined)],
    origin: { ...origin, configuration },
    general,
    since: window.listedSince.getTime(),
    until: window.now,
    problems: problemsInOrder(lasting).map((one) => problemEntry(one, project, whole.delivered, sanitize)),
    sentence: renderHeading(project, general, sanitize) ?? (isQuiet ? [words(ownQuiet)] : title),
    figures: allFiguresOf(project),
    runs: latestRuns(runsIn(records)),
  };
}

type RunEntry = MonitorReport["runs"][number];

/** For the tab on the run's page: the content of the message, and every run that it is about. */
export function buildReport(parts: Attached, sanitize: Sanitize): MonitorReport {
  const { config, issues, notes, figures, origin } = parts;
  const text = (some: readonly Part[]) => plainText(some, sanitize);
  const name = (value: string) => nameIn(value, sanitize);
  const counts = problemsByRow(parts, figures);
  // The runs of this report alone show what it had, not what is usual.
  const isUsualKnown = (parts.journal.since ?? Number.POSITIVE_INFINITY) * 1000 < parts.since;
  return {
    kind: "monitor",
    version: reportVersion,
    ...originMembers(origin, name),
    project: name(config.projectName),
    configuration: name(origin.configuration),
    from: Math.floor(parts.since / 1000),
    to: Math.floor(parts.until / 1000),
    sentence: text(parts.sentence),
    runCount: parts.runCount,
    issueCount: problemsOf(parts, parts.general).count,
    problems: [...parts.problems],
    zone: config.zone.name,
    runs: [...issues.flatMap((issue) => issueEntry(issue, sanitize) ?? []), ...quietEntries(parts, sanitize)],
    missedRuns: issues.flatMap((issue) => missedEntry(issue, sanitize) ?? []),
    otherIssues: issues.flatMap((issue) => otherEntry(issue, sanitize) ?? []),
    recoveries: notes.flatMap((note) => recoveryEntry(note, sanitize) ?? []),
    rows: parts.sections.flatMap(({ rows }) =>
      rows.map(({ pipeline, sentence, page, list, isGood }) => ({
        pipeline: name(pipeline),
        sentence: text(sentence),
        list,
        isGood,
        ...(page === undefined ? {} : { runUrl: page.href }),
      })),
    ),
    skippedChecks: [...parts.skipped],
    pipelines: figures.map((pipeline) => ({
      pipeline: name(pipeline.pipeline),
      runs: pipeline.runs,
      issues: counts.get(pipeline.pipeline) ?? 0,
      failures: pipeline.failures,
      ...times("runTime", pipeline.runTime),
      ...(isUsualKnown ? usualOf(parts.journal, pipeline.pipeline) : {}),
      ...times("wait", pipeline.queueTime),
    })),
  };
}

function nameIn(name: string, sanitize: Sanitize): string {
  return plainText([{ name }], sanitize);
}

function times(key: "runTime" | "wait", { runs, totalSeconds, longestSeconds }: Times) {
  return runs === 0 ? {} : { [key]: { mean: Math.round(totalSeconds / runs), longest: longestSeconds } };
}

/** Undefined if several pipelines have the name. */
function usualOf({ pipelines }: ProjectJournal, name: string): { usual?: number } {
  const [one, ...others] = [...pipelines.values()].filter(({ pipeline }) => pipeline === name);
  const medians = [...(one?.days.values() ?? [])].flatMap(({ timedRuns, medianSeconds }) =>
    timedRuns === 0 ? [] : [medianSeconds],
  );
  const usual = medianOf(medians);
  return others.length > 0 || usual === undefined ? {} : { usual };
}

function issueEntry(issue: Issue, sanitize: Sanitize): RunEntry | undefined {
  const { about, links, limits, verdict = "failed" } = issue;
  const { log, logPage = log } = links;
  if (about === "project" || "pipeline" in about) return undefined;
  const details = {
    ...(links.runPage === undefined ? {} : { runUrl: links.runPage.href }),
    ...(logPage === undefined ? {} : { logUrl: logPage.href }),
    sentence: plainText([...sentenceOf(issue), ...whyLeftOut(issue)], sanitize),
    ...(limits === undefined ? {} : { limits }),
  };
  if ("run" in about) return { ...runEntry(about.run, verdict, sanitize), ...details };
  const { pipeline = "", buildNumber, id } = about.unreadable;
  const number = buildNumber === "" ? String(id ?? "") : buildNumber;
  return { pipeline: nameIn(pipeline, sanitize), number: nameIn(number, sanitize), verdict, ...details };
}

function whyLeftOut({ silenced }: Issue): readonly Part[] {
  return silenced?.by.isToldOfRun === true ? [words(" "), ...silenced.why] : [];
}

function runEntry(run: Run, verdict: Verdict, sanitize: Sanitize): RunEntry {
  const { queueTime, startTime, finishTime } = run;
  return {
    pipeline: nameIn(run.pipeline, sanitize),
    number: nameIn(run.buildNumber, sanitize),
    verdict,
    ...(queueTime === undefined ? {} : { queueTime }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(finishTime === undefined ? {} : { finishTime }),
  };
}

/**
 * Runs without an issue in this report: those without a problem, those that are not checked, and those whose
 * problem an earlier report had.
 */
function quietEntries({ config, issues, runs, runPage }: Attached, sanitize: Sanitize): RunEntry[] {
  const told = new Set(issues.flatMap((issue) => runOf(issue)?.id ?? []));
  return runs
    .filter(({ id }) => !told.has(id))
    .map((run) => {
      const { verdict = isChecked(config, run) ? "ok" : "notChecked" } = run;
      return { ...runEntry(run, verdict, sanitize), runUrl: runPage(run.id).href };
    });
}

function missedEntry(issue: Issue, sanitize: Sanitize): MonitorReport["missedRuns"][number] | undefined {
  const { at } = issue;
  const about = missedBy(issue);
  if (about === undefined || at === undefined) return undefined;
  return { pipeline: nameIn(about.pipeline, sanitize), at, sentence: plainText(sentenceOf(issue), sanitize) };
}

/** Undefined for an issue about a run, finished or missed. */
function otherEntry(issue: Issue, sanitize: Sanitize): MonitorReport["otherIssues"][number] | undefined {
  const { about, tally } = issue;
  const sentence = plainText(sentenceOf(issue), sanitize);
  if (about === "project") return { sentence, tally };
  if (!("pipeline" in about) || missedBy(issue) !== undefined) return undefined;
  return { pipeline: nameIn(about.pipeline, sanitize), sentence, tally };
}

/** Undefined unless the note is about a pipeline that works again. */
function recoveryEntry(
  { severity, parts }: Line,
  sanitize: Sanitize,
): MonitorReport["recoveries"][number] | undefined {
  const [pipeline, ...rest] = parts;
  if (severity !== "recovery" || pipeline === undefined) return undefined;
  const link = rest.find((part) => "url" in part);
  return {
    pipeline: plainText([pipeline], sanitize),
    sentence: plainText(rest, sanitize).trim(),
    ...(link !== undefined && "url" in link ? { runUrl: link.url.href } : {}),
  };
}
