import type { Sanitize } from "../text/sanitize";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import { linkTarget } from "./markdown";
import {
  iconBefore,
  type Line,
  type Part,
  plainText,
  renderParts,
  rowsOf,
  type Severity,
  type Text,
  textRuns,
  type Writing,
} from "./message";
import { fitOwners, mentionsIn, type OwnersPart } from "./owners";

/** Teams accepts 28 KB, including what it adds itself. */
const maxBytes = 20_000;

/** A person by user principal name or Microsoft Entra object ID. */
function isMention(owner: string): boolean {
  return /^<at>(?:[\w.#'-]{1,128}@[A-Za-z0-9.-]{1,100}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})<\/at>$/i.test(
    owner,
  );
}

/** An adaptive card with a container for each colour. Its text runs have no markup, so names in them need no escapes. */
export const teams: ChatFormat = {
  product: "Teams",
  form: "product",
  ownsWebhook: ({ hostname }) =>
    /\.(logic\.azure\.(com|us|cn)|powerplatform\.(com|us|cn)|flow\.microsoft\.com|webhook\.office\.com)$|^api\.powerautomate\.com$/.test(
      hostname,
    ),
  isMention,
  mention: "<at>jane@contoso.com</at>",
  write(message, sanitizeName) {
    const ownersBlock = (parts: readonly OwnersPart[]) => ({
      type: "TextBlock",
      text: renderParts(parts, blockWriting, sanitizeName),
      spacing: "Small",
      wrap: true,
    });
    const fits = (parts: readonly OwnersPart[]) =>
      Buffer.byteLength(JSON.stringify([ownersBlock(parts), mentionEntities(parts)])) <= maxBytes / 3;
    const owners = fitOwners(message.owners, isMention, fits, sanitizeName);
    // Teams replaces the mentions by their order, so nothing else may look like one.
    const sanitize: Sanitize = (name) =>
      owners.length === 0
        ? sanitizeName(name)
        : sanitizeName(sanitizeName(name).replaceAll("<", "‹").replaceAll(">", "›"));
    const heading = renderHeading(message, (some) => withoutDates(plainText(some, sanitize)), sanitize);
    const footer = renderEnd(message.footer, (some) => renderParts(some, blockWriting, sanitize), sanitize);
    const title = { type: "TextRun", text: heading, weight: "Bolder", size: "Medium" };
    const body = (lines: readonly object[]) => {
      const content = {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        fallbackText: heading,
        msteams: { width: "Full", ...mentionEntities(owners) },
        body: [
          { type: "RichTextBlock", inlines: [title] },
          ...lines,
          ...(owners.length === 0 ? [] : [ownersBlock(owners)]),
          { type: "TextBlock", text: footer, size: "Small", isSubtle: true, wrap: true },
        ],
      };
      return JSON.stringify({ ...cardMessage(content), summary: heading });
    };
    const lines = fitLines(message.lines, message.rest, {
      room: maxBytes - Buffer.byteLength(body([])),
      write: (line) => containerOf(line, sanitize),
      sizeOf: (line) => Buffer.byteLength(JSON.stringify(line)) + 1,
    });
    return body(joinContainers(lines));
  },
  // A workflow takes cards only.
  plain(text, link) {
    const texts = [text, ...(link === "" ? [] : [`[The monitor's run](${linkTarget(link)})`])];
    const body = texts.map((shown) => ({ type: "TextBlock", text: withoutDates(shown), wrap: true }));
    return cardMessage({ type: "AdaptiveCard", version: "1.2", body });
  },
  // A workflow responds with 202 and no body, or with what its author chose. An old connector responds with 1,
  // or with a sentence about a failure.
  confirms: ({ text, json }) =>
    text === "" || text === "1" || (typeof json === "object" && json !== null && !Array.isArray(json)),
};

function cardMessage(content: object): object {
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content }],
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

/**
 * For text blocks. Their Markdown has no documented escape, and braces begin a date in it. Only they can mention, and only
 * their links are drawn by desktop, web and phone alike.
 */
const blockWriting: Writing = {
  name: (text) => withoutDates(replaceMarkup(text)),
  link: (label, href) => `[${label}](${linkTarget(href)})`,
  strong: (text) => `**${text}**`,
};

const styles: Readonly<Record<Severity, string>> = {
  failure: "attention",
  warning: "warning",
  recovery: "good",
  note: "default",
};

/** A line's rows, and the style of the container that it shares with its neighbours of that style. */
function containerOf(line: Line, sanitize: Sanitize) {
  const [first = [], ...others] = rowsOf(line);
  const style = first[0] !== undefined && "style" in first[0] ? first[0].style : undefined;
  const icon: Text = { words: iconBefore(line), ...(style && { style }) };
  const items = [[icon, ...first], ...others].map((row, index) => ({
    ...rowBlock(row, sanitize),
    ...(index === 0 ? {} : { spacing: "None" }),
  }));
  return { type: "Container", style: line.urgency === "info" ? "default" : styles[line.severity], items };
}

function rowBlock(row: readonly Part[], sanitize: Sanitize): object {
  const inlines = textRuns(row, sanitize).flatMap((run) =>
    "text" in run
      ? { type: "TextRun", text: withoutDates(run.text), ...(run.style && runStyles[run.style]) }
      : [],
  );
  if (!row.some((part) => "url" in part)) return { type: "RichTextBlock", inlines };
  // An invisible mark keeps a name at its beginning from starting a list or a heading.
  const text = renderParts(row, blockWriting, sanitize).replace(/^(?=[-+#]|\d+[.)])/, "\u200b");
  return { type: "TextBlock", text, wrap: true };
}

const runStyles = { strong: { weight: "Bolder" }, code: { fontType: "Monospace" } };

/** Neighbouring lines of a style share a container. */
function joinContainers(lines: readonly ReturnType<typeof containerOf>[]): object[] {
  const joined: ReturnType<typeof containerOf>[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last?.style === line.style) last.items.push(...line.items);
    else joined.push({ ...line, items: [...line.items] });
  }
  return joined;
}

/** Two braces begin a date that the card formats; an invisible mark between them keeps a name as it is. */
function withoutDates(text: string): string {
  return text.replaceAll("{{", "{\u200b{");
}
