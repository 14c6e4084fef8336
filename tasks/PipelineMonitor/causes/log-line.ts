import { wholeWords } from "../../../shared/text/sanitize";
import { isWarning, withoutMark } from "./shapes/footers";
import { errorLevels, harmless, hasLevel, loggers, prefixes, quietLevels } from "./shapes/loggers";

/** A line of a log, without what the agent puts before it. */
export interface LogLine {
  /** Counted from 1. */
  number: number;
  text: string;
  /** Whether the agent marked it as an error. */
  isMarked: boolean;
}

/** A line, and what of it a program wrote. */
export interface Plain extends LogLine {
  plain: string;
  /** The message of a logger's line; undefined if it is none of an error. */
  logged: string | undefined;
  isWarning: boolean;
  /** The message of a logger's line that is none of an error; undefined if it is another line. */
  quiet: string | undefined;
  /** Whether it is quiet, one of the agent's, or harmless. */
  isOther: boolean;
}

/** No line that says why is longer. */
const maxCharacters = 4000;
/** Sanitized lines have a space between the signs. */
const warningOfAgent = /^# ?#\[warning\]/;
const ofAgent = /^# ?#\[(?:debug|section|command|group|endgroup)\]/;

export function plainOf(line: LogLine): Plain {
  const own = wholeWords(line.text, maxCharacters);
  const text = prefixes.reduce((rest, prefix) => rest.replace(prefix, ""), own);
  const { level, message, bare, more, moreBare } =
    (hasLevel.test(own) && (groupsOf(loggers, own) ?? groupsOf(loggers, text))) || {};
  const isError = level !== undefined && errorLevels.test(level);
  const isQuiet = !line.isMarked && level !== undefined && quietLevels.test(level);
  const said = [message ?? bare, more ?? moreBare].filter((part) => part !== undefined).join(": ");
  return {
    ...line,
    plain: text,
    logged: isError ? said : undefined,
    isWarning:
      !line.isMarked &&
      (warningOfAgent.test(line.text) || /^w(?:rn|arn(?:ing)?)?$/i.test(level ?? "") || isWarning(text)),
    quiet: isQuiet ? said : undefined,
    isOther: isQuiet || (!line.isMarked && (ofAgent.test(line.text) || harmless.test(own))),
  };
}

function groupsOf(patterns: readonly RegExp[], text: string): Record<string, string | undefined> | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}

const maxCode = 80;
const isFrame = /^(?:[<›●│|{✖✘]|E {2}|"\w+" ?:)|\blevel=/u;

/** A message with the text before it in its line, such as a code or a program, if that is short. */
export function withCode(message: string, line: string): string {
  const begin = isFrame.test(line) ? 0 : line.indexOf(message);
  return begin > 0 && begin <= maxCode ? withoutMark(line.slice(0, begin + message.length).trim()) : message;
}
