import { defuseLinks } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { hasText } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { type Line, type Message, plainText, renderLine, renderParts, type Writing } from "./message";

/** Google Chat takes 32 KB. */
const maxBytes = 30_000;
/** Google Chat ignores all but the first 100 widgets of a card; the last is the footer. */
const maxLines = 98;

/** The HTML of a card's paragraphs. */
const writing: Writing = {
  name: (text) => escapeHtml(defuseLinks(text)),
  link: (label, { href }) => `<a href="${escapeHtml(href)}">${label}</a>`,
};

/** A card with a paragraph for each line. */
export const googleChat: ChatFormat = {
  product: "Google Chat",
  ownsWebhook: ({ hostname }) => hostname === "chat.googleapis.com",
  body(message, sanitize) {
    const lines = fitLines(
      message,
      maxBytes - Buffer.byteLength(payload(message, [], sanitize)),
      (line: Line) => paragraph(renderLine(line, writing, sanitize)),
      (widget) => Math.max(Buffer.byteLength(JSON.stringify(widget)) + 1, Math.ceil(maxBytes / maxLines)),
      sanitize,
    );
    return payload(message, lines, sanitize);
  },
  // The response is the message, with its resource name.
  confirmations: [hasText("name")],
};

function payload({ title, footer }: Message, lines: readonly object[], sanitize: Sanitize): string {
  const heading = plainText(title, sanitize);
  const widgets = [...lines, paragraph(`<i>${renderParts(footer, writing, sanitize)}</i>`)];
  const card = { header: { title: heading }, sections: [{ widgets }] };
  return JSON.stringify({ fallbackText: heading, cardsV2: [{ cardId: "report", card }] });
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
