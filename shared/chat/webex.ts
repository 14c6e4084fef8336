import { isEmpty } from "./confirmation";
import { type ChatFormat, fitting } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { written } from "./message";

const maxBytes = 7439;

/** Webex's Markdown, a list, for it joins lines that follow each other. */
export const webex: ChatFormat = {
  product: "Webex",
  speaksAt: ({ hostname, pathname }) =>
    /^(webexapis|api\.ciscospark)\.com$/.test(hostname) && pathname.startsWith("/v1/webhooks/incoming/"),
  body(message, sanitize) {
    const header = `**${message.header}**\n`;
    const lines = fitting(
      message,
      maxBytes - Buffer.byteLength(header),
      ({ parts }) => `- ${written(parts, wholeMarkdownWriting, sanitize)}`,
      (line) => Buffer.byteLength(line) + 1,
      sanitize,
    );
    return JSON.stringify({ markdown: [header, ...lines].join("\n") });
  },
  confirmations: [isEmpty],
};
