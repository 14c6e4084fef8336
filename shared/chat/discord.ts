import { hasText } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { renderParts, type Writing } from "./message";

const maxCharacters = 2000;
/** The flag that hides previews of linked pages. */
const suppressEmbeds = 4;

const writing: Writing = {
  ...wholeMarkdownWriting,
  // Escapes a colon that would begin an emoji.
  name: (text) => wholeMarkdownWriting.name(text).replace(/:(?=[\w\\+-]+:)/g, "\\:"),
};

/** Discord's Markdown. Mentions are disabled, whatever a name contains. */
export const discord: ChatFormat = {
  product: "Discord",
  ownsWebhook: ({ hostname, pathname }) =>
    /^((canary|ptb)\.)?discord(app)?\.com$/.test(hostname) && pathname.startsWith("/api/"),
  // With `wait`, Discord responds after it has processed the message. A URL that ends in /slack expects
  // Slack's format.
  postTo(webhook) {
    const url = new URL(webhook);
    url.pathname = webhook.pathname.replace(/\/slack\/?$/, "");
    url.searchParams.set("wait", "true");
    return url;
  },
  body(message, sanitize) {
    const header = `**${message.header}**`;
    const lines = fitLines(
      message,
      maxCharacters - header.length,
      ({ parts }) => renderParts(parts, writing, sanitize),
      (line) => line.length + 1,
      sanitize,
    );
    return JSON.stringify({
      content: [header, ...lines].join("\n"),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    });
  },
  // With `wait`, the response is the message; without, it is 204.
  confirmations: [hasText("id"), ({ status }) => status === 204],
};
