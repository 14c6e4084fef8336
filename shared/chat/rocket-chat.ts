import { saysSuccess } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { renderLine, renderParts, type Writing } from "./message";

/** Rocket.Chat's default limit of a message. */
const maxCharacters = 5000;

/** Rocket.Chat ignores a backslash before a bracket, so a name's brackets become letters that look alike. */
const writing: Writing = {
  ...wholeMarkdownWriting,
  name: (text) =>
    wholeMarkdownWriting.name(text).replaceAll("\\[", "［").replaceAll("\\]", "］").replace(/\\?#/g, "＃"),
};

/**
 * Rocket.Chat's Markdown. Unlike others, it finds no link whose URL has a backslash before an underscore, which the
 * specification's format has. Its URLs look like those of other chats, so it is chosen by name only.
 */
export const rocketChat: ChatFormat = {
  product: "Rocket.Chat",
  ownsWebhook: () => false,
  body(message, sanitize) {
    const title = `**${renderParts(message.title, writing, sanitize)}**`;
    const footer = renderParts(message.footer, writing, sanitize);
    const lines = fitLines(
      message,
      maxCharacters - title.length - footer.length - 1,
      (line) => renderLine(line, writing, sanitize),
      (line) => line.length + 1,
      sanitize,
    );
    return JSON.stringify({ text: [title, ...lines, footer].join("\n") });
  },
  confirmations: [saysSuccess],
};
