import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { type Issue, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { Note } from "../../../../tasks/PipelineMonitor/issue/note";
import type { FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { type Folded, fold } from "../../../../tasks/PipelineMonitor/ledger/fold";
import type { Silence } from "../../../../tasks/PipelineMonitor/ledger/silence";
import { projectReport } from "../report-stage";
import { silenceOf } from "../silences";
import { configWith, failure, hour, now, textOf } from "./ledger-stage";

export const usual = configWith({ notify: "changes" });

/** What a report of some hours later has found, besides the runs of its issues. */
export interface Hour extends Partial<Omit<FoundProject, "issues" | "records">> {
  issues?: readonly Issue[];
  runs?: readonly Run[];
  /** In hours after `now`. */
  at?: number;
  /** The attempts of runs that earlier reports have read. */
  seen?: readonly string[];
  /** By default, that of the features that its configuration enables. */
  quiet?: Silence["quiet"];
}

/** The report of an hour. */
export function reportAfter({
  issues = [],
  runs = [],
  at = 0,
  seen = [],
  ...changes
}: Omit<Hour, "quiet">): FoundProject {
  const end = now + at * hour;
  const ofIssues = issues.flatMap((issue) => runOf(issue) ?? []);
  return projectReport({
    config: usual,
    window: sinceLast(end * 1000, { until: end - hour, seen: [...seen] }),
    ...{ issues, records: [...new Set([...ofIssues, ...runs])].map((run) => ({ run })) },
    ...changes,
  });
}

/** The entries after an hour. */
export function folded(known: readonly Entry[], { quiet, ...hour }: Hour): Folded {
  const report = reportAfter(hour);
  return fold(known, report, quiet ?? silenceOf(report.config).quiet);
}

export function entryAfter(known: Entry | undefined, hour: Hour): Entry {
  return folded(known === undefined ? [] : [known], hour).entries[0] ?? assert.fail("no entry");
}

/** A failure of another run, by default ten minutes ago. */
export function next(finishTime = now - 600, cause = "no space", id = 813): Issue {
  return failure({ id, finishTime }, cause);
}

/** Such as "failure x2", "failure x2 ended: nightly import 20261120.3 works again." */
export function stateOf({ family, count, end }: Entry): string {
  const note = end?.note === undefined ? "" : `: ${textOf(end.note)}`;
  return `${family} x${count}${end === undefined ? "" : ` ended${note}`}`;
}

export function states({ entries }: Folded): string[] {
  return entries.map(stateOf);
}

export function recovery(run: Run, changes: Partial<Note> = {}): Note {
  return {
    says: [{ words: " is well again" }],
    ...{ severity: "recovery", rank: 6, run, replacesEnd: true },
    ...changes,
  };
}
