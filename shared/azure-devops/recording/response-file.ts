import { closeSync, openSync, writeFileSync } from "node:fs";
import { redactCredentials } from "../../text/redact";

/** A file that keeps a response while it arrives. */
export interface ResponseFile {
  take(chunk: Buffer): void;
  /** Writes the rest; later chunks are ignored. `isWhole` is false if the reader stopped early. */
  end(isWhole: boolean): void;
}

/** The members that the monitor reads. The others may be about people, and nobody needs them. */
const keptMembers = new Set([
  ...["count", "value", "id", "name", "buildNumber", "status", "result", "definition"],
  ...["queueTime", "startTime", "finishTime", "reason", "sourceBranch", "lineCount"],
  ...["records", "parentId", "log", "workerName", "issues", "type", "message", "data", "logFileLineNumber"],
]);

/**
 * The rest of a longer line is dropped, apart from whether it contains `error`. This limits the time to
 * redact a line.
 */
const maxLineCharacters = 64 * 1024;

/**
 * Creates a file of JSON, reduced to known members, or of lines of text, depending on its name. `redact`
 * removes secrets. Texts that people wrote also lose what looks like a credential.
 */
export function responseFile(path: string, redact: (text: string) => string): ResponseFile {
  const file = openSync(path, "w", 0o600);
  const decoder = new TextDecoder();
  const write = (text: string) => writeFileSync(file, text);
  const clean = (text: string) => redactCredentials(redact(text));
  const kept = path.endsWith(".json") ? jsonFilter(write, redact, clean) : lineFilter(write, clean);
  let isOpen = true;
  return {
    take(chunk) {
      if (isOpen) kept.take(decoder.decode(chunk, { stream: true }));
    },
    end(isWhole) {
      if (!isOpen) return;
      isOpen = false;
      try {
        kept.take(decoder.decode());
        kept.end(isWhole);
      } finally {
        closeSync(file);
      }
    },
  };
}

/** A filter for a text that arrives in pieces. */
interface TextFilter {
  take(text: string): void;
  end(isWhole: boolean): void;
}

/** The line before a private key, and the lines of one, which may start with a time. */
const keyBegins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s*$/;
const keyLine = /^(?:\S{1,40}Z )?(?:[A-Za-z\d+/=]*|[\w-]{1,40}: .*)\s*$/;

/**
 * Filters lines, each as a whole, because a piece may not show that it contains a secret. Logs are chosen by
 * whether they contain `error`, so a line that contained it still does.
 */
function lineFilter(write: (text: string) => void, clean: (text: string) => string): TextFilter {
  let line = "";
  /**
   * The last letters of the dropped rest of a line, and whether the rest contained `error`; undefined if
   * nothing is dropped.
   */
  let dropped: { tail: string; holdsError: boolean } | undefined;
  let isInKey = false;
  const addToLine = (text: string) => {
    if (dropped === undefined) {
      line += text;
      if (line.length <= maxLineCharacters) return;
      const { kept, word } = withoutLastWord(line.slice(0, maxLineCharacters));
      dropped = { tail: word + line.slice(maxLineCharacters), holdsError: false };
      line = `${kept}***`;
    } else dropped.tail += text;
    dropped.holdsError ||= dropped.tail.includes("error");
    dropped.tail = dropped.tail.slice(-4);
  };
  const endLine = (hasEnd: boolean): string => {
    // A word that is cut may be half a secret, which nothing would recognize.
    const { kept, word } = hasEnd || dropped ? { kept: line, word: "" } : withoutLastWord(line);
    isInKey &&= keyLine.test(line);
    const text = isInKey ? "***" : clean(kept) + (word === "" ? "" : "***");
    isInKey ||= keyBegins.test(line);
    const holdsError = dropped?.holdsError || line.includes("error");
    line = "";
    dropped = undefined;
    return holdsError && !text.includes("error") ? `${text} error` : text;
  };
  return {
    take(text) {
      const [first = "", ...others] = text.split("\n");
      addToLine(first);
      let ended = "";
      for (const other of others) {
        ended += `${endLine(true)}\n`;
        addToLine(other);
      }
      write(ended);
    },
    end: (isWhole) => write(endLine(isWhole)),
  };
}

/** Removes e-mail addresses from a text of a service. */
export function withoutPeople(text: string): string {
  return text.replace(/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g, "***");
}

/** Splits the last word off a text. */
function withoutLastWord(text: string): { kept: string; word: string } {
  let start = text.length;
  while (/\S/.test(text.charAt(start - 1))) start--;
  return { kept: text.slice(0, start), word: text.slice(start) };
}

/** Filters JSON down to its known members. Writes nothing for other text; the recorded error describes it. */
function jsonFilter(
  write: (text: string) => void,
  redact: (text: string) => string,
  clean: (text: string) => string,
): TextFilter {
  const pieces: string[] = [];
  const kept = function (this: unknown, key: string, member: unknown): unknown {
    if (key !== "" && !Array.isArray(this) && !keptMembers.has(key)) return undefined;
    if (typeof member !== "string") return member;
    return key === "message" ? withoutPeople(clean(member)) : redact(member);
  };
  return {
    take: (text) => void pieces.push(text),
    end() {
      let text = "";
      try {
        text = `${JSON.stringify(JSON.parse(pieces.join("")), kept, 1)}\n`;
      } catch {
        // Not JSON, or nested too deep to be written again.
      }
      write(text);
    },
  };
}
