import { percentEncoded } from "../http/url";
import { saysSuccess } from "./confirmation";
import { flatText } from "./flat-text";
import type { ChatFormat } from "./format";
import { replaceMarkup, withoutCodeMarks } from "./look-alikes";
import { isAtMention } from "./markdown";
import type { Writing } from "./message";

/**
 * Rocket.Chat shows a backslash in bold text and in a link's label, so signs that look alike take the place of those
 * that act. An invisible mark keeps file names, emoji shortcodes, emoticons, spoilers and phone numbers as they are.
 */
const writing: Writing = {
  name: (text) =>
    replaceMarkup(text)
      .replaceAll("#", "＃")
      .replaceAll("$", "＄")
      .replace(/(?<!(?:^|\s)[\w-]*)_/g, "＿")
      .replace(/\.(?=\p{L}|\d+\.)|(?<!\S):(?=\S)|\|(?=\|)|\+(?=\d)/gu, "$&\u2060")
      .replace(/(?<!\S)(?:(?=\S*[:;=()-])\S{2,4}(?!\S)|[08BDOX%:;='-]{1,3}$)/g, "\u2060$&"),
  strong: (text) => `**${text}**`,
  code: (text) => `\`${withoutCodeMarks(text)}\``,
  // An underscore, as in `_build`, loses the link if its label has one too.
  link: (label, href) => `[${label}](${href.replace(/[_*~()[\]|`\\]/g, percentEncoded)})`,
};

/**
 * Rocket.Chat's own Markdown. It finds no link whose URL has a backslash before an underscore, which the
 * specification's format has. Its URLs look like those of other chats, so it is chosen by name only.
 */
export const rocketChat: ChatFormat = {
  product: "Rocket.Chat",
  form: "product",
  ownsWebhook: () => false,
  isMention: isAtMention,
  mention: "@jane_doe",
  write: flatText({ writing, isMention: isAtMention, room: 5000 }),
  confirms: saysSuccess,
};
