import { oneLine, withoutTerminalCommands } from "../../../shared/text/sanitize";
import type { Cause, KnownIssue } from "./cause";
import { nextTry } from "./reason-in";
import { isBeside, isWarning } from "./shapes/footers";
import { causeAnywhere, namesCause } from "./wordings";

/** A cause that a line of a log names. */
export interface NamedCause {
  cause: Cause;
  line: string;
  /** The number of the line. */
  number: number;
  /** The configuration's entry for it, and its turn; undefined if it does not name it. */
  known?: KnownIssue;
}

/** Behind it is the output of the script that was printed before. */
const beginsOutput = " Starting Command Output ";
const ofAgent = /# ?#\[(?:warning|debug|command|section)\]/;
/** So many lines of a piece are looked at for a cause. */
const maxLines = 20;

/**
 * Searches a whole log, which arrives in pieces of whole lines, for the causes that the team has named, of which the first of the
 * list counts, and for others, of which the last one of the last try counts. `clean` removes secrets from a line.
 */
export function causeSearch(issues: readonly KnownIssue[], clean: (line: string) => string) {
  let ofTeam: { turn: number; named: NamedCause } | undefined;
  let other: NamedCause | undefined;
  const probes = issues.map(({ contains }) => longest(contains.split(/\s/)));

  function findKnown(piece: string, first: number, isShown: boolean): void {
    for (const [turn, known] of issues.slice(0, ofTeam?.turn).entries())
      for (const at of linesWith(piece, probes[turn] ?? "")) {
        const line = plain(lineAt(piece, at));
        if (/# ?#\[warning\]/.test(line) || !line.includes(known.contains)) continue;
        const text = clean(line);
        if (!text.includes(known.contains)) continue;
        const cause: Cause = { kind: "knownIssue", name: known.name };
        const number = first + countEnds(piece, at);
        ofTeam = { turn, named: { cause, line: isShown ? text.trim() : "", number, known } };
        return;
      }
  }

  function findOther(piece: string, first: number, isShown: boolean): void {
    const from = Math.max(piece.lastIndexOf(nextTry), piece.lastIndexOf(beginsOutput));
    if (from !== -1) other = undefined;
    const places = namesCause.flatMap((pattern) => lastMatches(pattern, piece, Math.max(0, from)));
    for (const at of places.sort((one, another) => another - one)) {
      const line = plain(lineAt(piece, at));
      if (ofAgent.test(line) || isBeside(line) || isWarning(line)) continue;
      const text = clean(line);
      const cause = causeAnywhere(text);
      if (cause === undefined) continue;
      other = { cause, line: isShown ? text.trim() : "", number: first + countEnds(piece, at) };
      return;
    }
  }

  return {
    /** `first` is the number of the first line of the piece. Of a part of a line, only the cause may be shown. */
    take(piece: string, first: number, isShown: boolean): void {
      const text = piece.includes("\u001B")
        ? piece.split("\n").map(withoutTerminalCommands).join("\n")
        : piece;
      findKnown(text, first, isShown);
      findOther(text, first, isShown);
    },
    found: (): NamedCause | undefined => ofTeam?.named ?? other,
  };
}

export type CauseSearch = ReturnType<typeof causeSearch>;

function longest(texts: readonly string[]): string {
  return texts.reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** Without the agent's time and mark. */
function plain(line: string): string {
  return oneLine(line.replace(/^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?/, "").replace("##[error]", ""));
}

/** Where a text stands, once for each line. */
function* linesWith(piece: string, text: string): Generator<number> {
  for (let at = piece.indexOf(text); at !== -1; at = piece.indexOf(text, at)) {
    yield at;
    at = piece.indexOf("\n", at);
    if (at === -1) return;
  }
}

function lastMatches(pattern: RegExp, piece: string, from: number): number[] {
  const places: number[] = [];
  pattern.lastIndex = from;
  for (let match = pattern.exec(piece); match !== null; match = pattern.exec(piece)) {
    places.push(match.index);
    const end = piece.indexOf("\n", match.index);
    if (end === -1) break;
    pattern.lastIndex = end;
  }
  return places.slice(-maxLines);
}

function lineAt(piece: string, at: number): string {
  const end = piece.indexOf("\n", at);
  return piece.slice(piece.lastIndexOf("\n", at) + 1, end === -1 ? piece.length : end);
}

function countEnds(piece: string, until: number): number {
  let count = 0;
  for (let at = piece.indexOf("\n"); at !== -1 && at < until; at = piece.indexOf("\n", at + 1)) count++;
  return count;
}
