import { saysSuccess } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { replaceMarkup } from "./look-alikes";
import { isAtMention, wholeMarkdownWriting } from "./markdown";
import { renderLine, renderParts, type Writing } from "./message";
import { fitOwners, type OwnersPart, renderOwners } from "./owners";

const maxCharacters = 5000;

/** Rocket.Chat ignores a backslash before a bracket, so a name's brackets become letters that look alike. */
const writing: Writing = {
  ...wholeMarkdownWriting,
  name: (text) =>
    wholeMarkdownWriting.name(text).replaceAll("\\[", "［").replaceAll("\\]", "］").replace(/\\?#/g, "＃"),
};

/**
 * Rocket.Chat does not respect every backslash. A sign in one name could begin code that ends in the next, and a
 * mention between them would be part of the code.
 */
const ownersWriting: Writing = { ...writing, name: (text) => replaceMarkup(text).replaceAll("#", "＃") };

/**
 * Rocket.Chat's Markdown. Unlike others, it finds no link whose URL has a backslash before an underscore, which the
 * specification's format has. Its URLs look like those of other chats, so it is chosen by name only.
 */
export const rocketChat: ChatFormat = {
  product: "Rocket.Chat",
  ownsWebhook: () => false,
  isMention: isAtMention,
  write(message, sanitize) {
    const title = `**${renderParts(message.title, writing, sanitize)}**`;
    const footer = renderParts(message.footer, writing, sanitize);
    const render = (parts: readonly OwnersPart[]) => renderOwners(parts, ownersWriting, sanitize);
    const owners = fitOwners(
      message,
      { isMention: isAtMention, room: maxCharacters / 3, sizeOf: (parts) => render(parts).length },
      sanitize,
    );
    const end = [...(owners.length === 0 ? [] : [render(owners)]), footer];
    const { fitted: lines, omitted } = fitLines(
      message,
      {
        room: maxCharacters - title.length - end.join("\n").length - 1,
        write: (line) => renderLine(line, writing, sanitize),
        sizeOf: (line) => line.length + 1,
      },
      sanitize,
    );
    return { body: JSON.stringify({ text: [title, ...lines, ...end].join("\n") }), omitted };
  },
  confirmations: [saysSuccess],
};
