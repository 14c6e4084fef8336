import { createInputReader } from "../../../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../../../shared/agent/task";
import { idOf } from "../../../../shared/azure-devops/records";
import { markdownLines } from "../../../../shared/chat/markdown";
import { keysOf } from "../../../../shared/json/path";
import { pluralize } from "../../../../shared/text/pluralize";
import { renderSecond, renderZone } from "../../../../shared/text/zone";
import type { KnownFile } from "../../config/load";
import type { Config } from "../../config/parse";
import { sectionLines } from "../../config/section-lines";
import { type Feature, nothingBefore } from "../../feature";
import type { Context } from "../../issue/context";
import type { Issue } from "../../issue/issue";
import { problemsOf } from "../../issue/problems";
import { lastHour } from "../../issue/window";
import { type OpenFeatures, openFeatures, readFeatures } from "../../open-features";
import { completeReport } from "../../project-hour";
import { composeMessage } from "../../render/message";
import { pipelineNames } from "../../render/names";
import { quietText } from "../../render/totals";
import { openList, type RunList, readRuns } from "../../rules/run-list";
import { warnOfUnknownEntries } from "../../rules/unknown-entries";
import { openProject } from "../open-project";
import { renderExplainedRun } from "./explained-run";

/** `action: explain`: prints why the monitor reports what it reports for each run of the last hour. Posts nothing. */
export async function explain(task: TaskContext, features: readonly Feature[]): Promise<Outcome> {
  const { agent, clock } = task;
  const { config, file, service, context } = openProject(createInputReader(agent), task, features);
  try {
    for (const line of renderFileInForce(file)) agent.print(agent.sanitize(line));
    const opened = openFeatures(readFeatures(features, file), nothingBefore, context);
    const outcome = await explainRuns(
      config,
      file.known,
      await openList(lastHour, clock.now(), context),
      context,
      opened,
    );
    await warnOfUnknownEntries(config, service, task);
    return outcome;
  } finally {
    service.dispose();
  }
}

export async function explainRuns(
  config: Config,
  file: unknown,
  list: RunList,
  context: Context,
  features: OpenFeatures,
): Promise<Outcome> {
  const { agent } = context;
  const since = renderSecond(list.window.listedSince.getTime() / 1000, config.zone);
  agent.print(`Runs that finished since ${since}${renderZone(config.zone)}, the last hour and 30 seconds.`);
  if (config.sinceLastReport)
    agent.print("The monitor itself begins where its last report ended. This explains the last hour.");
  const listed = await readRuns(config, list, context, undefined, features.corrections);
  const completed = await completeReport(listed, context, features.finds);
  // No earlier report is known.
  const project = { ...completed, notRepeated: new Map<string, number>(), lasting: [] };
  const issues = new Map(project.issues.map((issue) => [subjectOf(issue), issue]));
  const nameOf = pipelineNames(project);
  for (const record of project.records) {
    const issue = issues.get(idOf(record) ?? ("unreadable" in record ? record.unreadable : undefined));
    for (const line of ["", ...renderExplainedRun(record, issue, config, file, nameOf)])
      agent.print(agent.sanitize(line));
  }
  for (const line of await features.explain(project, context)) agent.print(agent.sanitize(line));
  const report = { ...project, projects: [project], unread: [], notes: [], isListed: true };
  const composed = composeMessage(report, "specification", undefined, agent.sanitize);
  const quiet = quietText([project], true, agent.sanitize);
  const printed = composed.lines.length === 0 ? [quiet] : markdownLines(composed, agent.sanitize);
  for (const line of ["", ...printed]) agent.print(line);
  const message = `${pluralize(problemsOf(project).count, "problem")} in ${pluralize(project.runCount, "run")}; nothing is posted.`;
  return { result: "Succeeded", message, exitCode: 0 };
}

/** The id of its run, if that is known. */
function subjectOf({ about }: Issue): unknown {
  if (about === "project" || "pipeline" in about) return about;
  return idOf(about) ?? ("unreadable" in about ? about.unreadable : about);
}

/** The configuration as a file that has every key, to be copied. Empty if the file has them all itself. */
export function renderFileInForce({ known, filled }: KnownFile): string[] {
  if (keysOf(filled).length === 0) return [];
  const lines = sectionLines({ ...Object(known) }).map((line) => `  ${line}`);
  return ["", "The configuration in force, to copy as monitor.json:", "{", ...lines, "}", ""];
}
