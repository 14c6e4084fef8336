import { groupBy } from "../../../shared/group-by";
import { messageInJson, withoutCutJson } from "./json-message";
import { type Plain, withCode } from "./log-line";
import {
  isBeside,
  isBesideOfTool,
  isEffect,
  isFooter,
  isFooterOfTool,
  isProgress,
  otherSenses,
} from "./shapes/footers";
import { programs } from "./shapes/programs";
import type { Certainty, Shape } from "./shapes/shape";
import { shapes } from "./shapes/shapes";

/** A line that may be the reason, and those that belong to it. */
export interface Candidate {
  message: string;
  /** Where in the sources it happened; empty if the shape has none. */
  place: string;
  /** The number of its line. */
  number: number;
  /** The tool whose errors look so; empty if none does. */
  tool: string;
  /** `marked` if the agent marked it, `warning` if a program wrote it as one, `effect` if it is what came of the failure, `output` if it is only the last line, `footer` if it does not say why. */
  certainty: Certainty | "marked" | "warning" | "effect" | "output" | "footer";
  isMarked: boolean;
  at: number;
  /** The last line that belongs to it. */
  until: number;
  counts: "first" | "last";
}

interface Table {
  rows: readonly Shape[];
  /** All that the rows begin with, in few patterns: most lines of a log are none. */
  mayBegin: readonly RegExp[];
}

