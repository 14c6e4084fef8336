import type { Run } from "../../../shared/azure-devops/records";
import type { Part } from "../../../shared/chat/message";
import { importances } from "../config/alert-schema";
import type { Entry, Mute } from "../config/entries";
import type { Config } from "../config/parse";
import { type Issue, type Note, pipelineNameOf } from "../issue/issue";
import { words } from "../issue/parts";
import type { FinishedRun } from "../rules/check-runs";
import { type Compared, compareWithMemory } from "./compare";
import { importanceOf, missedFingerprint, pipelineFingerprints } from "./identity";
import type { Memory, ProblemKind } from "./known-problem";
import type { LeftOut } from "./left-out";
import { quietSince } from "./quiet";
import type { SortedOut, Withheld } from "./sorted-out";

/** What sorting the issues of a project out needs. Times are in seconds since 1970. */
export interface SortOutParts {
  config: Config;
  issues: readonly Issue[];
  notes: readonly Note[];
  runs: readonly FinishedRun[];
  memory: Memory | undefined;
  now: number;
  /** The end of the window. */
  until: number;
  /** Returns whether an owner is a mention in the chat's syntax. */
  isMention: (owner: string) => boolean;
  recoveryNote: (run: Run, kind: ProblemKind) => Note;
}

/** Sorts the issues of a project out: what the message has, and what only the summary has. */
export function sortOut(parts: SortOutParts): SortedOut {
  const { config, notes, now, until, runs } = parts;
  const { alerts } = config;
  const alertOf = (pipeline: string | undefined) =>
    pipeline === undefined ? undefined : config.pipelines.entryFor(pipeline);
  const isMuted = (pipeline: string | undefined) => (alertOf(pipeline)?.mute?.until ?? 0) > now;
  const decorated = parts.issues.map((issue) => decorate(issue, alertOf(pipelineNameOf(issue)), parts));
  const isHeard = (issue: Issue) => !isMuted(pipelineNameOf(issue));
  const muted = decorated.filter((issue) => !isHeard(issue));
  const audible = decorated.filter(isHeard);
  const quiet = new Map(audible.flatMap((issue) => quietEntry(issue, parts)));
  const compared =
    alerts.remindSeconds === undefined
      ? undefined
      : compareWithMemory({
          issues: audible,
          isReportable: (issue) => !quiet.has(issue),
          runs: runs.filter(({ run }) => !isMuted(run.pipeline)),
          importanceFor: (pipeline) => config.pipelines.entryFor(pipeline).importance,
          memory: parts.memory && withoutMuted(parts.memory, parts),
          rule: { now, remindSeconds: alerts.remindSeconds },
          until,
        });
  const reported = audible.filter((issue) => !quiet.has(issue) && !compared?.heldBack.has(issue));
  const allNotes = [...notes, ...recoveriesOf(compared, parts)];
  const withheldNotes = allNotes.flatMap((note) => withheldNote(note, alertOf(note.pipeline)?.mute, parts));
  return {
    reported: byImportance(reported),
    notes: allNotes.filter((note) => !withheldNotes.some(({ what }) => what === note)),
    withheld: [
      ...muted.map((what) => ({ what, why: whyMuted(alertOf(pipelineNameOf(what))?.mute) })),
      ...[...quiet].map(([what, since]) => ({ what, why: whyQuiet(since) })),
      ...[...(compared?.heldBack ?? [])].map(([what, reportedAt]) => ({ what, why: whyKnown(reportedAt) })),
    ],
    withheldNotes,
    mentions: reported.flatMap((issue) => mentionOf(issue, alertOf, parts)),
    hidesStuckRuns: [...muted, ...quiet.keys()].some(({ verdict }) => verdict === "stuck"),
    leftOut: leftOut(compared, muted.length + quiet.size, parts),
    alarmCount: audible.filter((issue) => !quiet.has(issue) && importanceOf(issue) !== "info").length,
    memory: compared?.memory,
  };
}

