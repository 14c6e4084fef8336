import { flatText } from "./flat-text";
import type { ChatFormat } from "./format";
import { wholeMarkdownWriting } from "./markdown";

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
  write: flatText({
    writing: wholeMarkdownWriting,
    isMention,
    room: 7439,
    sizeOf: Buffer.byteLength,
    member: "markdown",
    lineBreak: "  \n  ",
    compose: ({ title, lines, owners, footer }) =>
      [
        `${title}\n`,
        ...lines.map((line) => `- ${line}`),
        ...[owners, footer].flatMap((end) => (end === "" ? [] : [`\n${end}`])),
      ].join("\n"),
  }),
  confirms: ({ text }) => text === "",
};