function tableOf(rows: readonly Shape[]): Table {
  const byFlags = groupBy(rows, ({ begins }) => begins.flags);
  const mayBegin = [...byFlags].map(([flags, some]) => {
    const sources = some.map(({ begins }) => begins.source.replace(/\(\?<(?![=!])\w+>/g, "(?:"));
    return new RegExp(sources.map((source) => `(?:${source})`).join("|"), flags);
  });
  return { rows, mayBegin };
}

const ofTools = tableOf(shapes);
const ofPrograms = tableOf(programs.filter(({ certainty }) => certainty !== "hint"));
const ofHints = tableOf(programs.filter(({ certainty }) => certainty === "hint"));

const blockLines = 80;
const neededLines = 8;
const joinedLines = 6;
const continuedLines = 3;

/** Takes what the rows of tools say, or else those of any program, or else the agent's mark. A logger's line is read as its message. */
export function candidatesAt(at: number, lines: readonly Plain[]): Candidate[] {
  const line = lines[at];
  if (line === undefined) return [];
  const { plain, logged, isMarked, number } = line;
  const texts = [...new Set([plain, plain.trim(), logged ?? plain])];
  const found = ({ rows, mayBegin }: Table, forms = texts) =>
    forms
      .filter((text) => mayBegin.some((pattern) => pattern.test(text)))
      .map((text) => rows.flatMap((shape) => candidateOf(shape, text, at, lines)))
      .find((one) => one.length > 0);
  const rest: Candidate[] =
    isMarked || logged !== undefined
      ? [
          {
            message: messageInJson((logged ?? plain).trim(), behindOf(at, lines)),
            place: "",
            number,
            tool: "",
            isMarked,
            at,
            until: at,
            certainty: isMarked ? "marked" : "likely",
            counts: isMarked ? "first" : "last",
          },
        ]
      : [];
  const said = plain.trimStart().startsWith("{") ? (logged ?? plain) : plain;
  if (line.isWarning)
    return (found(ofTools) ?? found(ofPrograms) ?? [])
      .slice(-1)
      .map((one): Candidate => ({ ...one, message: withoutCutJson(said.trim()), certainty: "warning" }))
      .filter(({ message }) => !isFooter(message));
  const [ofProgram] = found(ofPrograms, logged === undefined ? texts : [logged]) ?? rest;
  const isGuess = ofProgram?.certainty === "guess" && rest.length > 0;
  const ofAny = ofProgram === undefined || isGuess ? rest : [ofProgram];
  const ofOthers = ofAny.length > 0 ? ofAny : found(ofHints);
  return (found(ofTools) ?? ofOthers ?? []).flatMap((one) => ranked(one, lines));
}

/** Whether a text has words for a failure. */
export function saysFailure(text: string): boolean {
  return ofPrograms.mayBegin.some((pattern) => pattern.test(ownWords(text)));
}

/** Empty unless the row knows the text of the line. */
export function candidateOf(shape: Shape, text: string, at: number, lines: readonly Plain[]): Candidate[] {
  const isGuess = shape.certainty === "guess" || shape.certainty === "hint";
  const match = shape.begins.exec(isGuess ? ownWords(text) : text);
  if (match === null) return [];
  const behind = behindOf(at, lines);
  const block = blockOf(shape, behind);
  if (block === undefined) return [];
  const { title, message, place = placeIn(shape, block) } = match.groups ?? {};
  const told = shape.message === "above" ? paragraphAbove(lines, at) : messageIn(shape, block, at + 1);
  const own = isGuess ? text.trim() : message;
  const parts = [title, told?.message ?? own].filter((part) => part !== undefined && part !== "");
  if (parts.length === 0) return [];
  const line = lines[(title === undefined ? told?.at : undefined) ?? at];
  // A test without its message is only one of those that failed.
  const isTold = shape.message === undefined || told !== undefined || message !== undefined;
  return [
    {
      message: [...parts.slice(0, -1), messageInJson(parts.at(-1) ?? "", behind)].join(": "),
      place,
      number: line?.number ?? 0,
      tool: shape.tool,
      isMarked: line?.isMarked ?? false,
      certainty: isTold ? shape.certainty : "count",
      counts: shape.counts ?? "last",
      at,
      until: Math.max(at, told?.at ?? at, shape.goesOn === undefined ? at : at + block.length),
    },
  ];
}

function behindOf(at: number, lines: readonly Plain[]): string[] {
  return lines.slice(at + 1, at + 1 + blockLines).map(({ plain }) => plain);
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
  const [first] = all;
  if (takes !== "all" || first === undefined) return takes === "last" ? all.at(-1) : first;
  return {
    ...first,
    message: all
      .slice(0, joinedLines)
      .map((one) => one.message.trim())
      .join(" "),
  };
}

/** A line of a message that goes on is about as long as the terminal is wide. */
const wrapped = 60;

/** PowerShell breaks a message into lines, and has where it happened and the code below. */
function paragraphAbove(lines: readonly Plain[], at: number) {
  const above = lines.slice(Math.max(0, at - 8), at).map(({ plain }) => plain);
  const isOther = (line: string) => /^\s*$|^(?:At|In) .*:\d+ \w+:\s?\d+|^\+|^=+|^\s+\+|^# ?#\[/.test(line);
  const start = above.findLastIndex(isOther) + 1;
  const named = above.findLastIndex((line, index) => index >= start && /^[\w.\\/:-]+ ?: \S/.test(line));
  const isWhole = (line: string, index: number) => index < above.length - 1 && line.length < wrapped;
  const first = named === -1 ? Math.max(start, above.findLastIndex(isWhole) + 1) : named;
  const paragraph = above.slice(Math.max(first, start));
  return paragraph.length === 0
    ? undefined
    : { at: at - paragraph.length, message: paragraph.map((line) => line.trim()).join(" ") };
}

/** A line without its words for a failure in another sense. */
function ownWords(line: string): string {
  return otherSenses.reduce((text, sense) => text.replace(sense, " "), line);
}

/** Means another program, which has said nothing. */
const namesProgram =
  /\b(?:exit|return|fail)\w* (?:with |an? |error |code |status |non-zero ){1,4}\D{0,12}\d|\bexit code: \d|\breturned \d/i;

const isOfAny = /^(?:any)?$/;

/** The text that a row found may be a footer, or announce the line that says more. */
function ranked(one: Candidate, lines: readonly Plain[]): Candidate[] {
  const whole = one.message
    .slice(Math.max(0, one.message.lastIndexOf(" ---> ")))
    .replace(/^ ---> /, "")
    .replace(/ \[[^[\]]+(?:proj|\.sln)(?:::[^[\]]*)?\]$/, "")
    .trim();
  const line = lines[one.at]?.plain.trim() ?? "";
  const own =
    one.place === ""
      ? withCode(whole, isOfAny.test(one.tool) ? (lines[one.at]?.logged ?? line) : line)
      : whole;
  const message = [own, ...continued(whole, one, lines).map(withoutCutJson)].join(" ").trim();
  const isNone = message === "" || isBesideOfTool(whole) || isProgress(line);
  if (isNone || (!one.isMarked && /^[{[]\s*\\?["{]/.test(whole))) return [];
  const isSure = one.certainty === "sure";
  if ((isSure ? isFooterOfTool : isFooter)(whole) || (!isSure && isFooter(line)))
    return namesProgram.test(line) && !one.isMarked ? [{ ...one, message: line, certainty: "footer" }] : [];
  const certainty = certaintyOf(one, message);
  const counts = one.isMarked && certainty !== "sure" && certainty !== "count" ? "first" : one.counts;
  return [{ ...one, message, certainty, counts }];
}

function certaintyOf({ certainty, isMarked }: Candidate, message: string): Candidate["certainty"] {
  if (certainty === "sure" || certainty === "count" || (certainty === "fair" && !isMarked)) return certainty;
  if (isEffect(message)) return "effect";
  return isMarked ? "marked" : certainty;
}

/** A code without a word, or a line that announces the next. */
const announces = /(?:[:：]|[-=]{3})$|^(?:0x[\da-f]{1,16}|[A-Z]{0,8}[-_]?\d+)\W*$/i;
/** Programs break their texts at a width like that of a terminal. */
const isBroken = (line: string, next: string) =>
  line.length >= 58 && /[\p{L}\d,"')]$/u.test(line) && /^\p{Ll}{2,}[.,]? \S/u.test(next);

/** The next lines, if the line announces them, is broken there, or if they are indented below it. */
function continued(message: string, { until }: Candidate, lines: readonly Plain[]): string[] {
  const own = lines[until];
  if (own === undefined || !own.plain.includes(message)) return [];
  const rest = lines.slice(until + 1, until + 1 + continuedLines);
  const first = rest.findIndex(({ plain }) => plain.trim() !== "");
  const next = rest[first];
  if (next === undefined || isBeside(next.plain) || next.isMarked) return [];
  if (announces.test(message) || isBroken(own.plain, next.plain)) return [next.plain.trim()];
  const end = rest.findIndex(
    ({ plain }) => indentOf(plain) <= indentOf(own.plain) || isBeside(plain) || isFooter(plain),
  );
  return rest.slice(0, end === -1 ? rest.length : end).map(({ plain }) => plain.trim());
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
