import type { Sanitize } from "../text/sanitize";
import { isOk } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { isAtMention, wholeMarkdownWriting as writing } from "./markdown";
import { colorOf, type Message, type Part, plainText, renderLine, renderParts } from "./message";
import { fitOwners, type OwnersPart, renderOwners } from "./owners";

/** All attachments together. Mattermost takes 16,383 characters in one. */
const maxCharacters = 15_000;

/**
 * An attachment for each line, because Mattermost folds a text that is higher than some eight rows. Its URLs look like
 * those of other chats, so it is chosen by name only.
 */
export const mattermost: ChatFormat = {
  product: "Mattermost",
  form: "product",
  ownsWebhook: () => false,
  isMention: isAtMention,
  mention: "@jane_doe",
  write(message, sanitize) {
    const title = renderHeading(message, (some) => plainText(some, sanitize), sanitize);
    const end = endOf(message, sanitize);
    const [first = { color: colorOf({ severity: "note" }) }, ...others] = fitLines(message, {
      room: maxCharacters - end.text.length,
      write: (line) => ({
        fallback: plainText(line.parts, sanitize),
        color: colorOf(line),
        text: renderLine(line, writing, sanitize),
      }),
      sizeOf: ({ text }) => text.length,
    });
    // The fallback of the first is the notification.
    return JSON.stringify({ attachments: [{ ...first, fallback: title, title }, ...others, end] });
  },
  confirmations: [isOk],
};

/** The owners, and the last line. */
function endOf(message: Message, sanitize: Sanitize): { fallback: string; color: string; text: string } {
  const render = (parts: readonly OwnersPart[]) => renderOwners(parts, writing, sanitize);
  const limit = { isMention: isAtMention, room: maxCharacters / 3 };
  const owners = render(fitOwners(message, { ...limit, sizeOf: (parts) => render(parts).length }, sanitize));
  const footer = (write: (parts: readonly Part[]) => string) => renderEnd(message.footer, write, sanitize);
  return {
    fallback: footer((parts) => plainText(parts, sanitize)),
    color: colorOf({ severity: "note" }),
    text: [owners, footer((parts) => renderParts(parts, writing, sanitize))]
      .filter((text) => text !== "")
      .join("\n\n"),
  };
}
