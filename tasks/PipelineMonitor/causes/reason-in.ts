import { wholeWords } from "../../../shared/text/sanitize";
import { messageInJson } from "./json-message";
import { beginsOutput, isBeside, isFooter, isWarning, noOutput, otherSenses } from "./shapes/footers";
import { errorLevels, loggers, prefixes } from "./shapes/loggers";
import { programs } from "./shapes/programs";
import type { Certainty, Shape } from "./shapes/shape";
import { shapes } from "./shapes/shapes";

/** A line of a log, without what the agent puts before it. */
export interface LogLine {
  /** Counted from 1. */
  number: number;
  text: string;
  /** Whether the agent marked it as an error. */
  isMarked: boolean;
}

/** What a log says about why its step failed. */
export interface Reason {
  message: string;
  /** Where in the sources it happened; empty if the shape has none. */
  place: string;
  /** The number of its line. */
  number: number;
  /** The tool whose errors look so; empty if none does. */
  tool: string;
  /** `marked` if the agent marked it, `warning` if a program wrote it as one, `output` if it is only the last line, `footer` if it does not say why. */
  certainty: Certainty | "marked" | "warning" | "output" | "footer";
  isMarked: boolean;
  /** The first line that the agent marked, if it only says that there was an error and is another; otherwise empty. */
  ending: string;
}

type Candidate = Omit<Reason, "ending"> & {
  at: number;
  /** The last line that belongs to it. */
  until: number;
  counts: "first" | "last";
};

/** A line, and what of it a program wrote. */
interface Plain extends LogLine {
  plain: string;
  /** Of a logger's line, its message. */
  logged: string | undefined;
  isWarning: boolean;
  isOther: boolean;
}

/** No line that says why is longer. */
const maxCharacters = 4000;
const blockLines = 80;
const neededLines = 8;

/** The best comes first. */
const ranks: readonly Reason["certainty"][] = [
  "sure",
  "marked",
  "fair",
  "likely",
  "count",
  "guess",
  "warning",
  "footer",
];

/** The agent starts a step again (`retryCountOnTaskFailure`). */
export const nextTry = "RetryHelper encountered task failure, will retry";
const ofAgent = /^##\[(?:warning|debug|section|command|group|endgroup)\]/;

/** The reason in the lines of a step's log, by the tables of shapes and footers. Undefined if no line says anything. */
export function reasonIn(all: readonly LogLine[]): Reason | undefined {
  const from = all.findLastIndex(({ text }) => text.includes(nextTry)) + 1;
  const lines = all.slice(from).map(plainOf);
  // The agent marks the end of a step. What follows is of others, unless its shape says that it is an error.
  const end = lines.findLastIndex(({ isMarked }) => isMarked);
  const candidates = lines
    .flatMap((line, at) => (line.isOther ? [] : candidatesAt(at, lines)))
    .filter(({ certainty, at }) => certainty === "sure" || end === -1 || at <= end);
  const best = bestOf(candidates, lines) ?? outputOf(lines);
  if (best === undefined) return undefined;
  const { at: _, until: __, counts: ___, ...reason } = best;
  const marked = lines.find(({ isMarked }) => isMarked);
  const isApart = marked !== undefined && marked.number !== reason.number && !reason.isMarked;
  return { ...reason, ending: isApart && isFooter(marked.plain) ? marked.plain.trim() : "" };
}

function plainOf(line: LogLine): Plain {
  const own = wholeWords(line.text, maxCharacters);
  const text = prefixes.reduce((rest, prefix) => rest.replace(prefix, ""), own);
  const { level, message, bare, more, moreBare } = groupsOf(loggers, own) ?? groupsOf(loggers, text) ?? {};
  const isError = level !== undefined && errorLevels.test(level);
  const said = [message ?? bare, more ?? moreBare].filter((part) => part !== undefined).join(": ");
  return {
    ...line,
    plain: text,
    logged: isError ? said : undefined,
    isWarning: !line.isMarked && (/^w/i.test(level ?? "") || isWarning(text)),
    isOther:
      !line.isMarked && ((level !== undefined && !/^w/i.test(level) && !isError) || ofAgent.test(line.text)),
  };
}

