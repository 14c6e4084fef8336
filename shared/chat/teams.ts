import { defuse } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { isEmpty, isJsonObject, isOne } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import type { Line, Part, Text } from "./message";

/** Teams accepts 28 KB, including what it adds itself. */
const maxBytes = 20_000;

/**
 * An adaptive card with one paragraph for each line. Its text runs have no markup, so names need no escapes.
 */
export const teams: ChatFormat = {
  product: "Teams",
  ownsWebhook: ({ hostname }) =>
    /\.(logic\.azure\.(com|us|cn)|powerplatform\.(com|us|cn)|webhook\.office\.com)$/.test(hostname),
  body(message, sanitize) {
    const header = { type: "TextBlock", text: message.header, weight: "Bolder", size: "Medium", wrap: true };
    const room = maxBytes - Buffer.byteLength(payload([header]));
    const lines = fitLines(
      message,
      room,
      (line) => paragraph(line, sanitize),
      (line) => Buffer.byteLength(JSON.stringify(line)) + 1,
      sanitize,
    );
    return payload([header, ...lines]);
  },
  // A workflow responds with 202 and no body, or with what its author chose. An old connector responds with 1,
  // or with a sentence about a failure.
  confirmations: [isEmpty, isOne, isJsonObject],
};

function payload(body: readonly object[]): string {
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body,
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", content };
  return JSON.stringify({ type: "message", attachments: [attachment] });
}

function paragraph({ parts }: Line, sanitize: Sanitize): object {
  const text = (piece: Text) => textOf(piece, sanitize);
  return {
    type: "RichTextBlock",
    spacing: "Small",
    inlines: joinTexts(parts, text).map((part) => textRun(part, text)),
  };
}

/** Joins neighbouring parts that are not links: this takes a third of the room. */
function joinTexts(parts: readonly Part[], text: (piece: Text) => string): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last === undefined || "url" in part || "url" in last) joined.push(part);
    else joined.splice(-1, 1, { words: text(last) + text(part) });
  }
  return joined;
}

function textOf(piece: Text, sanitize: Sanitize): string {
  // Two braces begin a date that the card formats.
  return "words" in piece ? piece.words : defuse(sanitize(piece.name)).replaceAll("{{", "｛｛");
}

function textRun(part: Part, text: (piece: Text) => string): object {
  return "url" in part
    ? {
        type: "TextRun",
        text: text(part.label),
        selectAction: { type: "Action.OpenUrl", url: part.url.href },
      }
    : { type: "TextRun", text: text(part) };
}
