import {
  figureNames,
  type JournalContent,
  letters,
  type PipelineContent,
  type State,
  states,
} from "../../../shared/journal/content-schema";
import {
  type BranchJournal,
  type Day,
  type Journal,
  type PastRun,
  type PipelineJournal,
  type ProjectJournal,
  pipelineKey,
} from "../issue/journal";
import { emptyDay } from "./cells";

/** Throws if the columns do not belong together. */
export function unpackJournal({ texts, projects }: JournalContent): Journal {
  return new Map(
    projects.map(
      ({ project, name, url, since, gaps, isFilled, contradictedAt, lastHour, lastDay, pipelines }) => {
        const all = pipelines.map((one) => unpackPipeline(one, lastHour, lastDay, texts));
        const journal: ProjectJournal = {
          name,
          url,
          since: since ?? undefined,
          gaps,
          isFilled,
          contradictedAt,
          pipelines: new Map(all.map((one) => [pipelineKey(one), one])),
        };
        return [project, journal];
      },
    ),
  );
}

function unpackPipeline(
  { pipeline, definitionId, isRead, hours, days, figures, branches, ...content }: PipelineContent,
  lastHour: number,
  lastDay: number,
  texts: readonly string[],
): PipelineJournal {
  const { slots, slotsSince, times, missed, isStopped, proofs, gaps } = content;
  const stateOfHour = statesOf(hours, lastHour);
  const stateOfDay = statesOf(days, lastDay);
  const figuresOfDay = new Map(figures.map(([day = 0, ...values]) => [day, values]));
  return {
    pipeline,
    definitionId,
    isRead,
    times: sumsOf(times),
    missed: sumsOf(missed),
    isStopped,
    proofs: sumsOf(proofs),
    gaps: sumsOf(gaps),
    ...(slotsSince === null ? {} : { pattern: { slots: sumsOf(slots), since: slotsSince } }),
    hours: new Map(
      content.queued.flatMap((queued, index) => {
        const hour = lastHour - content.queued.length + 1 + index;
        const state = stateOfHour.get(hour) ?? "none";
        const at = (column: readonly number[]) => column[index] ?? 0;
        const counts = { checked: at(content.checked), failed: at(content.failed), flaky: at(content.flaky) };
        return queued === 0 && state === "none" ? [] : [[hour, { state, queued, ...counts }]];
      }),
    ),
    days: new Map(
      [...new Set([...figuresOfDay.keys(), ...stateOfDay.keys()])].map((day) => [
        day,
        dayOf(stateOfDay.get(day) ?? "none", figuresOfDay.get(day) ?? []),
      ]),
    ),
    branches: branches.map((branch) => unpackBranch(branch, texts)),
  };
}

function dayOf(state: State, figures: readonly number[]): Day {
  const dayFigures = Object.fromEntries(figureNames.map((name, index) => [name, figures[index] ?? 0]));
  return { ...emptyDay(), ...dayFigures, state };
}

/** Those that are not "none", by their numbers. */
function statesOf(cells: string, last: number): Map<number, State> {
  return new Map(
    [...cells].flatMap((letter, index) => {
      const state = states.find((one) => letters[one] === letter);
      return state === undefined || state === "none" ? [] : [[last - cells.length + 1 + index, state]];
    }),
  );
}

function unpackBranch(content: PipelineContent["branches"][number], texts: readonly string[]): BranchJournal {
  const { branch, commit, commitResults, isCut, isOut, older } = content;
  const [ids, finished] = [sumsOf(content.ids), sumsOf(content.finished)];
  const columns = [
    content.queued,
    content.started,
    content.outcomes,
    content.reasons,
    content.causes,
    content.attempts,
  ];
  if ([finished, content.commits, ...columns].some(({ length }) => length !== ids.length))
    throw new Error("the columns of a branch differ in their length");
  const runs = ids.map((id, index): PastRun => {
    const finishTime = finished[index] ?? 0;
    const time = (before: number | null | undefined) =>
      typeof before === "number" ? finishTime - before : undefined;
    const text = (list: readonly number[]) => texts[list[index] ?? 0] ?? "";
    const [status = "", ...result] = text(content.outcomes).split(" ");
    const [reason, cause, letter] = [text(content.reasons), text(content.causes), content.commits[index]];
    return {
      id,
      status,
      result: result.join(" "),
      finishTime,
      attempt: content.attempts[index] ?? 1,
      queueTime: time(content.queued[index]),
      startTime: time(content.started[index]),
      reason: reason === "" ? undefined : reason,
      isOtherCommit: letter === "?" ? undefined : letter === "+",
      cause: cause === "" ? undefined : cause,
    };
  });
  return { branch, commit, commitResults, isCut, isOut, older: older ?? undefined, runs };
}

function sumsOf(differences: readonly number[]): number[] {
  let last = 0;
  return differences.map((difference) => {
    last += difference;
    return last;
  });
}
