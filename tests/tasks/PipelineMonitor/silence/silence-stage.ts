import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import { type Config, parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, type Note, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { isSilent, shown, totalsOf } from "../../../../tasks/PipelineMonitor/render/totals";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { knownProblems } from "../../../../tasks/PipelineMonitor/silence/known-problems";
import { inOrder, silence, withOwners } from "../../../../tasks/PipelineMonitor/silence/marks";
import { memoryAfter } from "../../../../tasks/PipelineMonitor/silence/remember";
import { sanitize } from "../../../sanitize";
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
    explanation: { sentence: [], line: "", name: [], group: undefined, cause },
  };
}

/** Fewer runs than expected, but some. */
export const tooFew = issueOfRunCount(2, 5);

/** Times are in seconds since 1970. */
interface Sketch {
  config?: Config;
  issues: readonly Issue[];
  notes?: readonly Note[];
  /** The runs of the list, and those that the check for missed runs read. */
  runs?: readonly Run[];
  queued?: readonly Run[];
  /** The last report's memory. */
  memory?: ProjectMemory | undefined;
  now?: number;
  isMention?: (owner: string) => boolean;
}

/** Silences issues as a report does, which is told, and knows nothing of an earlier one, unless a test says otherwise. */
export function silenced({ config = configWith(), now: at = now, ...sketch }: Sketch) {
  const { issues, notes = [], runs = [], memory: known, isMention = () => false } = sketch;
  const { queued = [] } = sketch;
  const found = projectReport({
    ...{ config, issues, notes, known, queued, window: sinceLast(at * 1000, known) },
    records: runs.map((run) => ({ run })),
  });
  const report = inOrder(knownProblems(silence(withOwners(found, isMention))));
  const totals = totalsOf({ projects: [report], unread: [], isListed: true, skipped: [] }, String);
  return {
    ...report,
    report,
    reported: shown(report.issues),
    silent: report.issues.filter((issue) => issue.silenced !== undefined),
    texts: shown(report.notes).map(({ parts }) => plainText(parts, sanitize)),
    memory: memoryAfter(report),
    alarmCount: totals.alarmCount,
    silencedCount: report.issues.filter(isSilent).length,
  };
}

/** The ids of the runs of issues. */
export function idsOf(issues: readonly Issue[]): number[] {
  return issues.flatMap((issue) => runOf(issue)?.id ?? []);
}
