import { defuseLinks } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { hasText } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import { type Line, type Message, plainText, renderLine, renderParts, type Writing } from "./message";
import { fitOwners, type OwnersPart, renderOwners } from "./owners";

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
    const lines = fitLines(message, {
      room: maxBytes - Buffer.byteLength(payload(message, [], sanitize)),
      write: (line: Line) => paragraph(renderLine(line, writing, sanitize, "<br>")),
      sizeOf: (widget) => Buffer.byteLength(JSON.stringify(widget)) + 1,
    });
    return payload(message, lines, sanitize);
  },
  // The response is the message, with its resource name.
  confirmations: [hasText("name")],
};

/** The title is a paragraph, because a card's header has room for two rows only. */
function payload(message: Message, lines: readonly object[], sanitize: Sanitize): string {
  const heading = renderHeading(message, (some) => plainText(some, sanitize), sanitize);
  const footer = renderEnd(message.footer, (some) => renderParts(some, writing, sanitize), sanitize);
  const title = renderHeading(message, (some) => renderParts(some, writing, sanitize), sanitize);
  const end = paragraph(`<font color="#80868b">${footer}</font>`);
  const sections = [{ widgets: [paragraph(`<b>${title}</b>`), ...lines, end] }];
  return JSON.stringify({
    ...ownersText(message, sanitize),
    fallbackText: heading,
    cardsV2: [{ cardId: "report", card: { sections } }],
  });
}

/** The owners stand beside the card, because Google Chat notifies nobody of a mention in it. */
function ownersText(message: Message, sanitize: Sanitize): object {
  const render = (parts: readonly OwnersPart[]) => renderOwners(parts, textWriting, sanitize);
  const sizeOf = (parts: readonly OwnersPart[]) => Buffer.byteLength(render(parts));
  const owners = fitOwners(message, { isMention, room: maxBytes / 3, sizeOf }, sanitize);
  return owners.length === 0 ? {} : { text: render(owners) };
}

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
