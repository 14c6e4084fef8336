import { type Sanitize, shortenName } from "../text/sanitize";
import { hasText } from "./confirmation";
import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { withoutCodeMarks } from "./look-alikes";
import { linkTarget } from "./markdown";
import { colorOf, type Message, renderLine, renderParts, type Writing } from "./message";
import { fitOwners, mentionsIn, type OwnersPart } from "./owners";

/** All embeds together. */
const maxCharacters = 6000;
const maxEmbedCharacters = 4096;
/** Discord takes ten embeds. One is the footer, and a long text may take one more. */
const maxColoredEmbeds = 8;
const maxContentCharacters = 2000;

/** Discord's Markdown, in which a backslash before any sign shows the sign itself. */
const writing: Writing = {
  name: (text) => shortenName(text, 200).replace(/[\\`*_~|[\]()<>@:#&+.-]/g, "\\$&"),
  // The title is plain text, but nothing in it may look like its end.
  link: (label, href, title) =>
    `[${label}](${linkTarget(href)}${title === undefined ? "" : ` "${title.replace(/["\\()[\]]/g, "")}"`})`,
  strong: (text) => `**${text}**`,
  code: (text) => `\`${withoutCodeMarks(text)}\``,
};

/** In the content, a backslash does not keep a name from mentioning everyone. */
const contentWriting: Writing = { ...writing, name: (text) => withoutMentions(writing.name(text)) };

/** Embeds with the lines, below the title. Only owners are mentioned, whatever a name contains. */
export const discord: ChatFormat = {
  product: "Discord",
  form: "product",
  ownsWebhook: ({ hostname, pathname }) =>
    /^((canary|ptb)\.)?discord(app)?\.com$/.test(hostname) && pathname.startsWith("/api/"),
  // With `wait`, Discord responds after it has processed the message. A URL that ends in /slack expects
  // Slack's format.
  postTo(webhook) {
    const url = new URL(webhook);
    url.pathname = webhook.pathname.replace(/\/slack\/?$/, "");
    url.searchParams.set("wait", "true");
    return url;
  },
  // A user, a role, or everyone in the channel.
  isMention: (owner) => /^(?:<@&?\d{1,20}>|@here|@everyone)$/.test(owner),
  mention: "<@123456789012345678>",
  write(message, sanitize) {
    const { content, allowed } = contentOf(message, sanitize);
    const footer = renderEnd(message.footer, (some) => renderParts(some, writing, sanitize), sanitize);
    const lines = fitLines(message.lines, message.rest, {
      room: maxCharacters - footer.length,
      write: (line) => ({ text: renderLine(line, writing, sanitize), color: colorOf(line) }),
      sizeOf: ({ text }) => (text.length > maxEmbedCharacters ? maxCharacters : text.length + 2),
    });
    const embeds = [...embedsOf(lines), { description: footer }];
    return JSON.stringify({ content, embeds, allowed_mentions: allowed });
  },
  plain: (text, link) => ({ content: `${text}\n\n${link}`.trim(), allowed_mentions: { parse: [] } }),
  // With `wait`, the response is the message; without, it is 204.
  confirms: (response) => response.status === 204 || hasText(response, "id"),
};

/** Neighbouring lines of a colour share an embed. */
function embedsOf(lines: readonly { text: string; color: string }[]): object[] {
  const embeds: { description: string; color: number }[] = [];
  for (const { text, color: name } of lines) {
    const color = Number.parseInt(name.slice(1), 16);
    const last = embeds.at(-1);
    const isSame = last?.color === color || embeds.length >= maxColoredEmbeds;
    if (last !== undefined && isSame && last.description.length + text.length + 2 <= maxEmbedCharacters)
      last.description += `\n\n${text}`;
    else embeds.push({ description: text, color });
  }
  return embeds;
}

/** The title, and below it the owners: Discord notifies nobody of a mention in an embed. */
function contentOf(message: Message, sanitize: Sanitize): { content: string; allowed: object } {
  const heading = renderHeading(message, (some) => renderParts(some, writing, sanitize), sanitize);
  const title = `**${heading}**`;
  const render = (parts: readonly OwnersPart[]) => renderParts(parts, contentWriting, sanitize);
  const room = maxContentCharacters - title.length - 1;
  const fits = (parts: readonly OwnersPart[]) => render(parts).length <= room;
  const owners = fitOwners(message.owners, discord.isMention, fits, sanitize);
  const mentions = mentionsIn(owners);
  if (mentions.length === 0) return { content: title, allowed: { parse: [] } };
  const ids = (pattern: RegExp) => mentions.flatMap((mention) => pattern.exec(mention)?.[1] ?? []);
  const parse = mentions.some((mention) => mention.startsWith("@")) ? ["everyone"] : [];
  return {
    content: `${withoutMentions(title)}\n${render(owners)}`,
    allowed: { parse, users: ids(/^<@(\d+)>$/), roles: ids(/^<@&(\d+)>$/) },
  };
}

function withoutMentions(escaped: string): string {
  return escaped.replaceAll("\\@", "＠");
}
