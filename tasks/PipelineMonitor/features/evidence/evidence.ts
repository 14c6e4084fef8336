import { plainText } from "../../../../shared/chat/message";
import { type Sanitize, sanitizedJson } from "../../../../shared/text/sanitize";
import { ownRunPage } from "../../connect/own-pipeline";
import { feature } from "../../feature";
import { type Entry, openEntry } from "../../issue/entry";
import { isIssue } from "../../issue/finding";
import { type Issue, isOfFailedRun, recordOf } from "../../issue/issue";
import type { Links } from "../../issue/links";
import { problemsOf } from "../../issue/problems";
import type { Lasting, Report, ToldProject } from "../../issue/report";
import { endOf, unwatchedOf } from "../../issue/window";
import { shownCause } from "../../render/causes";
import { namesForGood } from "../../render/names";
import { problemEntry, problemsInOrder } from "../../render/problems";
import { totalsOf } from "../../render/totals";
import type { Evidence } from "./schema";

const title = "Evidence for assistants: a line of JSON for each problem";

/** Ends the log with what people's assistants ask about: they read logs, but neither attachments nor timelines. */
export const evidence = feature({
  name: "the evidence for assistants",
  keys: {},
  entryKeys: {},
  memory: {},
  read: () => ({
    async end(report, { agent }) {
      // A terminal folds nothing.
      if (report === undefined || ownRunPage(agent) === undefined) return;
      agent.group(title, evidenceLines(report, agent.sanitize));
    },
  }),
});

/** A line of JSON for each project, followed by one for each of its problems, the most important first. */
export function evidenceLines(report: Report, sanitize: Sanitize): string[] {
  const { skipped } = totalsOf(report, sanitize);
  return report.projects
    .flatMap((project, index) => {
      const general = index === 0 ? report.lasting : [];
      const { passed, count } = problemsOf(project, general);
      const problems = [
        ...problemsInOrder([...general, ...project.lasting]),
        ...passed.map((issues) => ({ entry: passedEntry(issues, project) })),
      ];
      return [
        projectEvidence(project, count, skipped),
        ...problems.map((problem) => problemEvidence(problem, project, report, sanitize)),
      ];
    })
    .map((line) => JSON.stringify(sanitizedJson(line, sanitize)));
}

function projectEvidence(
  { config, window, runCount }: ToldProject,
  problems: number,
  skipped: readonly string[],
): Evidence {
  const gap = unwatchedOf(window);
  return {
    kind: "project",
    project: config.projectName,
    from: moment(window.listedSince.getTime() / 1000),
    until: moment(endOf(window)),
    runs: String(runCount),
    problems: String(problems),
    notChecked: [
      ...skipped,
      ...(gap === undefined ? [] : [`anything from ${moment(gap.from)} to ${moment(gap.until)}`]),
    ],
  };
}

/** An entry of issues that are over although no success has ended them. */
function passedEntry([first, ...others]: readonly [Issue, ...Issue[]], { window }: ToldProject): Entry {
  const now = endOf(window);
  const content = others.at(-1) ?? first;
  const place = { project: "", key: "", family: "once", variant: "" } as const;
  const times = { last: content.at ?? now, count: 1 + others.length };
  return { ...openEntry(place, content, first.at ?? now), ...times };
}

function problemEvidence(
  problem: Lasting,
  project: ToldProject,
  { delivered }: Report,
  sanitize: Sanitize,
): Evidence {
  const entry = problemEntry(problem, project, delivered, namesForGood(project), sanitize);
  const { content, key } = problem.entry;
  const ofIssue = isIssue(content) ? issueMembers(content, sanitize) : { known: {}, unknown: [] };
  return {
    kind: "problem",
    project: entry.project,
    pipeline: entry.pipeline,
    branch: entry.branch && plainText([{ name: entry.branch }], sanitize),
    what: entry.sentence,
    state: key === "" ? undefined : entry.state.kind,
    since: moment(entry.since),
    last: moment(entry.last),
    count: String(entry.count),
    owner: entry.owner,
    runbook: entry.runbookUrl,
    number: entry.number,
    ...ofIssue.known,
    notChecked: [...ofIssue.unknown, ...project.skipped],
  };
}

function issueMembers(issue: Issue, sanitize: Sanitize) {
  const { explanation, alert, links } = issue;
  const { name, line } = shownCause(explanation);
  const text = (parts: typeof name) => plainText(parts, sanitize) || undefined;
  const owner = alert?.owner || alert?.mention;
  return {
    known: {
      cause: text(name),
      line: text(line),
      ...(owner ? { owner: text([{ name: owner }]) } : {}),
      run: recordOf(issue)?.id?.toString(),
      ...idsOf(links),
    },
    unknown: [
      ...(isOfFailedRun(issue) && explanation === undefined ? ["why it failed"] : []),
      ...(links.note === "" ? [] : [links.note]),
    ],
  };
}

/** The step's log says why it failed; the log of the specification is only a place to begin. */
function idsOf({ place, log, lineNumber }: Links) {
  const { logId, line, step, job } = place === undefined || place === "unknown" ? {} : place;
  const byRule = /\/logs\/(\d+)$/.exec(log?.pathname ?? "")?.[1];
  return {
    log: logId?.toString() ?? byRule,
    logLine: (logId === undefined ? lineNumber : line)?.toString(),
    record: step ?? job,
  };
}

function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
