import { wholeWords } from "../../../shared/text/sanitize";
import { lastOutput, saysFailure } from "./failure-line";
import { isBeside, isFooter } from "./footers";
import { messageInJson } from "./json-message";
import { withoutIncidentals } from "./same-cause";
import { anyProgram, type Certainty, type Shape, shapes } from "./shapes";

/** What a log says about why its step failed. */
export interface Reason {
  message: string;
  /** Where in the sources it happened; empty if the shape has none. */
  place: string;
  /** The number of its line, counted from 1. */
  number: number;
  /** The tool whose errors look so; empty if none does. */
  shape: string;
  /** `marked` if the agent marked it, `footer` if it does not say why. */
  certainty: Certainty | "marked" | "output" | "footer";
}

interface Candidate extends Reason {
  counts: "first" | "last";
}

const marker = "##[error]";
const maxCharacters = 4000;
const blockLines = 80;

/** The best comes first. */
const ranks: readonly Reason["certainty"][] = [
  "sure",
  "marked",
  "likely",
  "count",
  "guess",
  "output",
  "footer",
];

/** What the agent, BuildKit, Docker Compose and MSBuild put before a line of a program. */
const prefixes = [
  /^\[?\d{4}[/-]\d\d[/-]\d\d[T ]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?\]?:? /,
  /^\d\d:\d\d:\d\d(?:[.,]\d+)? {1,2}/,
  /^#\d+ (?:\d+\.\d+ )?/,
  /^\d+\.\d{1,3} (?=\S)/,
  /^\s*\d{1,3}(?::\d+)?>/,
  /^[a-z][\w.-]{0,60} +\| /,
];

/** The agent starts a step again (`retryCountOnTaskFailure`). */
const nextTry = /RetryHelper encountered task failure, will retry/;
const ofAgent = /^##\[(?:warning|debug|section|command|group|endgroup)\]/;

/**
 * The reason in the lines of a step's log, by the tables of shapes and footers. A line that stands in `good`, the lines of the
 * last run that succeeded, is none unless its shape is sure. Undefined if no line says anything.
 */
export function reasonIn(lines: readonly string[], good: readonly string[] = []): Reason | undefined {
  const from = lines.findLastIndex((line) => nextTry.test(line)) + 1;
  const own = lines.slice(from).map((line) => wholeWords(line, maxCharacters));
  const plain = own.map(withoutPrefixes);
  const known = new Set(
    good.map((line) => withoutIncidentals(withoutPrefixes(wholeWords(line, maxCharacters)).trim())),
  );
  // The agent marks the end of a step. What follows is of others, unless its shape says that it is an error.
  const end = own.findLastIndex((line) => line.includes(marker));
  const isNew = ({ certainty, number }: Candidate) =>
    certainty === "sure" ||
    ((end === -1 || number <= end + 1) && !known.has(withoutIncidentals(plain[number - 1]?.trim() ?? "")));
  const all = own
    .flatMap((line, at) => (ofAgent.test(line) ? [] : candidatesAt(at, line, plain)))
    .filter(isNew);
  const best = bestOf(all) ?? outputOf(own, plain, known);
  if (best === undefined) return undefined;
  const { counts: _, ...reason } = best;
  return { ...reason, number: reason.number + from };
}

function withoutPrefixes(line: string): string {
  return prefixes.reduce((text, prefix) => text.replace(prefix, ""), line.replace(marker, ""));
}

function candidatesAt(at: number, line: string, plain: readonly string[]): Candidate[] {
  const text = plain[at] ?? "";
  const isMarked = line.includes(marker);
  const ofTool = shapes.flatMap((shape) => candidateOf(shape, at, plain));
  const found =
    ofTool.length > 0 ? ofTool : anyProgram.flatMap((shape) => candidateOf(shape, at, plain)).slice(0, 1);
  const rest: Candidate = {
    ...{ message: text.trim(), place: "", number: at + 1, shape: "" },
    ...{ certainty: isMarked ? "marked" : "guess", counts: isMarked ? "first" : "last" },
  };
  const others = found.length === 0 && (isMarked || saysFailure(text)) ? [rest] : [];
  return [...found, ...others].flatMap((one) => ranked(one, isMarked));
}

