import { isEmpty } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { wholeMarkdownWriting } from "./markdown";
import { renderLine, renderParts } from "./message";
import { fitOwners, type OwnersPart, renderOwners } from "./owners";

const maxBytes = 7439;

/** A person by email address or ID, or everyone in the space. */
function isMention(owner: string): boolean {
  return /^<@(?:all|personEmail:[\w.%+'-]{1,64}@[A-Za-z0-9.-]{1,100}|personId:[\w=-]{1,150})>$/.test(owner);
}

/** Webex's Markdown. The lines are a list, because Webex joins plain lines. */
export const webex: ChatFormat = {
  product: "Webex",
  ownsWebhook: ({ hostname, pathname }) =>
    /^(webexapis|api\.ciscospark)\.com$/.test(hostname) && pathname.startsWith("/v1/webhooks/incoming/"),
  isMention,
  write(message, sanitize) {
    const title = `**${renderParts(message.title, wholeMarkdownWriting, sanitize)}**\n`;
    const footer = `\n${renderParts(message.footer, wholeMarkdownWriting, sanitize)}`;
    const render = (parts: readonly OwnersPart[]) =>
      `\n${renderOwners(parts, wholeMarkdownWriting, sanitize)}`;
    const owners = fitOwners(
      message,
      { isMention, room: maxBytes / 3, sizeOf: (parts) => Buffer.byteLength(render(parts)) },
      sanitize,
    );
    const end = [...(owners.length === 0 ? [] : [render(owners)]), footer];
    const { fitted: lines, omitted } = fitLines(
      message,
      {
        room: maxBytes - Buffer.byteLength(title) - Buffer.byteLength(end.join("\n")) - 1,
        write: (line) => `- ${renderLine(line, wholeMarkdownWriting, sanitize)}`,
        sizeOf: (line) => Buffer.byteLength(line) + 1,
      },
      sanitize,
    );
    return { body: JSON.stringify({ markdown: [title, ...lines, ...end].join("\n") }), omitted };
  },
  confirmations: [isEmpty],
};
