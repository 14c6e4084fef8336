import type { Part } from "../../../shared/chat/message";
import type { Issue, Note } from "../issue/issue";
import type { Memory } from "./known-problem";
import { type LeftOut, nothingLeftOut } from "./left-out";

/** An issue or a note that the message leaves out, and why. */
export interface Withheld<T> {
  what: T;
  /** A sentence. */
  why: readonly Part[];
}

/** The issues of a project, sorted by whether the message has them. */
export interface SortedOut {
  /** The issues of the message: the most important first. */
  reported: Issue[];
  notes: Note[];
  /** What the message leaves out, because it is muted, in a maintenance window, or known. */
  withheld: Withheld<Issue>[];
  withheldNotes: Withheld<Note>[];
  leftOut: LeftOut;
  /** The owners to mention, each with a pipeline that has an issue in the message. */
  mentions: readonly { owner: string; pipeline: string }[];
  /** Whether a stuck run is muted or in a maintenance window. A later report has to look at it again. */
  hidesStuckRuns: boolean;
  /** How many issues are a reason for the step to warn or fail. */
  alarmCount: number;
  /** What this report knows; undefined if every report repeats what is known. */
  memory: Memory | undefined;
}

/** Returns everything as reported, as without any settings of alerts. `now` is in seconds since 1970. */
export function sortNothing(
  { issues, notes }: { issues: readonly Issue[]; notes: readonly Note[] },
  now: number,
): SortedOut {
  return {
    reported: [...issues],
    notes: [...notes],
    withheld: [],
    withheldNotes: [],
    leftOut: { ...nothingLeftOut, now },
    mentions: [],
    hidesStuckRuns: false,
    alarmCount: issues.length,
    memory: undefined,
  };
}
