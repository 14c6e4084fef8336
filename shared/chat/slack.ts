import type { Sanitize } from "../text/sanitize";
import { isOk, saysSuccess } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import {
  hrefOf,
  iconOf,
  type Line,
  type Message,
  type Part,
  plainText,
  renderParts,
  rowsOf,
  type Text,
  type Writing,
} from "./message";
import { fitOwners, type OwnersPart } from "./owners";

/** Slack documents no limit. Blocks of 13,200 characters as JSON were seen to be refused, and longer ones to be accepted. */
const maxCharacters = 13_000;
/** Escapes count. */
const maxHeaderCharacters = 150;

/** A person, a user group, or everyone in the channel. */
function isMention(owner: string): boolean {
  return /^<(?:@[UW][A-Z0-9]{1,30}|!subteam\^S[A-Z0-9]{1,30}|!here|!channel|!everyone)>$/.test(owner);
}

/** Blocks of rich text, in which names need no escapes: text is text, and only link elements are links. */
export const slack: ChatFormat = {
  product: "Slack",
  form: "product",
  ownsWebhook: ({ hostname }) => /^hooks\.slack(-gov)?\.com$/.test(hostname),
  isMention,
  mention: "<@U012AB3CD>",
  write(message, sanitize) {
    const frame = payload(message, [], sanitize);
    const lines = fitLines(message, {
      room: maxCharacters - frame.length,
      write: (line) => richText(line, sanitize),
      sizeOf: (block) => JSON.stringify(block).length + 1,
    });
    return payload(message, lines, sanitize);
  },
  plain: (text, link) => ({ text: escapeEntities(`${text}\n\n${link}`.trim()), mrkdwn: false }),
  // The webhook of a channel responds with ok; that of compatible products with JSON.
  confirmations: [isOk, saysSuccess],
};

function payload(message: Message, lines: readonly object[], sanitize: Sanitize): string {
  const plain = (parts: readonly Part[]) => escapeEntities(plainText(parts, sanitize));
  const heading = renderHeading(message, plain, sanitize, ({ length }) => length, maxHeaderCharacters);
  const footer = renderEnd(message.footer, (some) => renderParts(some, footerWriting, sanitize), sanitize);
  return JSON.stringify({
    // The text of the notification; without markup, so that a name shows as it is.
    text: heading,
    mrkdwn: false,
    blocks: [
      { type: "header", text: { type: "plain_text", text: heading, emoji: false } },
      ...lines,
      ...ownersBlocks(message, sanitize),
      { type: "context", elements: [{ type: "mrkdwn", text: footer }] },
    ],
  });
}

function richText(line: Line, sanitize: Sanitize): object {
  const rows = rowsOf(line).flatMap((row, index) => (index === 0 ? row : [{ words: "\n" }, ...row]));
  // Most lines begin with a bold name, which shares its element.
  return section(elementsOf([{ words: `${iconOf(line)} `, style: "strong" }, ...rows], sanitize));
}

/** Neighbouring texts of a style share an element. Slack refuses a message with an empty one. */
function elementsOf(parts: readonly Part[], sanitize: Sanitize): object[] {
  const elements: { type: string; text?: string; url?: string; style?: object }[] = [];
  let last: Text["style"];
  for (const part of parts) {
    const text = plainText(["url" in part ? part.label : part], sanitize);
    const style = "style" in part ? part.style : undefined;
    const before = elements.at(-1);
    if ("url" in part)
      elements.push({ type: "link", url: hrefOf(part, sanitize), ...(text === "" ? {} : { text }) });
    else if (text !== "" && before?.type === "text" && style === last) before.text += text;
    else if (text !== "") {
      elements.push({ type: "text", text, ...(style && { style: styles[style] }) });
      last = style;
    }
  }
  return elements;
}

const styles = { strong: { bold: true }, code: { code: true } };

function section(elements: readonly object[]): object {
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

function ownersBlocks(message: Message, sanitize: Sanitize): object[] {
  const sizeOf = (parts: readonly OwnersPart[]) => JSON.stringify(ownersBlock(parts, sanitize)).length;
  const owners = fitOwners(message, { isMention, room: maxCharacters / 3, sizeOf }, sanitize);
  return owners.length === 0 ? [] : [ownersBlock(owners, sanitize)];
}

function ownersBlock(owners: readonly OwnersPart[], sanitize: Sanitize): object {
  const elements: object[] = [];
  let texts: Text[] = [];
  for (const part of owners)
    if ("mention" in part) {
      elements.push(...elementsOf(texts, sanitize), mentionElement(part.mention));
      texts = [];
    } else texts.push(part);
  return section([...elements, ...elementsOf(texts, sanitize)]);
}

/** A mention is an element of its own: in rich text, markup is shown as it is. */
function mentionElement(mention: string): object {
  const id = mention.replace(/^<(?:@|!subteam\^|!)|>$/g, "");
  if (mention.startsWith("<@")) return { type: "user", user_id: id };
  return mention.startsWith("<!subteam")
    ? { type: "usergroup", usergroup_id: id }
    : { type: "broadcast", range: id };
}

const footerWriting: Writing = {
  name: (text) => escapeEntities(replaceMarkup(text)),
  link: (label, href) => `<${escapeEntities(href)}|${label}>`,
};

function escapeEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
