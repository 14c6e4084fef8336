import { type Sanitize, shorten } from "../text/sanitize";
import { isEmpty, isJsonObject, isOne } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { replaceMarkup } from "./look-alikes";
import { linkTarget } from "./markdown";
import {
  hrefOf,
  iconOf,
  type Line,
  type Message,
  type Part,
  plainText,
  renderParts,
  type Writing,
} from "./message";
import { fitOwners, mentionsIn, type OwnersPart, renderOwners } from "./owners";

/** Teams accepts 28 KB, including what it adds itself. */
const maxBytes = 20_000;

/** A person by user principal name or Microsoft Entra object ID. */
function isMention(owner: string): boolean {
  return /^<at>(?:[\w.#'-]{1,128}@[A-Za-z0-9.-]{1,100}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})<\/at>$/i.test(
    owner,
  );
}

/**
 * An adaptive card with one paragraph for each line. Its text runs have no markup, so names need no escapes.
 */
export const teams: ChatFormat = {
  product: "Teams",
  ownsWebhook: ({ hostname }) =>
    /\.(logic\.azure\.(com|us|cn)|powerplatform\.(com|us|cn)|flow\.microsoft\.com|webhook\.office\.com)$|^api\.powerautomate\.com$/.test(
      hostname,
    ),
  isMention,
  write(message, sanitizeName) {
    const owners = ownersOf(message, sanitizeName);
    // Teams replaces the mentions by their order, so nothing else may look like one.
    const sanitize: Sanitize = (name) =>
      owners.length === 0
        ? sanitizeName(name)
        : sanitizeName(sanitizeName(name).replaceAll("<", "‹").replaceAll(">", "›"));
    const room = maxBytes - Buffer.byteLength(payload(message, [], owners, sanitize));
    const { fitted: lines, omitted } = fitLines(
      message,
      {
        room: room,
        write: (line) => paragraph(line, sanitize),
        sizeOf: (line) => Buffer.byteLength(JSON.stringify(line)) + 1,
      },
      sanitize,
    );
    return { body: payload(message, lines, owners, sanitize), omitted };
  },
  // A workflow responds with 202 and no body, or with what its author chose. An old connector responds with 1,
  // or with a sentence about a failure.
  confirmations: [isEmpty, isOne, isJsonObject],
};

function payload(
  { title, footer }: Message,
  lines: readonly object[],
  owners: readonly OwnersPart[],
  sanitize: Sanitize,
): string {
  const heading = plainText(title, sanitize);
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    fallbackText: heading,
    msteams: { width: "Full", ...mentionEntities(owners) },
    body: [
      {
        type: "RichTextBlock",
        inlines: [{ type: "TextRun", text: withoutDates(heading), weight: "Bolder", size: "Medium" }],
      },
      ...lines,
      ...(owners.length === 0 ? [] : [ownersBlock(owners, sanitize)]),
      // A text block has links. The footer has no names of others.
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

function ownersOf(message: Message, sanitize: Sanitize): OwnersPart[] {
  const sizeOf = (parts: readonly OwnersPart[]) =>
    Buffer.byteLength(JSON.stringify([ownersBlock(parts, sanitize), mentionEntities(parts)]));
  return fitOwners(message, { isMention, room: maxBytes / 3, sizeOf }, sanitize);
}

/** Only a text block can mention. Its Markdown has no documented escape, and braces begin a date in it. */
function ownersBlock(owners: readonly OwnersPart[], sanitize: Sanitize): object {
  const ownersWriting: Writing = { ...footerWriting, name: (text) => withoutDates(replaceMarkup(text)) };
  return {
    type: "TextBlock",
    text: renderOwners(owners, ownersWriting, sanitize),
    spacing: "Small",
    wrap: true,
  };
}

/** Teams mentions whom the card's entities name, and shows that name. */
function mentionEntities(owners: readonly OwnersPart[]): object {
  const entities = mentionsIn(owners).map((text) => {
    const id = text.replace(/^<at>|<\/at>$/gi, "");
    return { type: "mention", text, mentioned: { id, name: id } };
  });
  return entities.length === 0 ? {} : { entities };
}

const footerWriting: Writing = {
  name: (text) => withoutDates(shorten(text, 200)),
  link: (label, href) => `[${label}](${linkTarget(href)})`,
};

function paragraph(line: Line, sanitize: Sanitize): object {
  const [first = { words: "" }, ...others] = joinTexts(line.parts, sanitize);
  const text = (part: Part) => withoutDates(plainText([part], sanitize));
  const run = (part: Part) =>
    "url" in part
      ? {
          type: "TextRun",
          text: text(part),
          selectAction: {
            type: "Action.OpenUrl",
            url: hrefOf(part, sanitize),
            ...(part.of === undefined
              ? {}
              : { title: `${text(part)} of ${withoutDates(plainText([{ name: part.of }], sanitize))}` }),
          },
        }
      : { type: "TextRun", text: text(part) };
  const icon = { words: `${iconOf(line)} ` };
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