function candidateOf(shape: Shape, at: number, plain: readonly string[]): Candidate[] {
  const groups = shape.begins.exec(plain[at] ?? "")?.groups;
  if (groups === undefined && !shape.begins.test(plain[at] ?? "")) return [];
  const behind = plain.slice(at + 1, at + 1 + blockLines);
  const { goesOn, needs, unless } = shape;
  const end = goesOn === undefined ? -1 : behind.findIndex((line) => !goesOn.test(line));
  const block = end === -1 ? behind : behind.slice(0, end);
  if (unless?.test(behind[block.length] ?? "")) return [];
  const needed = block
    .slice(0, needs === undefined ? 0 : 8)
    .map((line) => needs?.exec(line))
    .find((match) => match != null);
  if (needs !== undefined && needed === undefined) return [];
  const told =
    shape.message === "above"
      ? paragraphAbove(plain.slice(Math.max(0, at - 6), at), at)
      : messageIn(shape, block, at + 1);
  const { title, message = "", place = needed?.groups?.["place"] ?? "" } = groups ?? {};
  const parts = [title, told?.message ?? message].filter((part) => part !== undefined && part !== "");
  if (parts.length === 0) return [];
  const number = (title === undefined ? told?.at : undefined) ?? at;
  return [
    {
      message: messageInJson(parts.join(": "), behind),
      ...{ place, number: number + 1, shape: shape.tool },
      ...{ certainty: shape.certainty, counts: shape.counts ?? "last" },
    },
  ];
}

function messageIn({ message, takes }: Shape, block: readonly string[], from: number) {
  if (message === undefined || message === "above") return undefined;
  const at =
    takes === "last"
      ? block.findLastIndex((line) => message.test(line))
      : block.findIndex((line) => message.test(line));
  const told = message.exec(block[at] ?? "")?.groups?.["message"];
  return told === undefined ? undefined : { at: from + at, message: told };
}

/** PowerShell breaks a message into lines, and has where it happened and the code below. */
function paragraphAbove(above: readonly string[], at: number) {
  const isOther = (line: string) => /^\s*$|^(?:At|In) .*:\d+ \w+:\d+|^\+|^=+|^\s+\+/.test(line);
  const start = above.findLastIndex(isOther) + 1;
  const named = above.findLastIndex((line, index) => index >= start && /^[\w.\\/:-]+ ?: \S/.test(line));
  const first = named === -1 ? above.length - 1 : named;
  const paragraph = above.slice(Math.max(first, start));
  if (paragraph.length === 0) return undefined;
  return { at: at - paragraph.length, message: paragraph.join(" ").trim() };
}

/** What a row found may be a footer, and is told only if nothing else is. */
function ranked(one: Candidate, isMarked: boolean): Candidate[] {
  const message = one.message
    .slice(one.message.lastIndexOf(" ---> ") + 1)
    .replace(/^---> /, "")
    .replace(/ \[[^[\]]+proj(?:::[^[\]]*)?\]$/, "")
    .trim();
  if (isBeside(message)) return [];
  if (isFooter(message)) return [{ ...one, message, certainty: "footer" }];
  const certainty =
    isMarked && one.certainty !== "sure" && one.certainty !== "count" ? "marked" : one.certainty;
  return [{ ...one, message, certainty, counts: certainty === "marked" ? "first" : one.counts }];
}

/** Of the highest rank, the last one, and of those that belong to it, the first. */
function bestOf(all: readonly Candidate[]): Candidate | undefined {
  const rank = ranks.find((one) => one !== "footer" && all.some(({ certainty }) => certainty === one));
  const equal = all.filter(({ certainty }) => certainty === rank);
  const last = equal.at(-1);
  if (last === undefined) return undefined;
  const row = equal.filter(({ number }) => number === last.number)[0] ?? last;
  if (row.certainty === "marked") return equal[0];
  if (row.counts === "first") return equal.find(({ shape }) => shape === row.shape) ?? row;
  const numbers = new Set(equal.map(({ number }) => number));
  let at = row.number;
  while (numbers.has(at - 1)) at--;
  return equal.find(({ number }) => number === at);
}

function outputOf(
  own: readonly string[],
  plain: readonly string[],
  known: ReadonlySet<string>,
): Candidate | undefined {
  const isKnown = (line: string) => known.has(withoutIncidentals(line.trim()));
  const end = own.findIndex((line) => line.includes(marker));
  const ahead = plain.slice(0, end === -1 ? own.length : end);
  const at = lastOutput(ahead, (line) => isKnown(line) || isFooter(line) || isBeside(line));
  const lineOf = (index: number, certainty: Reason["certainty"]): Candidate[] =>
    index === -1
      ? []
      : [
          {
            message: (plain[index] ?? "").trim(),
            place: "",
            number: index + 1,
            shape: "",
            certainty,
            counts: "last",
          },
        ];
  const footer = plain.findIndex((line) => isFooter(line) && line.trim() !== "" && /fail|error/i.test(line));
  return [...lineOf(at, "output"), ...lineOf(end, "footer"), ...lineOf(footer, "footer")][0];
}
