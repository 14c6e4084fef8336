import { saysSuccess } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { replaceMarkup, withoutCodeMarks } from "./look-alikes";
import { isAtMention } from "./markdown";
import { renderLine, renderParts, type Writing } from "./message";
import { fitOwners, type OwnersPart, renderOwners } from "./owners";

const maxCharacters = 5000;

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
  write(message, sanitize) {
    const title = `**${renderParts(message.title, writing, sanitize)}**`;
    const footer = renderParts(message.footer, writing, sanitize);
    const render = (parts: readonly OwnersPart[]) => renderOwners(parts, writing, sanitize);
    const owners = fitOwners(
      message,
      { isMention: isAtMention, room: maxCharacters / 3, sizeOf: (parts) => render(parts).length },
      sanitize,
    );
    const end = [...(owners.length === 0 ? [] : [render(owners)]), footer];
    const { fitted: lines, omitted } = fitLines(
      message,
      {
        room: maxCharacters - title.length - end.join("\n\n").length - 2,
        write: (line) => renderLine(line, writing, sanitize),
        sizeOf: (line) => line.length + 2,
      },
      sanitize,
    );
    return { body: JSON.stringify({ text: [title, ...lines, ...end].join("\n\n") }), omitted };
  },
  confirmations: [saysSuccess],
};

/** An underscore, as in `_build`, loses the link if its label has one too. */
function percentEncoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}
