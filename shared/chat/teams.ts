import { defuse } from "../text/markdown";
import type { Sanitize } from "../text/sanitize";
import { isEmpty, isFriendlyText, isJson } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import type { Line, Part, Text } from "./message";

/** Teams takes 28 KB, after it has added its own. */
const maxBytes = 20_000;

/** A card of one paragraph for each line: a run of text knows no markup, so that no name has to be escaped. */
export const teams: ChatFormat = {
  product: "Teams",
  ownsWebhook: ({ hostname }) =>
    /\.(logic\.azure\.(com|us|cn)|powerplatform\.(com|us|cn)|webhook\.office\.com)$/.test(hostname),
  body(message, sanitize) {
    const header = { type: "TextBlock", text: message.header, weight: "Bolder", size: "Medium", wrap: true };
    const room = maxBytes - Buffer.byteLength(posted([header]));
    const lines = fitLines(
      message,
      room,
      (line) => paragraph(line, sanitize),
      (line) => Buffer.byteLength(JSON.stringify(line)) + 1,
      sanitize,
    );
    return posted([header, ...lines]);
  },
  // A workflow answers 202 and nothing, or what its author wants; an old connector 1, or a sentence that tells of a failure.
  confirmations: [isEmpty, isJson, isFriendlyText],
};

function posted(body: readonly object[]): string {
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
    inlines: together(parts, text).map((part) => run(part, text)),
  };
}

/** The parts with neighbours that are no links in one, which takes a third of the room. */
function together(parts: readonly Part[], text: (piece: Text) => string): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last === undefined || "url" in part || "url" in last) joined.push(part);
    else joined.splice(-1, 1, { words: text(last) + text(part) });
  }
  return joined;
}

function textOf(piece: Text, sanitize: Sanitize): string {
  // Two braces begin a date that the card is to write out.
  return "words" in piece ? piece.words : defuse(sanitize(piece.name)).replaceAll("{{", "｛｛");
}

function run(part: Part, text: (piece: Text) => string): object {
  return "url" in part
    ? {
        type: "TextRun",
        text: text(part.label),
        selectAction: { type: "Action.OpenUrl", url: part.url.href },
      }
    : { type: "TextRun", text: text(part) };
}
