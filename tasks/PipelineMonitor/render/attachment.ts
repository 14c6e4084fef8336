import type { Agent } from "../../../shared/agent/agent";
import { type Run, runsIn, type UnreadableRun } from "../../../shared/azure-devops/records";
import { type Part, type Phrase, plainText } from "../../../shared/chat/message";
import { medianOf } from "../../../shared/journal/median";
import type { ProjectJournal } from "../../../shared/journal/schema";
import { pipelineIdOf } from "../../../shared/pipeline";
import { attachReport } from "../../../shared/report/attach";
import { cutMonitorReport } from "../../../shared/report/cut-monitor";
import { monitorTag, reportVersion, type Verdict } from "../../../shared/report/form";
import { originMembers } from "../../../shared/report/origin";
import type { MonitorReport, PipelineTotals } from "../../../shared/report/schema";
import type { NameOf } from "../../../shared/subject";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, recordOf, runOf, subjectOfIssue } from "../issue/issue";
import { words } from "../issue/parts";
import { missedBy } from "../issue/place";
import { problemsOf } from "../issue/problems";
import { isChecked, listedRecords, type PageProject, type Report, type ToldProject } from "../issue/report";
import { unsilenced } from "../issue/silenced";
import { subjectOf } from "../issue/subject";
import { endOf } from "../issue/window";
import { asRead } from "./as-read";
import { sentenceOf } from "./blocks";
import { latestRuns, pipelineRows, type Times } from "./figures";
import { renderHeading } from "./heading";
import { definitionOf, namesForGood, pipelineNames } from "./names";
import { nameOfNote, partsOfNote } from "./notes";
import { problemEntry, problemsInOrder } from "./problems";
import { productBlocks, productTitle } from "./project-blocks";
import { isOnOne, quietText } from "./totals";

/** The tab offers the reports of a run in a list, which should stay short. */
const maxAttached = 20;

/** Attaches a report on the first project, and on each other one with issues or problems, and marks the run as one that monitors. */
export function attachReports(report: Report, agent: Agent): void {
  const isShown = (project: ToldProject) =>
    project === report.projects[0] || project.issues.length + project.lasting.length > 0;
  for (const [index, project] of report.projects.filter(isShown).slice(0, maxAttached).entries()) {
    const name = index === 0 ? "pipeline-monitor" : `pipeline-monitor-${index + 1}`;
    attachReport(agent, name, cutMonitorReport(reportOf(project, report, agent.sanitize)));
  }
  agent.tagRun(monitorTag);
}

type RunEntry = MonitorReport["runs"][number];

/** For the tab on the run's page: the content of the message on a project, and every run that it is about. */
export function reportOf(project: PageProject, whole: Report, sanitize: Sanitize): MonitorReport {
  const { config, window, issues } = project;
  const { origin } = whole;
  const [nameOf, pipelineOf] = [namesForGood(project), pipelineNames(project)];
  const text = (some: readonly Part[]) => plainText(asRead(some, project, nameOf), sanitize);
  const name = (value: string) => text([{ name: value }]);
  const named = (issue: Issue) => {
    const subject = subjectOfIssue(issue);
    const definitionId = subject.pipeline && definitionOf(subject.pipeline, project);
    return { pipeline: name(pipelineOf(subject)), definitionId };
  };
  const since = window.listedSince.getTime() / 1000;
  const general = project === whole.projects[0] ? whole.lasting : [];
  return {
    kind: "monitor",
    version: reportVersion,
    ...originMembers(origin, name),
    project: name(config.projectName),
    projectId: config.projectId,
    configuration: name(
      isOnOne(whole) ? origin.configuration : `${origin.configuration}, ${config.projectName}`,
    ),
    from: Math.floor(since),
    to: endOf(window),
    sentence: text(
      renderHeading(project, general, sanitize) ?? sentenceWithoutProblems(project, whole, sanitize),
    ),
    runCount: project.runCount,
    issueCount: problemsOf(project, general).count,
    problems: problemsInOrder([...general, ...project.lasting]).map((problem) =>
      problemEntry(problem, project, whole.delivered, pipelineOf, sanitize),
    ),
    zone: config.zone.name,
    runs: [
      ...issues.flatMap((issue) => issueEntry(issue, pipelineOf, text, sanitize)),
      ...quietEntries(project, sanitize),
    ],
    missedRuns: issues.flatMap((issue) => {
      const [about, at] = [missedBy(issue), issue.at];
      if (about === undefined || at === undefined) return [];
      return [{ ...named(issue), at, sentence: text(sentenceOf(issue)) }];
    }),
    otherIssues: issues.flatMap((issue) => {
      if (recordOf(issue) !== undefined || missedBy(issue) !== undefined) return [];
      const about = issue.about === "project" ? {} : named(issue);
      return [{ ...about, sentence: text(sentenceOf(issue)), tally: issue.tally }];
    }),
    recoveries: recoveriesOf(project, text),
    rows: project.sections.flatMap(({ rows }) =>
      rows.map(({ pipeline, sentence, page, list, isGood }) => ({
        pipeline: name(pipeline),
        sentence: text(sentence),
        list,
        isGood,
        runUrl: page?.href,
      })),
    ),
    skippedChecks: [...project.skipped],
    pipelines: pipelineTotals(project, name),
  };
}

