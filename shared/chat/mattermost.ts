import { isOk } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { isAtMention, wholeMarkdownWriting as writing } from "./markdown";
import { colorOf, type Part, plainText, renderLine, renderParts } from "./message";
import { fitOwners, type OwnersPart } from "./owners";

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
    const plain = (parts: readonly Part[]) => plainText(parts, sanitize);
    const render = (parts: readonly (Part | OwnersPart)[]) => renderParts(parts, writing, sanitize);
    const fits = (parts: readonly OwnersPart[]) => render(parts).length <= maxCharacters / 3;
    const owners = render(fitOwners(message.owners, isAtMention, fits, sanitize));
    const footer = renderEnd(message.footer, render, sanitize);
    const color = colorOf({ severity: "note" });
    const end = {
      fallback: renderEnd(message.footer, plain, sanitize),
      color,
      text: [owners, footer].filter((text) => text !== "").join("\n\n"),
    };
    const [first = { color }, ...others] = fitLines(message.lines, message.rest, {
      room: maxCharacters - end.text.length,
      write: (line) => ({
        fallback: plain(line.parts),
        color: colorOf(line),
        text: renderLine(line, writing, sanitize),
      }),
      sizeOf: ({ text }) => text.length,
    });
    // The fallback of the first is the notification.
    const title = renderHeading(message, plain, sanitize);
    return JSON.stringify({ attachments: [{ ...first, fallback: title, title }, ...others, end] });
  },
  confirms: isOk,
};
