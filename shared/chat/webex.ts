import { isEmpty } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { renderLine, renderParts } from "./message";

const maxBytes = 7439;

/** Webex's Markdown. The lines are a list, because Webex joins plain lines. */
export const webex: ChatFormat = {
  product: "Webex",
  ownsWebhook: ({ hostname, pathname }) =>
    /^(webexapis|api\.ciscospark)\.com$/.test(hostname) && pathname.startsWith("/v1/webhooks/incoming/"),
  body(message, sanitize) {
    const title = `**${renderParts(message.title, wholeMarkdownWriting, sanitize)}**\n`;
    const footer = `\n${renderParts(message.footer, wholeMarkdownWriting, sanitize)}`;
    const lines = fitLines(
      message,
      maxBytes - Buffer.byteLength(title) - Buffer.byteLength(footer) - 1,
      (line) => `- ${renderLine(line, wholeMarkdownWriting, sanitize)}`,
      (line) => Buffer.byteLength(line) + 1,
      sanitize,
    );
    return JSON.stringify({ markdown: [title, ...lines, footer].join("\n") });
  },
  confirmations: [isEmpty],
};