function pipelineTotals(project: ToldProject, name: (value: string) => string): PipelineTotals[] {
  const { journal, window } = project;
  // The runs of this report alone show what it had, not what is usual.
  const isUsualKnown = (journal.since ?? Number.POSITIVE_INFINITY) < window.listedSince.getTime() / 1000;
  return pipelineRows(project).map((row) => ({
    pipeline: name(row.pipeline),
    definitionId: row.definitionId,
    runs: row.runs,
    issues: row.problems,
    failures: row.failures,
    runTime: meanOf(row.runTime),
    usual: isUsualKnown ? usualOf(journal, row.definitionId) : undefined,
    wait: meanOf(row.queueTime),
  }));
}

/** The message's; one of several projects has a sentence of its own. */
function sentenceWithoutProblems(project: ToldProject, whole: Report, sanitize: Sanitize): Phrase {
  const isOnly = isOnOne(whole);
  const own = {
    ...whole,
    config: project.config,
    projects: [project],
    unread: [],
    notes: isOnly ? whole.notes : [],
  };
  const { lines } = productBlocks(own, sanitize);
  if (lines.length > 0) return productTitle(own, lines, sanitize).phrase;
  return [words(isOnly ? whole.quietLine : quietText([project], true, sanitize))];
}

/** Undefined without runs. */
function meanOf({ runs, totalSeconds, longestSeconds }: Times): PipelineTotals["runTime"] {
  return runs === 0 ? undefined : { mean: Math.round(totalSeconds / runs), longest: longestSeconds };
}

// The first report counts more days than it keeps runs of: nobody knows the median of those.
function usualOf({ pipelines }: ProjectJournal, id: number | undefined): number | undefined {
  const pipeline = pipelines.get(pipelineIdOf({ id, name: "" }));
  const medians = [...(pipeline?.days.values() ?? [])].map(({ medianSeconds }) => medianSeconds);
  return medianOf(medians.filter((seconds) => seconds > 0));
}

/** None for an issue about no run. */
function issueEntry(
  issue: Issue,
  nameOf: NameOf,
  text: (parts: readonly Part[]) => string,
  sanitize: Sanitize,
): RunEntry[] {
  const record = recordOf(issue);
  if (record === undefined) return [];
  const { links, limits, silenced, verdict = "failed" } = issue;
  const { runPage, log, logPage = log } = links;
  const whyLeftOut = silenced?.by.isToldOfRun === true ? [words(" "), ...silenced.why] : [];
  return [
    {
      ...runEntry(record, verdict, nameOf, sanitize),
      runUrl: runPage?.href,
      logUrl: logPage?.href,
      sentence: text([...sentenceOf(issue), ...whyLeftOut]),
      limits,
    },
  ];
}

function runEntry(
  record: Run | UnreadableRun,
  verdict: Verdict,
  nameOf: NameOf,
  sanitize: Sanitize,
): RunEntry {
  const { buildNumber, id } = record;
  const pipeline = nameOf(subjectOf(record));
  const number = buildNumber === "" ? String(id ?? "") : buildNumber;
  const [shownPipeline, shownNumber] = [pipeline, number].map((name) => plainText([{ name }], sanitize));
  const times =
    "queueTime" in record
      ? { queueTime: record.queueTime, startTime: record.startTime, finishTime: record.finishTime }
      : {};
  const definitionId = record.pipeline?.id;
  return { pipeline: shownPipeline ?? "", definitionId, number: shownNumber ?? "", verdict, ...times };
}

/**
 * The latest runs without an issue in this report: those without a problem, those that are not checked, and those whose
 * problem an earlier report had.
 */
function quietEntries(project: ToldProject, sanitize: Sanitize): RunEntry[] {
  const { config, issues, runPage } = project;
  const nameOf = pipelineNames(project);
  const ids = new Set(issues.map((issue) => runOf(issue)?.id));
  return latestRuns(runsIn(listedRecords(project)))
    .filter(({ id }) => !ids.has(id))
    .map((run) => {
      const { verdict = isChecked(config, run) ? "ok" : "notChecked" } = run;
      return { ...runEntry(run, verdict, nameOf, sanitize), runUrl: runPage(run.id).href };
    });
}

/** The pipelines that work again. Those that the message leaves out come last. */
function recoveriesOf(
  { notes }: ToldProject,
  text: (parts: readonly Part[]) => string,
): MonitorReport["recoveries"] {
  const all = [...unsilenced(notes), ...notes.filter(({ silenced }) => silenced !== undefined)];
  return all.flatMap((note) => {
    if (note.severity !== "recovery") return [];
    const name = nameOfNote(note);
    const rest = partsOfNote(note).slice(name.length);
    return [{ pipeline: text(name), sentence: text(rest).trim(), runUrl: note.runPage?.href }];
  });
}
