import { closeSync, openSync, writeFileSync } from "node:fs";
import { redactCredentials } from "../../text/redact";

/** A file that an answer is kept in while it arrives. */
export interface ResponseFile {
  take(chunk: Buffer): void;
  /** Writes what is left; what comes later is passed over. `isWhole` is false when nobody wanted more of the answer. */
  end(isWhole: boolean): void;
}

/** What is read of the service's records: their other members tell of people, and of much else that nobody needs. */
const keptMembers = new Set([
  ...["count", "value", "id", "name", "buildNumber", "status", "result", "definition"],
  ...[
    "queueTime",
    "startTime",
    "finishTime",
    "lineCount",
    "records",
    "workerName",
    "issues",
    "type",
    "message",
  ],
]);

/** Of a longer line, all that is kept of the rest is whether it holds `error`: no line takes longer to be cleaned. */
const maxLineCharacters = 64 * 1024;

/**
 * A file of JSON, in which only known members are kept, or by its name of lines of text. `redact` takes secrets out; texts
 * that somebody wrote lose what looks like a credential besides.
 */
export function responseFile(path: string, redact: (text: string) => string): ResponseFile {
  const file = openSync(path, "w", 0o600);
  const decoder = new TextDecoder();
  const write = (text: string) => writeFileSync(file, text);
  const cleaned = (text: string) => redactCredentials(redact(text));
  const kept = path.endsWith(".json") ? keptJson(write, redact, cleaned) : keptLines(write, cleaned);
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

/** What becomes of a text that comes in pieces. */
interface Kept {
  take(text: string): void;
  end(isWhole: boolean): void;
}

/** The line above a private key, and what the lines of one are like, the service's time perhaps before them. */
const keyBegins = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----\s*$/;
const keyLine = /^(?:\S{1,40}Z )?(?:[A-Za-z\d+/=]*|[\w-]{1,40}: .*)\s*$/;

/**
 * Lines, each cleaned as a whole: a piece of it does not show whether there is a secret in it. Whether a line held `error`
 * stays, for logs are chosen by that.
 */
function keptLines(write: (text: string) => void, cleaned: (text: string) => string): Kept {
  let line = "";
  /** The last letters of what is left out of a line, and whether that held `error`; undefined while nothing is. */
  let leftOut: { tail: string; holdsError: boolean } | undefined;
  let isInKey = false;
  const addToLine = (text: string) => {
    if (leftOut === undefined) {
      line += text;
      if (line.length <= maxLineCharacters) return;
      const { kept, word } = withoutLastWord(line.slice(0, maxLineCharacters));
      leftOut = { tail: word + line.slice(maxLineCharacters), holdsError: false };
      line = `${kept}***`;
    } else leftOut.tail += text;
    leftOut.holdsError ||= leftOut.tail.includes("error");
    leftOut.tail = leftOut.tail.slice(-4);
  };
  const endLine = (hasEnd: boolean): string => {
    // Half a secret shows as little as half a line whether it is one.
    const { kept, word } = hasEnd || leftOut ? { kept: line, word: "" } : withoutLastWord(line);
    isInKey &&= keyLine.test(line);
    const clean = isInKey ? "***" : cleaned(kept) + (word === "" ? "" : "***");
    isInKey ||= keyBegins.test(line);
    const holdsError = leftOut?.holdsError || line.includes("error");
    line = "";
    leftOut = undefined;
    return holdsError && !clean.includes("error") ? `${clean} error` : clean;
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

/** What a service says, without the addresses of people in it. */
export function withoutPeople(text: string): string {
  return text.replace(/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g, "***");
}

/** A text without the word that it ends in, and that word. */
function withoutLastWord(text: string): { kept: string; word: string } {
  let start = text.length;
  while (start > 0 && /\S/.test(text.charAt(start - 1))) start--;
  return { kept: text.slice(0, start), word: text.slice(start) };
}

/** The known members of a JSON text; nothing of another text, which the fault that it comes to tells of. */
function keptJson(
  write: (text: string) => void,
  redact: (text: string) => string,
  cleaned: (text: string) => string,
): Kept {
  const pieces: string[] = [];
  const kept = function (this: unknown, key: string, member: unknown): unknown {
    if (key !== "" && !Array.isArray(this) && !keptMembers.has(key)) return undefined;
    if (typeof member !== "string") return member;
    return key === "message" ? withoutPeople(cleaned(member)) : redact(member);
  };
  return {
    take: (text) => void pieces.push(text),
    end() {
      let text = "";
      try {
        text = `${JSON.stringify(JSON.parse(pieces.join("")), kept, 1)}\n`;
      } catch {
        // Neither JSON, nor what is nested too deep to be written again.
      }
      write(text);
    },
  };
}
