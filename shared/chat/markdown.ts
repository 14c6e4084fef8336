import { escapeMarkdown, escapeUnderscores } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { isOk } from "./confirmation";
import type { ChatFormat } from "./format";
import { withoutCodeMarks } from "./look-alikes";
import { type Message, renderParts, type Writing } from "./message";
import { fitOwners } from "./owners";

/** Markdown as it is printed. Underscores stay; the delivery escapes them all (rule 7), and changes nothing else. */
export const markdownWriting: Writing = {
  name: escapeMarkdown,
  link: (label, href) => `[${label}](${linkTarget(href)})`,
  isPrinted: true,
};

/** Markdown in its final form, with the underscores of names escaped. */
export const wholeMarkdownWriting: Writing = {
  ...markdownWriting,
  name: (text) => escapeUnderscores(escapeMarkdown(text)),
  strong: (text) => `**${text}**`,
  code: (text) => `\`${withoutCodeMarks(text)}\``,
  isPrinted: false,
};

/** Escapes parentheses, which would end a Markdown link early. */
export function linkTarget(href: string): string {
  return href.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** For Mattermost and Rocket.Chat: `@jane_doe`, `@here` or `@all`. */
export function isAtMention(owner: string): boolean {
  return /^@[A-Za-z0-9._-]{1,64}$/.test(owner);
}

/** Renders the lines of a message for printing (rule 7): the header first, and last the owners to mention. */
export function markdownLines({ header, lines, owners }: Message, sanitize: Sanitize): string[] {
  const mentioned = fitOwners(owners, isAtMention, () => true, sanitize);
  return [
    `**${header}**`,
    ...lines.map(({ parts }) => renderParts(parts, markdownWriting, sanitize)),
    ...(mentioned.length === 0 ? [] : [renderParts(mentioned, markdownWriting, sanitize)]),
  ];
}

/**
 * The specification's format, which Mattermost and Rocket.Chat accept too: the printed message with a
 * backslash before each underscore. There is no limit: Mattermost splits a long text itself, and no limit of
 * others is known. Mattermost removes the backslashes before it looks for mentions, so `@jane\_doe` mentions
 * `jane_doe`.
 */
export const markdown: ChatFormat = {
  product: "Markdown",
  form: "specification",
  ownsWebhook: () => false,
  isMention: isAtMention,
  mention: "@jane_doe",
  write: (message, sanitize) =>
    JSON.stringify({ text: escapeUnderscores(markdownLines(message, sanitize).join("\n")) }),
  confirms: (response) =>
    response.text === "" || isOk(response) || !["undefined", "string"].includes(typeof response.json),
};