/** Adds what the configuration says of its pipeline to an issue. Only issues that share it share a line. */
function decorate(issue: Issue, alert: Entry | undefined, { isMention }: SortOutParts): Issue {
  if (alert === undefined) return issue;
  const { runbook, importance } = alert;
  const owner = isMention(alert.owner) ? "" : alert.owner;
  if (owner === "" && runbook === undefined && importance === "normal") return issue;
  const { explanation } = issue;
  const group = explanation?.group;
  const shared = JSON.stringify([owner, runbook?.href ?? "", importance]);
  return {
    ...issue,
    alert: { owner, runbook, importance },
    ...(explanation === undefined || group === undefined
      ? {}
      : { explanation: { ...explanation, group: { ...group, key: `${group.key} ${shared}` } } }),
  };
}

/** Returns whom an issue mentions: nobody if it only informs. */
function mentionOf(
  issue: Issue,
  alertOf: (pipeline: string | undefined) => Entry | undefined,
  { isMention }: SortOutParts,
): { owner: string; pipeline: string }[] {
  const pipeline = pipelineNameOf(issue);
  const { owner = "" } = alertOf(pipeline) ?? {};
  const isOne = pipeline !== undefined && importanceOf(issue) !== "info" && isMention(owner);
  return isOne ? [{ owner, pipeline }] : [];
}

/** Returns issues in the order of their importance, otherwise as they were. */
function byImportance(issues: readonly Issue[]): Issue[] {
  const place = (issue: Issue) => importances.indexOf(importanceOf(issue));
  return [...issues].sort((one, other) => place(one) - place(other));
}

function quietEntry(issue: Issue, { config: { alerts }, now }: SortOutParts): [Issue, number][] {
  const since = quietSince(pipelineNameOf(issue), issue.at ?? now, alerts.quiet);
  return since === undefined ? [] : [[issue, since]];
}

function withheldNote(
  note: Note,
  mute: Mute | undefined,
  { config: { alerts }, now }: SortOutParts,
): Withheld<Note>[] {
  if (mute !== undefined && mute.until > now) return [{ what: note, why: whyMuted(mute) }];
  const since = quietSince(note.pipeline, note.at ?? now, alerts.quiet);
  return since === undefined ? [] : [{ what: note, why: whyQuiet(since) }];
}

/** What a pipeline was known for before a mute is repeated after it, if the pipeline still has it. */
function withoutMuted(memory: Memory, { runs, issues, config }: SortOutParts): Memory {
  const fingerprintOf = pipelineFingerprints();
  const named = new Map(runs.map(({ run }) => [fingerprintOf(run), run.pipeline]));
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
  const isKept = ({ pipeline, reportedAt }: Memory["problems"][number]) =>
    (mutedUntil.get(pipeline) ?? 0) <= reportedAt;
  return { ...memory, problems: memory.problems.filter(isKept) };
}

/** Returns notes on the pipelines whose known problems have ended, unless the history has one already. */
function recoveriesOf(compared: Compared | undefined, { notes, runs, recoveryNote }: SortOutParts): Note[] {
  if (compared === undefined) return [];
  const named = new Set(notes.map(({ pipeline }) => pipeline));
  return runs.flatMap(({ run }) => {
    const kind = compared.recoveries.get(run.id);
    return kind === undefined || named.has(run.pipeline) ? [] : [recoveryNote(run, kind)];
  });
}

function leftOut(
  compared: Compared | undefined,
  silencedCount: number,
  {
    config: {
      alerts: { remindSeconds = 0 },
    },
    now,
  }: SortOutParts,
): LeftOut {
  const lasting = [...(compared?.lasting.values() ?? [])];
  const reminders = lasting.map((reportedAt) => reportedAt + remindSeconds);
  return {
    knownCount: lasting.length,
    repeatedCount: compared?.heldBack.size ?? 0,
    remindAt: reminders.length === 0 ? undefined : Math.min(...reminders),
    silencedCount,
    now,
  };
}

function whyMuted(mute: Mute | undefined): Part[] {
  const { until = 0, reason = "" } = mute ?? {};
  return [
    words("Muted until "),
    { time: until * 1000, isDated: true },
    ...(reason === "" ? [] : [words(" ("), { name: reason }, words(")")]),
    words("."),
  ];
}

function whyQuiet(since: number): Part[] {
  return [
    words("In the maintenance window that began at "),
    { time: since * 1000, isDated: true },
    words("."),
  ];
}

function whyKnown(reportedAt: number): Part[] {
  return reportedAt === 0
    ? [words("Already reported.")]
    : [words("Already reported at "), { time: reportedAt * 1000, isDated: true }, words(".")];
}
