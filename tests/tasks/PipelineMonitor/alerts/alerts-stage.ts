import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { type SortOutParts, sortOut } from "../../../../tasks/PipelineMonitor/alerts/sort-out";
import { type Config, parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, type Note, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { issueOfResult, issueOfRunCount } from "../../../../tasks/PipelineMonitor/rules/issues";
import { failedRun } from "../failed-run";
import { goodConfig } from "../good-config";

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

/** Sorts issues out as a report does that knows nothing of an earlier one, unless a test says otherwise. */
export function sorted(parts: Partial<SortOutParts> & Pick<SortOutParts, "issues">) {
  return sortOut({
    config: configWith(),
    notes: [],
    runs: [],
    memory: undefined,
    now,
    until: now,
    isMention: () => false,
    recoveryNote: ({ pipeline, finishTime }): Note => ({
      ...{ parts: [{ name: pipeline }], severity: "recovery", rank: 5, recoveryCount: 1 },
      ...{ pipeline, at: finishTime },
    }),
    ...parts,
  });
}

/** The ids of the runs of issues. */
export function idsOf(issues: readonly Issue[]): number[] {
  return issues.flatMap((issue) => runOf(issue)?.id ?? []);
}
