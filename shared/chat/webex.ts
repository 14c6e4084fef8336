import { isEmpty } from "./confirmation";
import { fitText } from "./flat-text";
import type { ChatFormat } from "./format";
import { wholeMarkdownWriting } from "./markdown";

const maxBytes = 7439;

/** A person by email address or ID, or everyone in the space. */
function isMention(owner: string): boolean {
  return /^<@(?:all|personEmail:[\w.%+'-]{1,64}@[A-Za-z0-9.-]{1,100}|personId:[\w=-]{1,150})>$/.test(owner);
}

/** Webex's Markdown. The lines are a list, because Webex joins plain lines. */
export const webex: ChatFormat = {
  product: "Webex",
  form: "product",
  ownsWebhook: ({ hostname, pathname }) =>
    /^(webexapis|api\.ciscospark)\.com$/.test(hostname) && pathname.startsWith("/v1/webhooks/incoming/"),
  isMention,
  mention: "<@personEmail:jane@example.com>",
  write(message, sanitize) {
    const text = fitText(
      message,
      {
        writing: wholeMarkdownWriting,
        isMention,
        room: maxBytes,
        sizeOf: Buffer.byteLength,
        lineBreak: "  \n  ",
        compose: (title, lines, owners, footer) =>
          [
            `**${title}**\n`,
            ...lines.map((line) => `- ${line}`),
            ...[owners, footer].flatMap((end) => (end === "" ? [] : [`\n${end}`])),
          ].join("\n"),
        aroundLine: 3,
      },
      sanitize,
    );
    return JSON.stringify({ markdown: text });
  },
  confirmations: [isEmpty],
};
