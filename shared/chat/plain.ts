import type { Sanitize } from "../text/sanitize";
import { fitLines, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import { type Message, renderLine, renderParts, type Writing } from "./message";

/** Nearly every chat takes so much. */
const maxCharacters = 1500;

/** Names act in no product. Of links, only names are left. */
const writing: Writing = { name: replaceMarkup, link: (label, _, __, isName) => (isName ? label : "") };

/** Writes the body in place of one that the chat refused: text without markup or mentions, and the link to the run. */
export function writePlain(
  format: ChatFormat,
  message: Message,
  run: URL | undefined,
  sanitize: Sanitize,
): string {
  const href = run === undefined ? "" : sanitize(run.href);
  const heading = renderHeading(message, (some) => renderParts(some, writing, sanitize), sanitize);
  const lines = fitLines(message.lines, message.rest, {
    room: maxCharacters - heading.length - href.length - 2,
    write(line) {
      const text = renderLine({ ...line, links: [] }, writing, sanitize).replace(/ +(?= |$)/g, "");
      // Of a line of links, only the icon is left.
      return /[\p{L}\p{N}]/u.test(text) ? `\n\n${text}` : "";
    },
    sizeOf: ({ length }) => length,
  });
  const { plain = (text: string, link: string) => ({ text: `${text}\n\n${link}`.trim() }) } = format;
  return JSON.stringify(plain([heading, ...lines].join(""), href));
}
