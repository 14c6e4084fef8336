import { wholeWords } from "../../../shared/text/sanitize";
import { type Candidate, candidatesAt, saysFailure } from "./candidates";
import { withoutCutJson } from "./json-message";
import { type LogLine, type Plain, plainOf } from "./log-line";
import { beginsOutput, isBeside, isFooter, noOutput, scriptEnding } from "./shapes/footers";

/** The part of a log that says why its step failed. */
export interface Reason extends Omit<Candidate, "at" | "until" | "counts"> {
  /** Told behind it: lines beside it that say more, or, if nothing says why, all that only says that it failed. */
  more: string;
  /** The first line that the agent marked, if it only says that there was an error and is another; otherwise empty. */
  ending: string;
}

/** The best comes first. */
const ranks: readonly Reason["certainty"][] = [
  "sure",
  "marked",
  "fair",
  "likely",
  "guess",
  "count",
  "hint",
  "warning",
  "effect",
  "footer",
];

/** So many lines are told behind the reason, of so many lines around it. */
const maxEndings = 2;
const maxBeside = 2;
const maxCompared = 20;
const nearLines = 3;
const maxBesideCharacters = 300;

/** The agent starts a step again (`retryCountOnTaskFailure`). */
export const nextTry = "RetryHelper encountered task failure, will retry";

/** The reason in the lines of a step's log, by the tables of shapes and footers. Undefined if no line says anything. */
export function reasonIn(all: readonly LogLine[]): Reason | undefined {
  const from = all.findLastIndex(({ text }) => text.includes(nextTry)) + 1;
  const lines = all.slice(from).map(plainOf);
  // The agent marks the end of a step. What follows is of others, unless its shape says that it is an error.
  const end = lines.findLastIndex(({ isMarked }) => isMarked);
  // What a tool prints is often not as it should be; what a script prints last seldom is.
  const isScript = lines.every(
    ({ plain, isMarked }) => !isMarked || !isFooter(plain) || scriptEnding.test(plain),
  );
  const command = lines.findLastIndex(({ text }, at) => at < end && beginsOutput.test(text));
  const candidates = lines
    .flatMap((line, at) => (line.isOther ? [] : candidatesAt(at, lines)))
    .filter(({ certainty, at }) => certainty === "sure" || end === -1 || at <= end)
    .filter(({ certainty, at }) => certainty !== "hint" || (isScript && at > command && at < end));
  const best = bestOf(candidates, lines) ?? outputOf(lines);
  if (best === undefined) return undefined;
  const { at: _, until: __, counts: ___, ...reason } = best;
  const marked = lines.find(({ isMarked }) => isMarked);
  const isUnsaid = reason.certainty === "output" || reason.certainty === "footer";
  const hasEnding = !isUnsaid && marked !== undefined && !reason.isMarked && isFooter(marked.plain);
  const others = isUnsaid ? lines.filter(saysEnd).map(saidBy) : besideOf(best, candidates);
  const few = [...new Set(others)].slice(0, maxCompared);
  const said = [reason.message, ...few].map(bare);
  // One may be a part of another, such as without the program's name.
  const isNew = (one: string, index: number) =>
    one !== "" &&
    !said.some((text, place) => text.includes(bare(one)) && (place <= index || text !== bare(one)));
  const more = few.filter(isNew);
  return {
    ...reason,
    more: more.slice(0, isUnsaid ? maxEndings : maxBeside).join(" … "),
    ending: hasEnding ? saidBy(marked) : "",
  };
}

/** The messages of candidates near it, the next ones first. */
function besideOf({ at, until, message, certainty }: Candidate, candidates: readonly Candidate[]): string[] {
  const near = candidates.filter(
    (one) =>
      one.certainty !== "count" &&
      one.certainty !== "footer" &&
      one.message !== message &&
      // Another reading of the same lines says the same.
      (one.at > until || one.until < at),
  );
  const behind = near.filter((one) => one.at > at && one.at <= until + nearLines);
  const before = near.filter((one) => one.at < at && one.until >= at - nearLines);
  const first = near.filter((one) => one.certainty === certainty).slice(0, 1);
  return [...behind, ...before.reverse(), ...first].map((one) => shortened(one.message));
}

