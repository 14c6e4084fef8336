import { hasText } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { renderParts, type Writing } from "./message";

const maxCharacters = 2000;
/** No preview of each linked page below the message. */
const suppressEmbeds = 4;

const writing: Writing = {
  ...wholeMarkdownWriting,
  // A colon that would begin an emoji.
  name: (text) => wholeMarkdownWriting.name(text).replace(/:(?=[\w\\+-]+:)/g, "\\:"),
};

/** Discord's Markdown; nobody is mentioned, whatever a name holds. */
export const discord: ChatFormat = {
  product: "Discord",
  ownsWebhook: ({ hostname, pathname }) =>
    /^((canary|ptb)\.)?discord(app)?\.com$/.test(hostname) && pathname.startsWith("/api/"),
  // Asked to wait, it answers once it has looked at the message; what ends in /slack wants messages as Slack does.
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
  // Asked to wait, it gives the message; 204 is the response of one that does not wait.
  confirmations: [hasText("id"), ({ status }) => status === 204],
};
