import { escapeMarkdown, escapeUnderscores } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { isEmpty, isJson, isOk } from "./confirmation";
import type { ChatFormat } from "./format";
import { type Message, renderParts, type Writing } from "./message";

/** Markdown; underscores are left for the delivery, which escapes them all (rule 7). */
export const markdownWriting: Writing = {
  name: escapeMarkdown,
  link: (label, url) => `[${label}](${url.href})`,
};

/** Markdown that stands as it is, underscores of names escaped. */
export const wholeMarkdownWriting: Writing = {
  ...markdownWriting,
  name: (text) => escapeUnderscores(escapeMarkdown(text)),
};

/** The lines of a message as they are printed (rule 7), the header first. */
export function markdownLines({ header, lines }: Message, sanitize: Sanitize): string[] {
  return [`**${header}**`, ...lines.map(({ parts }) => renderParts(parts, markdownWriting, sanitize))];
}

/**
 * The specification's own form, which Mattermost and Rocket.Chat take too: what is printed, with a backslash before each
 * underscore. It has no limit here: Mattermost parts a long text itself, and others are not known.
 */
export const markdown: ChatFormat = {
  product: "Markdown",
  ownsWebhook: () => false,
  body: (message, sanitize) =>
    JSON.stringify({ text: escapeUnderscores(markdownLines(message, sanitize).join("\n")) }),
  confirmations: [isEmpty, isOk, isJson],
};
