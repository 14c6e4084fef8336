import { defuseLinks } from "../text/markdown";
import { hasText } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import { type Part, plainText, renderLine, renderParts, type Writing } from "./message";
import { fitOwners, type OwnersPart } from "./owners";

/** Google Chat takes 32 KB. */
const maxBytes = 30_000;

const writing: Writing = {
  name: (text) => escapeHtml(defuseLinks(text)),
  link: (label, href) => `<a href="${escapeHtml(href)}">${label}</a>`,
  strong: (text) => `<b>${text}</b>`,
  code: (text) => `<i>${escapeHtml(defuseLinks(text))}</i>`,
};

/** The text beside a card has markup without escapes. */
const textWriting: Writing = { name: replaceMarkup, link: (label) => label };

/** A user, or everyone in the space. */
function isMention(owner: string): boolean {
  return /^<users\/(?:all|\d{1,30})>$/.test(owner);
}

export const googleChat: ChatFormat = {
  product: "Google Chat",
  form: "product",
  ownsWebhook: ({ hostname }) => hostname === "chat.googleapis.com",
  isMention,
  mention: "<users/123456789012345678901>",
  write(message, sanitize) {
    const render = (parts: readonly Part[]) => renderParts(parts, writing, sanitize);
    const besideCard = (parts: readonly OwnersPart[]) => renderParts(parts, textWriting, sanitize);
    const fits = (parts: readonly OwnersPart[]) => Buffer.byteLength(besideCard(parts)) <= maxBytes / 3;
    // Google Chat notifies nobody of a mention in a card.
    const owners = besideCard(fitOwners(message.owners, isMention, fits, sanitize));
    const fallbackText = renderHeading(message, (some) => plainText(some, sanitize), sanitize);
    // A card's header has room for two rows only.
    const title = paragraph(`<b>${renderHeading(message, render, sanitize)}</b>`);
    const footer = renderEnd(message.footer, render, sanitize);
    const end = paragraph(`<font color="#80868b">${footer}</font>`);
    const body = (lines: readonly object[]) =>
      JSON.stringify({
        ...(owners === "" ? {} : { text: owners }),
        fallbackText,
        cardsV2: [{ cardId: "report", card: { sections: [{ widgets: [title, ...lines, end] }] } }],
      });
    const lines = fitLines(message.lines, message.rest, {
      room: maxBytes - Buffer.byteLength(body([])),
      write: (line) => paragraph(renderLine(line, writing, sanitize, "<br>")),
      sizeOf: (widget) => Buffer.byteLength(JSON.stringify(widget)) + 1,
    });
    return body(lines);
  },
  // The response is the message, with its resource name.
  confirms: (response) => hasText(response, "name"),
};

function paragraph(text: string): object {
  return { textParagraph: { text } };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