function groupsOf(patterns: readonly RegExp[], text: string): Record<string, string | undefined> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

/** What the rows of tools say, or else those of any program, or else the agent's mark. A logger's line is read as its message. */
function candidatesAt(at: number, lines: readonly Plain[]): Candidate[] {
  const line = lines[at];
  if (line === undefined) return [];
  const { plain, logged, isMarked, number } = line;
  const texts = logged === undefined ? [plain] : [plain, logged];
  const found = (table: readonly Shape[]) =>
    texts
      .map((text) => table.flatMap((shape) => candidateOf(shape, text, at, lines)))
      .find((one) => one.length > 0);
  const rest: Candidate[] =
    isMarked || logged !== undefined
      ? [
          {
            ...{ message: (logged ?? plain).trim(), place: "", number, tool: "", isMarked, at, until: at },
            ...{ certainty: isMarked ? "marked" : "likely", counts: isMarked ? "first" : "last" },
          },
        ]
      : [];
  if (line.isWarning)
    return (found(programs) ?? [])
      .slice(-1)
      .map((one) => ({ ...one, message: plain.trim(), certainty: "warning" }));
  return (found(shapes) ?? found(programs)?.slice(0, 1) ?? rest).flatMap((one) => ranked(one, lines));
}

function candidateOf(shape: Shape, text: string, at: number, lines: readonly Plain[]): Candidate[] {
  const isGuess = shape.certainty === "guess";
  const match = shape.begins.exec(isGuess ? ownWords(text) : text);
  if (match === null) return [];
  const behind = lines.slice(at + 1, at + 1 + blockLines).map(({ plain }) => plain);
  const block = blockOf(shape, behind);
  if (block === undefined) return [];
  const { title, message, place = placeIn(shape, block) } = match.groups ?? {};
  const told = shape.message === "above" ? paragraphAbove(lines, at) : messageIn(shape, block, at + 1);
  const own = isGuess ? text.trim() : message;
  const parts = [title, told?.message ?? own].filter((part) => part !== undefined && part !== "");
  if (parts.length === 0) return [];
  const line = lines[(title === undefined ? told?.at : undefined) ?? at];
  return [
    {
      message: messageInJson(parts.join(": "), behind),
      ...{ place, number: line?.number ?? 0, tool: shape.tool, isMarked: line?.isMarked ?? false },
      ...{ certainty: shape.certainty, counts: shape.counts ?? "last" },
      ...{ at, until: Math.max(at, told?.at ?? at, shape.goesOn === undefined ? at : at + block.length) },
    },
  ];
}

/** The lines behind the first that belong to a failure; undefined if they show that it is none. */
function blockOf({ goesOn, needs, unless }: Shape, behind: readonly string[]): readonly string[] | undefined {
  const end = goesOn === undefined ? -1 : behind.findIndex((line) => !goesOn.test(line));
  const block = end === -1 ? behind : behind.slice(0, end);
  if (unless?.test(behind[block.length] ?? "") === true) return undefined;
  const isWhole = needs === undefined || block.slice(0, neededLines).some((line) => needs.test(line));
  return isWhole ? block : undefined;
}

function placeIn({ needs }: Shape, block: readonly string[]): string {
  const line = needs && block.find((one) => needs.test(one));
  return (line !== undefined && needs?.exec(line)?.groups?.["place"]) || "";
}

function messageIn({ message, takes }: Shape, block: readonly string[], from: number) {
  if (message === undefined || message === "above") return undefined;
  const all = block.flatMap((line, index) => {
    const told = message.exec(line)?.groups?.["message"];
    return told === undefined ? [] : [{ at: from + index, message: told }];
  });
  return takes === "last" ? all.at(-1) : all[0];
}

/** PowerShell breaks a message into lines, and has where it happened and the code below. */
function paragraphAbove(lines: readonly Plain[], at: number) {
  const above = lines.slice(Math.max(0, at - 8), at).map(({ plain }) => plain);
  const isOther = (line: string) => /^\s*$|^(?:At|In) .*:\d+ \w+:\s?\d+|^\+|^=+|^\s+\+|^##\[/.test(line);
  const start = above.findLastIndex(isOther) + 1;
  const named = above.findLastIndex((line, index) => index >= start && /^[\w.\\/:-]+ ?: \S/.test(line));
  const first = named === -1 ? above.length - 1 : named;
  const paragraph = above.slice(Math.max(first, start));
  return paragraph.length === 0
    ? undefined
    : { at: at - paragraph.length, message: paragraph.map((line) => line.trim()).join(" ") };
}

