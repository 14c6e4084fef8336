import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { type Config, parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, type Note, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Memory } from "../../../../tasks/PipelineMonitor/issue/memory";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { shown, silencedCount, totalsOf } from "../../../../tasks/PipelineMonitor/render/totals";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { silence } from "../../../../tasks/PipelineMonitor/silence/alerts";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";
import { projectReport } from "../report-stage";

/** The moment of the reports in these tests, in seconds since 1970: a Sunday at 03:19 UTC. */
export const now = Date.UTC(2026, 10, 22, 3, 19) / 1000;

/** A configuration with further keys; `entries` are those of `pipelines`. */
export function configWith(keys: object = {}, entries: object = {}): Config {
  const { default: defaults } = goodConfig.pipelines;
  const { config, problems } = parseConfig({
    ...goodConfig,
    ...keys,
    pipelines: { default: defaults, ...entries },
  });
  assert.deepEqual(problems, []);
  return config ?? assert.fail();
}

/** An issue of a failed run, for a cause. */
export function failure(changes: Partial<Run> = {}, cause = "no space"): Issue {
  return {
    ...issueOfResult(failedRun({ finishTime: now - 600, ...changes })),
    links: { runPage: new URL("https://h/_build/results?buildId=1"), log: undefined, note: "" },
    explanation: { sentence: [], group: undefined, cause },
  };
}

/** Fewer runs than expected, but some. */
export const tooFew = issueOfRunCount(2, 5);

/** What a report is like before the message leaves anything out. Times are in seconds since 1970. */
interface Sketch {
  config?: Config;
  issues: readonly Issue[];
  notes?: readonly Note[];
  runs?: readonly Run[];
  /** What the last report knew. */
  memory?: Memory | undefined;
  now?: number;
  isMention?: (owner: string) => boolean;
}

/** Silences issues as a report does that knows nothing of an earlier one, unless a test says otherwise. */
export function silenced({ config = configWith(), now: at = now, ...sketch }: Sketch) {
  const { issues, notes = [], runs = [], memory: known, isMention = () => false } = sketch;
  const report = silence(
    projectReport({
      ...{ config, issues, notes, known, window: lastHour(at * 1000) },
      records: runs.map((run) => ({ run })),
    }),
    { isMention },
  );
  const totals = totalsOf({ projects: [report], unread: [], skipped: [] }, String);
  return {
    ...report,
    report,
    reported: shown(report.issues),
    silent: report.issues.filter((issue) => issue.silenced !== undefined),
    shownNotes: shown(report.notes),
    alarmCount: totals.alarmCount,
    silencedCount: silencedCount([report]),
  };
}

/** The ids of the runs of issues. */
export function idsOf(issues: readonly Issue[]): number[] {
  return issues.flatMap((issue) => runOf(issue)?.id ?? []);
}
