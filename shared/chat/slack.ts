import type { Sanitize } from "../text/sanitize";
import { isOk, saysSuccess } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import { flatText } from "./flat-text";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import {
  hrefOf,
  iconBefore,
  type Line,
  type Mention,
  type Part,
  plainText,
  renderParts,
  rowsOf,
  textRuns,
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
    const plain = (parts: readonly Part[]) => escapeEntities(plainText(parts, sanitize));
    const sizeOf = ({ length }: string) => length;
    const text = renderHeading(message, plain, sanitize, sizeOf, maxHeaderCharacters);
    const ownersBlock = (parts: readonly OwnersPart[]) => section(elementsOf(parts, sanitize));
    const fits = (parts: readonly OwnersPart[]) =>
      JSON.stringify(ownersBlock(parts)).length <= maxCharacters / 3;
    const owners = fitOwners(message.owners, isMention, fits, sanitize);
    const footer = renderEnd(message.footer, (some) => renderParts(some, footerWriting, sanitize), sanitize);
    const body = (lines: readonly object[]) =>
      JSON.stringify({
        // The text of the notification; without markup, so that a name shows as it is.
        text,
        mrkdwn: false,
        blocks: [
          { type: "header", text: { type: "plain_text", text, emoji: false } },
          ...lines,
          ...(owners.length === 0 ? [] : [ownersBlock(owners)]),
          { type: "context", elements: [{ type: "mrkdwn", text: footer }] },
        ],
      });
    const lines = fitLines(message.lines, message.rest, {
      room: maxCharacters - body([]).length,
      write: (line) => lineBlock(line, sanitize),
      sizeOf: (block) => JSON.stringify(block).length + 1,
    });
    return body(lines);
  },
  plain: (text, link) => ({ text: escapeEntities(`${text}\n\n${link}`.trim()), mrkdwn: false }),
  // The webhook of a channel responds with ok; that of compatible products with JSON.
  confirms: (response) => isOk(response) || saysSuccess(response),
};

/** The webhook of a Slack workflow takes flat texts only. Its text has no markup, and mentions nobody. */
export const slackWorkflow: ChatFormat = {
  product: "Slack",
  form: "product",
  ownsWebhook: (webhook) => slack.ownsWebhook(webhook) && /^\/(triggers|workflows)\//.test(webhook.pathname),
  isMention: () => false,
  write: flatText({
    writing: { name: replaceMarkup, link: (label, href) => `${label}: ${href}` },
    isMention: () => false,
    room: 12_000,
  }),
  confirms: slack.confirms,
};

function section(elements: readonly object[]): object {
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

function lineBlock(line: Line, sanitize: Sanitize): object {
  const rows = rowsOf(line).flatMap((row, index) => (index === 0 ? row : [{ words: "\n" }, ...row]));
  // Most lines begin with a bold name, which shares its element.
  return section(elementsOf([{ words: iconBefore(line), style: "strong" }, ...rows], sanitize));
}

const styles = { strong: { bold: true }, code: { code: true } };

/** Slack refuses a message with an empty text. */
function elementsOf(parts: readonly (Part | Mention)[], sanitize: Sanitize): object[] {
  return textRuns(parts, sanitize).map((run) => {
    if ("mention" in run) return mentionElement(run);
    if ("text" in run)
      return { type: "text", text: run.text, ...(run.style && { style: styles[run.style] }) };
    const text = plainText([run.label], sanitize);
    return { type: "link", url: hrefOf(run, sanitize), ...(text === "" ? {} : { text }) };
  });
}

/** A mention is an element of its own: in rich text, markup is shown as it is. */
function mentionElement({ mention }: Mention) {
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
