import type { Phrase } from "../../../../shared/chat/message";
import {
  type Day,
  isWatched,
  type PipelineJournal,
  type ProjectJournal,
} from "../../../../shared/journal/schema";
import { beginOf, type Period } from "./period";
import type { PlatformWarning } from "./platform-warnings";

export interface Week extends Pick<Day, "runs" | "failures" | "timedRuns" | "totalSeconds"> {}

export interface PipelineDigest {
  /** Its name; with the id of its definition if others share the name. */
  pipeline: string;
  current: Week;
  before: Week;
  longestWaitSeconds: number;
  /** The id of the run that waited so long; 0 if none waited. */
  longestWaitId: number;
  /** How many commits there are on which runs failed and passed. */
  flakyCommits: number;
}

export interface Digest {
  projectName: string;
  runPage: (id: number) => URL;
  period: Period;
  /** The most failures first, then by name. */
  pipelines: readonly PipelineDigest[];
  /** How many of the week's hours nobody watched. */
  unwatchedHours: number;
  /** Further sentences about the week. */
  totals: readonly Phrase[];
  /** The platform's warnings. */
  warnings: readonly PlatformWarning[];
}

/** The figures of two weeks of a project. */
export function digestOf(
  journal: ProjectJournal,
  { period, ...project }: Pick<Digest, "projectName" | "runPage" | "period" | "totals" | "warnings">,
): Digest {
  const displayNames = namesOf([...journal.pipelines.values()]);
  const pipelines = [...journal.pipelines.values()].flatMap((one): PipelineDigest[] => {
    const current = daysOf(one, period.from, period.until);
    const before = daysOf(one, period.before, period.from);
    if (current.length === 0 && before.length === 0) return [];
    const longest = current.reduce(
      (worst: Pick<Day, "longestWaitSeconds" | "longestWaitId">, day) =>
        day.longestWaitSeconds > worst.longestWaitSeconds ? day : worst,
      { longestWaitSeconds: 0, longestWaitId: 0 },
    );
    return [
      {
        pipeline: displayNames(one),
        current: sumOf(current),
        before: sumOf(before),
        longestWaitSeconds: longest.longestWaitSeconds,
        longestWaitId: longest.longestWaitId,
        flakyCommits: current.reduce((sum, { flakyCommits }) => sum + flakyCommits, 0),
      },
    ];
  });
  return {
    ...project,
    period,
    unwatchedHours: unwatchedHours(journal, period),
    pipelines: pipelines.sort(
      (one, other) =>
        other.current.failures - one.current.failures || (one.pipeline < other.pipeline ? -1 : 1),
    ),
  };
}

/** Those with runs. */
function daysOf({ days }: PipelineJournal, from: number, until: number): Day[] {
  return [...days].flatMap(([day, figures]) =>
    day >= from && day < until && figures.runs > 0 ? [figures] : [],
  );
}

function sumOf(days: readonly Day[]): Week {
  const sum = (figure: keyof Week) => days.reduce((total, day) => total + day[figure], 0);
  const times = { timedRuns: sum("timedRuns"), totalSeconds: sum("totalSeconds") };
  return { runs: sum("runs"), failures: sum("failures"), ...times };
}

function unwatchedHours(journal: ProjectJournal, period: Period): number {
  let count = 0;
  const until = beginOf(period.until, period);
  for (let from = beginOf(period.from, period); from < until; from += 3600)
    if (!isWatched(journal, from, from + 3600)) count++;
  return count;
}

/** Adds the id of the definition to a name that several pipelines share. */
function namesOf(all: readonly PipelineJournal[]): (one: PipelineJournal) => string {
  const sharing = new Map<string, number>();
  for (const { pipeline } of all) sharing.set(pipeline, (sharing.get(pipeline) ?? 0) + 1);
  return ({ pipeline, definitionId }) =>
    definitionId !== undefined && (sharing.get(pipeline) ?? 0) > 1
      ? `${pipeline} (definition ${definitionId})`
      : pipeline;
}

/** In whole seconds; undefined if no run has a time. */
export function meanOf({ timedRuns, totalSeconds }: Week): number | undefined {
  return timedRuns === 0 ? undefined : Math.round(totalSeconds / timedRuns);
}