/** Without the signs before it, such as the bar of a block. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+/u, "");
}

function shortened(message: string): string {
  return wholeWords(message, maxBesideCharacters).trim();
}

/** Without JSON that is cut. */
function saidBy({ plain, quiet }: Plain): string {
  return withoutCutJson((quiet ?? plain).trim());
}

function saysEnd({ plain, isMarked, isOther }: Plain): boolean {
  return !isOther && isFooter(plain) && (isMarked || endingWords.test(plain)) && !countsNone.test(plain);
}

const countsNone = /^\W*(?:no|0) (?:errors?|failures?)\b|\b0 Error\(s\)/i;
const endingWords = /fail|error|reject|exit|return|declin|abort|terminat|cancel|fehl|erreur/i;

/**
 * Takes the last failure of the highest rank. Whatever belongs to one failure is told by its first line: errors of one tool, and lines with
 * nothing between them.
 */
function bestOf(all: readonly Candidate[], lines: readonly Plain[]): Candidate | undefined {
  const rank = ranks.find((one) => all.some(({ certainty }) => certainty === one));
  const equal = all.filter(({ certainty }) => certainty === rank);
  const last = equal.find(({ at }) => at === equal.at(-1)?.at);
  if (last === undefined || last.certainty === "marked")
    return equal.find(({ message }) => saysFailure(message)) ?? equal[0];
  if (last.counts === "first") return equal.find(({ tool }) => tool === last.tool);
  return equal.reduceRight((first, one) => (isBetween(lines, one.until, first.at) ? one : first), last);
}

/** Whether nothing that says anything stands between two lines. */
function isBetween(lines: readonly Plain[], from: number, to: number): boolean {
  return lines
    .slice(from + 1, Math.max(from + 1, to))
    .every(({ plain, isOther }) => isOther === false && (isBeside(plain) || isFooter(plain)));
}

/**
 * If nothing says why: how a tool ended, as the agent marked it; the last output of a script; a failure that a program logged
 * as if it were none; and how the script ended.
 */
function outputOf(lines: readonly Plain[]): Candidate | undefined {
  const end = lines.findIndex(({ isMarked }) => isMarked);
  const ends = lines.filter(saysEnd);
  const ofTools = ends.filter(({ plain }) => !scriptEnding.test(plain));
  // Of the lines that the agent marked, the longest says most.
  const marked = ofTools
    .filter(({ isMarked }) => isMarked)
    .sort((one, other) => saidBy(other).length - saidBy(one).length);
  const quiet = lines.findLast(
    ({ quiet: text }) => text !== undefined && saysFailure(text) && !isBeside(text),
  );
  const candidates = (certainty: "output" | "footer", some: readonly (Plain | undefined)[]) =>
    some.flatMap((line): Candidate[] => {
      const message = line === undefined ? "" : saidBy(line);
      if (line === undefined || message === "") return [];
      const { number, isMarked } = line;
      const at = lines.indexOf(line);
      return [{ message, place: "", number, tool: "", certainty, isMarked, at, until: at, counts: "last" }];
    });
  return [
    ...candidates("footer", marked),
    // Without a marked line, the step need not have failed by what it printed last.
    ...candidates("output", [end === -1 ? undefined : lastOutput(lines.slice(0, end)), quiet]),
    ...candidates("footer", [ofTools[0], lines[end], ends[0]]),
  ][0];
}

/** The last line of the last command that is no progress. */
function lastOutput(lines: readonly Plain[]): Plain | undefined {
  const from = lines.findLastIndex(({ text }) => beginsOutput.test(text));
  return lines
    .slice(from + 1)
    .findLast(
      ({ plain, isOther }) =>
        /\p{L}{2}/u.test(plain) &&
        withoutCutJson(plain) !== "" &&
        !(isOther || isFooter(plain) || isBeside(plain)) &&
        noOutput.every((other) => plain.search(other) === -1),
    );
}