/** A line without its words for a failure in another sense. */
function ownWords(line: string): string {
  return otherSenses.reduce((text, sense) => text.replace(sense, " "), line);
}

/** Of another program, which has said nothing. */
const namesProgram =
  /\b(?:exit|return|fail)\w* (?:with |an? |error |code |status |non-zero ){1,4}\D{0,12}\d/i;

/** What a row found may be a footer, or announce the line that says more. */
function ranked(one: Candidate, lines: readonly Plain[]): Candidate[] {
  const whole = one.message
    .slice(Math.max(0, one.message.lastIndexOf(" ---> ")))
    .replace(/^ ---> /, "")
    .replace(/ \[[^[\]]+proj(?:::[^[\]]*)?\]$/, "")
    .trim();
  const next = lines.slice(one.at + 1, one.at + 4).find(({ plain }) => plain.trim() !== "");
  const announces = whole.endsWith(":") && one.until === one.at;
  const message =
    announces && next !== undefined && !isBeside(next.plain) ? `${whole} ${next.plain.trim()}` : whole;
  if (isBeside(message)) return [];
  if (isFooter(message))
    return namesProgram.test(message) && !one.isMarked ? [{ ...one, message, certainty: "footer" }] : [];
  const certainty =
    one.isMarked && one.certainty !== "sure" && one.certainty !== "count" ? "marked" : one.certainty;
  return [{ ...one, message, certainty, counts: certainty === "marked" ? "first" : one.counts }];
}

/**
 * Of the highest rank, the last failure. What belongs to one failure is told by its first line: errors of one tool, and lines with
 * nothing between them.
 */
function bestOf(all: readonly Candidate[], lines: readonly Plain[]): Candidate | undefined {
  const rank = ranks.find((one) => all.some(({ certainty }) => certainty === one));
  const equal = all.filter(({ certainty }) => certainty === rank);
  const last = equal.find(({ at }) => at === equal.at(-1)?.at);
  if (last === undefined || last.certainty === "marked") return equal[0];
  if (last.counts === "first") return equal.find(({ tool }) => tool === last.tool);
  return equal.reduceRight((first, one) => (isBetween(lines, one.until, first.at) ? one : first), last);
}

/** Whether nothing that says anything stands between two lines. */
function isBetween(lines: readonly Plain[], from: number, to: number): boolean {
  return lines
    .slice(from + 1, Math.max(from + 1, to))
    .every(({ plain, isOther }) => isOther === false && (isBeside(plain) || isFooter(plain)));
}

/** The last output of the last command if nothing else says why, or else what only says that it failed. */
function outputOf(lines: readonly Plain[]): Candidate | undefined {
  const end = lines.findIndex(({ isMarked }) => isMarked);
  const ahead = end === -1 ? lines : lines.slice(0, end);
  const from = ahead.findLastIndex(({ text }) => beginsOutput.test(text));
  const at = ahead.findLastIndex(
    ({ plain, isOther }) =>
      /\p{L}{2}/u.test(plain) &&
      !(isOther || isFooter(plain) || isBeside(plain)) &&
      noOutput.every((other) => plain.search(other) === -1),
  );
  const footer = lines.findIndex(({ plain }) => isFooter(plain) && /fail|error/i.test(plain));
  const candidate = (index: number, certainty: "output" | "footer"): Candidate[] => {
    const line = lines[index];
    if (line === undefined) return [];
    const { number, isMarked, plain } = line;
    return [
      {
        ...{ message: plain.trim(), place: "", number, tool: "", certainty, isMarked },
        ...{ at: index, until: index, counts: "last" as const },
      },
    ];
  };
  return [
    ...candidate(at > from ? at : -1, "output"),
    ...candidate(end, "footer"),
    ...candidate(footer, "footer"),
  ][0];
}
