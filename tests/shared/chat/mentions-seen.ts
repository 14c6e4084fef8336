import { createRequire } from "node:module";
import { parse as parseRocketChat } from "@rocket.chat/message-parser";
import MarkdownIt from "markdown-it";
import { toHTML as slackHtml } from "slack-markdown";
import { memberAt } from "../../../shared/json/path";
import { hostileText } from "../../hostile-text";
import type { ChatProduct } from "../../sandbox/chat";
import { sanitize } from "../../sanitize";
import { attachmentsIn } from "./limits";

/** The part of the `discord-markdown-parser` package that we use; its own types do not compile strictly. */
interface DiscordParser {
  parse(text: string, rules: "extended"): unknown;
}
export const { parse: parseDiscord }: DiscordParser = createRequire(__filename)("discord-markdown-parser");

/** Every node of a parser's tree, outer ones first. */
export function nodesIn(tree: unknown): object[] {
  if (Array.isArray(tree)) return tree.flatMap(nodesIn);
  if (typeof tree !== "object" || tree === null) return [];
  return [tree, ...Object.values(tree).flatMap(nodesIn)];
}

/** Every member of this name in a parser's tree. */
export const membersIn = (tree: unknown, name: string): unknown[] =>
  nodesIn(tree).flatMap((node) => Reflect.get(node, name) ?? []);

/** Names as a message shows them: sanitized, and not longer than 200 characters. */
export const shownNames = hostileText.filter(
  (name) => name === sanitize(name).trim() && name.length > 0 && name.length < 200,
);

/** The mentions in a parser's tree, by the types of their nodes. */
const mentionsOf = (tree: unknown, written: Record<string, (node: object) => string>) =>
  nodesIn(tree).flatMap((node) => written[String(Reflect.get(node, "type"))]?.(node) ?? []);

/** The mentions that a product sees in a body, in their order, in the product's own syntax. */
export const mentionsSeen: Record<ChatProduct, (body: string) => string[]> = {
  slack(body) {
    const { text, blocks } = JSON.parse(body);
    const footer: string = blocks.at(-1).elements[0].text;
    const marked = slackHtml(`${text} ${footer}`, { slackOnly: true, escapeHTML: false });
    return [
      ...(marked.match(/<span class="s-mention s-[^"]*/g) ?? []),
      ...mentionsOf(blocks, {
        user: (node) => `<@${Reflect.get(node, "user_id")}>`,
        usergroup: (node) => `<!subteam^${Reflect.get(node, "usergroup_id")}>`,
        broadcast: (node) => `<!${Reflect.get(node, "range")}>`,
      }),
    ];
  },
  discord(body) {
    const { content, embeds, allowed_mentions: allowed } = JSON.parse(body);
    const allowedIn = (ids: string[] | undefined, sign: string) => (node: object) => {
      const id = String(Reflect.get(node, "id"));
      return ids?.includes(id) ? `<${sign}${id}>` : `${id} not allowed`;
    };
    const mentionsIn = (text: string) =>
      mentionsOf(parseDiscord(text, "extended"), {
        ...{ user: allowedIn(allowed.users, "@"), role: allowedIn(allowed.roles, "@&") },
        ...{ everyone: () => "@everyone", here: () => "@here" },
      });
    // For years, Discord looked for these two without regard to backslashes.
    const everyone: string[] = content.match(/@(?:everyone|here)/g) ?? [];
    const allowedEveryone = allowed.parse.includes("everyone") ? everyone : [];
    const others = mentionsIn(content).filter((mention) => mention.startsWith("<"));
    return [
      ...others,
      ...allowedEveryone,
      ...embeds.flatMap((embed: { description: string }) => mentionsIn(embed.description)),
    ];
  },
  teams(body) {
    const [{ content }] = JSON.parse(body).attachments;
    const texts: string[] = nodesIn(content.body).flatMap((node) => Reflect.get(node, "text") ?? []);
    if (content.msteams.entities === undefined) return [];
    const shown = texts.flatMap((text) => text.match(/<at>.*?<\/at>/gi) ?? []);
    const entities: { text: string }[] = content.msteams.entities;
    const named = entities.map(({ text }) => text);
    return JSON.stringify(shown) === JSON.stringify(named) ? shown : [...shown, "other than", ...named];
  },
  googleChat(body) {
    const { text = "" } = JSON.parse(body);
    return text.match(/<[^>]*>|@\w+/g) ?? [];
  },
  webex: (body) => JSON.parse(body).markdown.match(/<@[^>]*>/g) ?? [],
  rocketChat: (body) =>
    mentionsOf(parseRocketChat(JSON.parse(body).text), {
      MENTION_USER: (node) => `@${memberAt(node, ["value", "value"])}`,
    }),
  markdown: (body) => mentionsInMarkdown(JSON.parse(body).text),
  mattermost: (body) => mentionsInMarkdown(attachmentsIn(body).join("\n\n")),
};

/** Mattermost's server looks for mentions in the text of Markdown, where backslashes are gone. */
function mentionsInMarkdown(text: string): string[] {
  const html = new MarkdownIt({ linkify: true }).render(text);
  const words = html.replace(/<[^>]*>/g, " ").split(/[^:.\-_@\p{L}\p{N}]+/u);
  return words.map((word) => word.replace(/^[:.\-_]+/, "")).filter((word) => word.startsWith("@"));
}
