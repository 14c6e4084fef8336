import type { Run } from "../../../shared/azure-devops/records";
import { type Issue, pipelineNameOf, recoveryNote, type Silenced } from "../issue/issue";
import type { Memory, ProblemKind } from "../issue/memory";
import { words } from "../issue/parts";
import { isChecked, type ProjectReport } from "../issue/report";
import { endOf, isBeforeEnd } from "../issue/window";
import { compareWithMemory } from "./compare";
import { missedFingerprint, pipelineFingerprints } from "./identity";
import { maintenance } from "./marks";

/**
 * Silences the issues of problems that an earlier message reported, and notes which of those have ended. Enabled by
 * `notify`.
 */
export function knownProblems(report: ProjectReport): ProjectReport {
  const { config, window, issues, notes, records, known, runPage } = report;
  const { remindSeconds } = config.alerts;
  if (remindSeconds === undefined) return report;
  const now = Math.floor(window.now / 1000);
  const isMuted = (pipeline: string) => (config.pipelines.entryFor(pipeline).mute?.until ?? 0) > now;
  const finished = records.flatMap((record) =>
    "run" in record && hasEnded(report, record.run) && isChecked(config, record.run) ? [record.run] : [],
  );
  const runs = [...finished, ...report.runsBetween];
  const compared = compareWithMemory({
    issues: issues.filter(({ silenced }) => silenced?.by !== "mute"),
    runs: runs.filter(({ pipeline }) => !isMuted(pipeline)),
    config,
    known: known && withoutMuted(known, runs, report),
    rule: { now, remindSeconds },
    until: endOf(window),
  });
  const named = new Set(notes.map(({ pipeline }) => pipeline));
  // A pipeline that the history has a note on needs no other.
  const recoveries = runs.flatMap((run) => {
    const kind = compared.recoveries.get(run.id);
    return kind === undefined || named.has(run.pipeline)
      ? []
      : [recoveryNote(run, runPage(run.id), ends[kind])];
  });
  return {
    ...report,
    issues: [
      ...issues.filter((issue) => !compared.heldBack.has(issue)),
      ...[...compared.heldBack].map(([issue, at]): Issue => ({ ...issue, silenced: reportedAt(at) })),
    ],
    notes: [...notes, ...maintenance({ ...report, issues: [], notes: recoveries }).notes],
    notRepeated: [...compared.lasting.values()],
    memory: compared.memory,
  };
}

const ends: Readonly<Record<ProblemKind, string>> = {
  failure: "works again.",
  limit: "is within its limits again.",
  missed: "runs again.",
};

function hasEnded({ window }: ProjectReport, { finishTime }: Run): boolean {
  return finishTime !== undefined && isBeforeEnd(window, finishTime);
}

/** What a pipeline was known for before a mute is repeated after it, if the pipeline still has it. */
function withoutMuted(known: Memory, runs: readonly Run[], { config, issues }: ProjectReport): Memory {
  const fingerprintOf = pipelineFingerprints();
  const named = new Map(runs.map((run) => [fingerprintOf(run), run.pipeline]));
  const ofIssues = issues.flatMap((issue) => pipelineNameOf(issue) ?? []);
  for (const name of new Set([...named.values(), ...ofIssues])) named.set(missedFingerprint(name), name);
  // After a record that cannot be parsed, it is unknown whether a problem lasts.
  const unreadable = new Set(
    issues.flatMap(({ about }) =>
      about !== "project" && "unreadable" in about ? [about.unreadable.pipeline] : [],
    ),
  );
  const mutedUntil = new Map(
    [...named].map(([pipeline, name]) => [
      pipeline,
      unreadable.has(name) ? Number.POSITIVE_INFINITY : (config.pipelines.entryFor(name).mute?.until ?? 0),
    ]),
  );
  const problems = known.problems.filter(
    ({ pipeline, reportedAt }) => (mutedUntil.get(pipeline) ?? 0) <= reportedAt,
  );
  return { ...known, problems };
}

/** Returns the mark of an issue that a message reported at a time; 0 if that is unknown. */
function reportedAt(seconds: number): Silenced {
  const why =
    seconds === 0
      ? [words("Already reported.")]
      : [words("Already reported at "), { time: seconds * 1000, isDated: true }, words(".")];
  return { by: "known", why };
}
