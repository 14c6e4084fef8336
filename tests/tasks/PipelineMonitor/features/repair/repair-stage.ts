import type { Run } from "../../../../../shared/azure-devops/records";
import { plainText } from "../../../../../shared/chat/message";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { memberAt } from "../../../../../shared/json/path";
import { createEntries } from "../../../../../tasks/PipelineMonitor/config/entries";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import { findCandidates } from "../../../../../tasks/PipelineMonitor/features/repair/candidate";
import type { Repair } from "../../../../../tasks/PipelineMonitor/features/repair/record";
import { repairableOf } from "../../../../../tasks/PipelineMonitor/features/repair/repair";
import { repairAll } from "../../../../../tasks/PipelineMonitor/features/repair/repairs";
import type { OwnPipeline } from "../../../../../tasks/PipelineMonitor/issue/context";
import { withinBudget } from "../../../../../tasks/PipelineMonitor/issue/context";
import type { Issue } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { FoundProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { endOf } from "../../../../../tasks/PipelineMonitor/issue/window";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import type { Remembered } from "../../../../../tasks/PipelineMonitor/ledger/memory";
import { issueOfResult } from "../../../../../tasks/PipelineMonitor/rules/issues";
import type { MemoryAgent } from "../../../../memory-agent";
import { sanitize } from "../../../../sanitize";
import { verdict } from "../../../../sentences";
import { testClock } from "../../../../test-clock";
import { timelineRecord } from "../../../../timeline-record";
import { failedRun, type RunChanges } from "../../failed-run";
import { missedEntry } from "../../known-entry";
import { configWith } from "../../monitor-stage";
import { memoryContext, projectReport } from "../../report-stage";
import { silenceOf } from "../../silences";

/** The moment of the reports in these tests, in seconds since 1970: 03:19 UTC. */
export const now = endOf(projectReport().window);
export const main = "refs/heads/main";
const settings = { max_proc_time: 900, min_proc_time: 0 };
export const configFor = (pipelines: object, keys: object = {}) =>
  configWith({ window: "since_last_report", ...keys, pipelines: { default: settings, ...pipelines } });
/** What a configuration allows to repair. */
export const allowedIn = ({ keys, pipelines }: Config) =>
  createEntries(
    new Map(
      [...pipelines.byName].map(([name, { limits }]) => [
        name,
        repairableOf(Object(memberAt(keys, ["pipelines", name, "repair"])), limits !== undefined),
      ]),
    ),
    [],
  );
export const candidatesIn = (report: FoundProject) =>
  findCandidates(report, allowedIn(report.config), silenceOf(report.config).quiet, "c");
const message = "We stopped hearing from agent build-07. Verify the agent machine is running.";
export const lost = timelineRecord({ type: "Job", errors: [{ message, agent: "" }] });

/** A run that lost its agent at 02:59 UTC. */
export const lostRun = (changes: RunChanges = {}) =>
  failedRun({
    ...{ id: 700, branch: main, reason: "schedule" },
    ...{ queueTime: now - 1500, startTime: now - 1490, finishTime: now - 1200, ...changes },
  });
export const lostReport = (keys: object = {}, runs = [lostRun()]) =>
  projectReport({
    config: configFor({ "*": { repair: { lost_agent: true } } }, keys),
    issues: runs.map((run) => issueOfResult(run)),
  });

/** The same run failed with a known issue that may be tried again. */
export function knownIssueReport(changes: RunChanges = {}, entry: object = {}): FoundProject {
  const explanation = {
    ...{ sentence: [], line: "", name: [{ name: "proxy down" }], group: undefined },
    ...{ cause: "proxy", kind: "knownIssue", isOfTeam: true, mayRetry: true },
  };
  const issue = { ...issueOfResult(lostRun(changes)), explanation };
  return projectReport({ config: configFor({ "nightly import": entry }), issues: [issue] });
}

/** A run that was due at 02:10 UTC did not start; its pipeline has run each night before, for five minutes. */
export const due = now - (now % 86_400) + 130 * 60;
export function missedReport(
  entry: object = { schedule: "10 2 * * *" },
  changes: Partial<FoundProject> = {},
) {
  const config = configFor({ "nightly import": { repair: { missed: true }, ...entry } });
  const { content } = missedEntry("nightly import", due);
  const journal = noteRuns(emptyJournal, nights(), config);
  return projectReport({ config, journal, issues: "about" in content ? [content] : [], ...changes });
}
export const nights = (changes: RunChanges = {}) =>
  [3, 2, 1].map((days) => {
    const queueTime = due - days * 86_400;
    const times = { queueTime, startTime: queueTime, finishTime: queueTime + 300 };
    const night = { ...times, id: 10 - days, result: "succeeded", reason: "schedule", branch: main };
    return failedRun({ ...night, ...changes });
  });

/** What the words and figures of an issue say. */
export const textOf = ({ words, figures }: Pick<Issue, "words" | "figures">) =>
  plainText([...words, { words: ": " }, ...figures], sanitize)
    .replace(`${verdict}; `, "")
    .replace(/: $/, "");

/** How the service is: by default, it does what it is asked to, and shows it at once. */
export interface Weather {
  /** The error of the request that runs a run again or starts one, and whether the service does it all the same. */
  error?: Error | undefined;
  isDone?: boolean;
  /** What happens after so many looks at the service. */
  atLook?: { look: number; happen: (run: Run) => RunChanges };
  /** The service does not show what the monitor recorded, or not that it is tagged. */
  hides?: "record" | "tag";
  /** Another run of the monitor, by its id, that has recorded the same intents. */
  rival?: number;
  known?: readonly Repair[];
  remembered?: Remembered;
  isPreview?: boolean;
  cancelled?: AbortSignal;
  agent?: MemoryAgent;
}

/** Repairs what a report has found. Returns what was asked of the service, what is told, and what is remembered. */
export async function repaired(report: FoundProject, weather: Weather = {}) {
  const {
    error,
    isDone = error === undefined,
    atLook,
    hides,
    rival,
    known = [],
    remembered = "read",
    isPreview = false,
    ...task
  } = weather;
  const sent: string[] = [];
  let looks = 0;
  let runs = report.issues.flatMap(({ about }) => (about !== "project" && "run" in about ? [about.run] : []));
  const again = new Set<number>();
  const answer = (what: string, change: () => unknown) => {
    sent.push(what);
    if (isDone) change();
    if (error !== undefined) throw error;
  };
  const service = {
    async *runsQueuedSince(since: number, _: AbortSignal, definitionId: number) {
      if (++looks === atLook?.look) runs = runs.map((run) => failedRun({ ...run, ...atLook.happen(run) }));
      const listed = runs.filter((run) => run.pipeline.id === definitionId && (run.queueTime ?? 0) >= since);
      yield listed.map((run) => ({ run }));
    },
    async *unfinishedRuns() {},
    timeline: async (id: number) => ({ records: [lost], attempt: again.has(id) ? 2 : 1 }),
    queueStatus: async () => "enabled",
    retryRun: async (id: number) => answer(`retry ${id}`, () => again.add(id)),
    async startRun(definitionId: number, branch: string) {
      answer(`start ${definitionId} ${branch}`, () =>
        runs.push(failedRun({ id: 901, branch, queueTime: now })),
      );
      return 901;
    },
  };
  const clock = testClock({ startsAt: now * 1000, passes: (milliseconds) => milliseconds < 60_000 });
  const context = memoryContext({ service, clock, ...task });
  const { agent } = context;
  const own: OwnPipeline = {
    service: {
      pipelineSource: async () => undefined,
      repositoryFile: async () => undefined,
      taggedRuns: async () =>
        (agent.tags.includes("t") && hides !== "tag"
          ? [917, ...(rival === undefined ? [] : [rival])]
          : []
        ).map((id) => ({ id, startTime: now, branch: undefined })),
      attachments: async (run) =>
        hides === "record" ? [] : agent.reports.map((text) => ({ ...JSON.parse(text), run: String(run) })),
    },
    ...{ definitionId: "9", runId: "917", branch: "", collection: "c", tag: "t" },
  };
  const repairing = {
    ...{ own: isPreview ? undefined : own, configuration: "c", known, remembered, unfinished: [] },
    allowed: allowedIn(report.config),
    quiet: silenceOf(report.config).quiet,
  };
  const { report: after, repairs } = await withinBudget(context, (signal) =>
    repairAll(report, repairing, context, signal),
  );
  return {
    ...{ sent, told: after.issues.map(textOf), notes: after.notes, issues: after.issues },
    ...{ repairs, printed: agent.printed, warnings: agent.warnings, timers: clock.timers },
  };
}
