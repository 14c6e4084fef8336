import { isOk } from "./confirmation";
import { renderEnd } from "./fit";
import { fitText } from "./flat-text";
import type { ChatFormat } from "./format";
import { isAtMention, wholeMarkdownWriting } from "./markdown";
import { colorOf, hrefOf, type Message, plainText } from "./message";

/** Mattermost takes 16,383 characters, and folds a long text. */
const maxCharacters = 15_000;

/** An attachment with a colour. Its URLs look like those of other chats, so it is chosen by name only. */
export const mattermost: ChatFormat = {
  product: "Mattermost",
  form: "product",
  ownsWebhook: () => false,
  isMention: isAtMention,
  write(message, sanitize) {
    const text = fitText(
      message,
      {
        writing: wholeMarkdownWriting,
        isMention: isAtMention,
        ...{ room: maxCharacters, sizeOf: ({ length }) => length },
        compose: (_, lines, owners) => [...lines, ...(owners === "" ? [] : [owners])].join("\n\n"),
        aroundLine: 2,
      },
      sanitize,
    );
    const end = (parts: Message["footer"]) => renderEnd(parts, (some) => plainText(some, sanitize), sanitize);
    const title = end(message.title);
    const page = message.footer.find((part) => "url" in part);
    const attachment = {
      fallback: title,
      color: colorOf(message.lines[0] ?? { severity: "note" }),
      title,
      ...(page === undefined ? {} : { title_link: hrefOf(page, sanitize) }),
      text,
      footer: end(message.footer),
    };
    return JSON.stringify({ attachments: [attachment] });
  },
  confirmations: [isOk],
};
