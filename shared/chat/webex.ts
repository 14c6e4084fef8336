import { isEmpty } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { renderParts } from "./message";

const maxBytes = 7439;

/** Webex's Markdown. The lines are a list, because Webex joins plain lines. */
export const webex: ChatFormat = {
  product: "Webex",
  ownsWebhook: ({ hostname, pathname }) =>
    /^(webexapis|api\.ciscospark)\.com$/.test(hostname) && pathname.startsWith("/v1/webhooks/incoming/"),
  body(message, sanitize) {
    const header = `**${message.header}**\n`;
    const lines = fitLines(
      message,
      maxBytes - Buffer.byteLength(header),
      ({ parts }) => `- ${renderParts(parts, wholeMarkdownWriting, sanitize)}`,
      (line) => Buffer.byteLength(line) + 1,
      sanitize,
    );
    return JSON.stringify({ markdown: [header, ...lines].join("\n") });
  },
  confirmations: [isEmpty],
};
