import { type Sanitize, shorten } from "../text/sanitize";
import { isEmpty, isJsonObject, isOne } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import {
  icons,
  type Line,
  type Message,
  type Moment,
  type Part,
  plainText,
  renderParts,
  type Writing,
} from "./message";

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
    const room = maxBytes - Buffer.byteLength(payload(message, [], sanitize));
    const lines = fitLines(
      message,
      room,
      (line) => paragraph(line, sanitize),
      (line) => Buffer.byteLength(JSON.stringify(line)) + 1,
      sanitize,
    );
    return payload(message, lines, sanitize);
  },
  // A workflow responds with 202 and no body, or with what its author chose. An old connector responds with 1,
  // or with a sentence about a failure.
  confirmations: [isEmpty, isOne, isJsonObject],
};

function payload({ title, footer }: Message, lines: readonly object[], sanitize: Sanitize): string {
  const heading = plainText(title, sanitize);
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    fallbackText: heading,
    msteams: { width: "Full" },
    body: [
      {
        type: "RichTextBlock",
        inlines: [{ type: "TextRun", text: withoutDates(heading), weight: "Bolder", size: "Medium" }],
      },
      ...lines,
      // Only a text block localizes times. The footer has no names of others.
      {
        type: "TextBlock",
        text: renderParts(footer, footerWriting, sanitize),
        size: "Small",
        isSubtle: true,
        wrap: true,
      },
    ],
  };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", content };
  return JSON.stringify({ type: "message", attachments: [attachment] });
}

const footerWriting: Writing = {
  name: (text) => withoutDates(shorten(text, 200)),
  link: (label, { href }) => `[${label}](${href})`,
  time: localTime,
};

function paragraph({ parts, severity }: Line, sanitize: Sanitize): object {
  const [first = { words: "" }, ...others] = joinTexts(parts, sanitize);
  const text = (part: Part) => withoutDates(plainText([part], sanitize));
  const run = (part: Part) =>
    "url" in part
      ? {
          type: "TextRun",
          text: text(part),
          selectAction: {
            type: "Action.OpenUrl",
            url: part.url.href,
            ...(part.of === undefined
              ? {}
              : { title: `${text(part)} of ${withoutDates(plainText([{ name: part.of }], sanitize))}` }),
          },
        }
      : { type: "TextRun", text: text(part) };
  const icon = { words: `${icons[severity]} ` };
  const runs = "url" in first ? [icon, first] : [{ words: icon.words + plainText([first], sanitize) }];
  return { type: "RichTextBlock", spacing: "Small", inlines: [...runs, ...others].map(run) };
}

/** Joins neighbouring parts that are not links: this takes a third of the room. */
function joinTexts(parts: readonly Part[], sanitize: Sanitize): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last === undefined || "url" in part || "url" in last) joined.push(part);
    else joined.splice(-1, 1, { words: plainText([last, part], sanitize) });
  }
  return joined;
}

/** Two braces begin a date that the card formats; an invisible mark between them keeps a name as it is. */
function withoutDates(text: string): string {
  return text.replaceAll("{{", "{\u200b{");
}

/** The card shows the moment in the reader's own time zone. */
function localTime(moment: Moment, utc: string): string {
  if (Number.isNaN(moment.time)) return utc;
  const iso = new Date(moment.time).toISOString().replace(/\.\d+Z$/, "Z");
  return moment.isDated === true ? `{{DATE(${iso}, SHORT)}} {{TIME(${iso})}}` : `{{TIME(${iso})}}`;
}
