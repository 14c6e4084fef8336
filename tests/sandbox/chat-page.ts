import { readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { memberAt } from "../../shared/json/path";
import { root } from "../root";
import { renderCard } from "./adaptive-card";
import { type ChatProduct, productNames } from "./chat";

const { escapeHtml } = new MarkdownIt().utils;

/** A message as a product's channel shows it, as HTML, near enough to judge by eye. */
export async function renderForProduct(product: ChatProduct, text: string): Promise<string> {
  switch (product) {
    case "slack":
      return slackBlocks(JSON.parse(text));
    case "googleChat":
      return googleCard(JSON.parse(text));
    case "teams":
      return teamsCard(text);
    case "webex":
      return new MarkdownIt({ linkify: true }).render(text);
    case "discord":
      return discordEmbeds(JSON.parse(text));
    case "mattermost":
      return attachments(JSON.parse(text));
    case "markdown":
    case "rocketChat":
      return new MarkdownIt({ linkify: true, breaks: true }).render(text);
  }
}

/** A card as its renderer makes it, in the colours of the page. */
async function teamsCard(text: string): Promise<string> {
  const { html } = await renderCard(JSON.parse(text));
  const colored = html.replace(
    /background-color: (?!#FFFFFF)([^;"]*);?/g,
    "border-left: 4px solid; border-image: linear-gradient($1) 1;",
  );
  return colored.replace(/(?:(?<!-)|background-)color: [^;"]*;?/g, "");
}

/** Blocks of Slack's: a header, rich text, and a footer in its own markup. */
function slackBlocks(body: unknown): string {
  const blocks = listOf(memberAt(body, ["blocks"]));
  const shown = blocks.map((block) => {
    const texts = listOf(memberAt(block, ["elements"]));
    switch (memberAt(block, ["type"])) {
      case "header":
        return `<h3>${textAt(block, "text", "text")}</h3>`;
      case "context":
        return `<footer>${texts.map((text) => slackMarkup(textAt(text, "text"))).join("")}</footer>`;
      default: {
        const lines = texts.map((section) =>
          listOf(memberAt(section, ["elements"]))
            .map(richText)
            .join(""),
        );
        return lines.map((line) => `<p>${line}</p>`).join("");
      }
    }
  });
  return shown.join("");
}

function richText(element: unknown): string {
  const plain = escapeHtml(textAt(element, "text")).replaceAll("\n", "<br>");
  const style = ["bold", "code"].find((name) => memberAt(element, ["style", name]) === true);
  const tag = style === "bold" ? "b" : style;
  const text = tag === undefined ? plain : `<${tag}>${plain}</${tag}>`;
  switch (memberAt(element, ["type"])) {
    case "link":
      return `<a href="${escapeHtml(textAt(element, "url"))}">${text}</a>`;
    case "user":
    case "usergroup":
    case "broadcast":
      return `<b>@${["user_id", "usergroup_id", "range"].map((name) => escapeHtml(textAt(element, name))).join("")}</b>`;
    default:
      return text;
  }
}

/** Slack's own markup: entities, and links in angle brackets. What else is there is marked. */
function slackMarkup(text: string): string {
  return text.replace(/<([^<>]*)>/g, (_, inside: string) => {
    const [, address, label] = /^(https?:[^|]*)\|(.*)$/.exec(inside) ?? [];
    return address === undefined ? `<mark>${inside}</mark>` : `<a href="${address}">${label}</a>`;
  });
}

function googleCard(body: unknown): string {
  const card = memberAt(body, ["cardsV2", "0", "card"]);
  const widgets = listOf(memberAt(card, ["sections", "0", "widgets"]));
  // The text of a paragraph is HTML.
  const paragraphs = widgets.map((widget) => `<p>${textAt(widget, "textParagraph", "text")}</p>`);
  const owners = textAt(body, "text").replace(/<users\/(\w+)>/g, "@$1");
  const text = owners === "" ? "" : `<p>${escapeHtml(owners)}</p>`;
  return `${text}${paragraphs.join("")}`;
}

function discordEmbeds(body: unknown): string {
  const markdown = new MarkdownIt({ linkify: true, breaks: true });
  const embeds = listOf(memberAt(body, ["embeds"])).map((embed) => {
    const color = Number(memberAt(embed, ["color"]) ?? 0x8a8f98);
    return bordered(`#${color.toString(16).padStart(6, "0")}`, markdown.render(textAt(embed, "description")));
  });
  return `${markdown.render(textAt(body, "content"))}${embeds.join("")}`;
}

/** Mattermost's attachments, without the `fallback` of its notification. */
function attachments(body: unknown): string {
  const markdown = new MarkdownIt({ linkify: true, breaks: true });
  const shown = listOf(memberAt(body, ["attachments"])).map((one) => {
    const title = escapeHtml(textAt(one, "title"));
    const head = title === "" ? "" : `<h3>${title}</h3>`;
    return bordered(textAt(one, "color"), `${head}${markdown.render(textAt(one, "text"))}`);
  });
  return shown.join("");
}

function bordered(color: string, html: string): string {
  return `<blockquote style="border-color: ${escapeHtml(color)}">${html}</blockquote>`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textAt(value: unknown, ...path: string[]): string {
  return String(memberAt(value, path) ?? "");
}

/** A page of the same message in the channels of several products, by its text in each. */
export async function chatPage(texts: Readonly<Partial<Record<ChatProduct, string>>>): Promise<string> {
  const shown = await Promise.all(
    productNames.map(async (product) => {
      const text = texts[product];
      return text === undefined
        ? ""
        : `<section><h2>${product}</h2><div class="message"><b>Pipeline Monitor</b> <small>BOT</small>${await renderForProduct(product, text)}</div></section>`;
    }),
  );
  const style = readFileSync(join(root, "tests", "sandbox", "chat-page.css"), "utf8");
  return (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>The message in every chat</title>' +
    `<style>${style}</style><h1>The message in every chat</h1><main>${shown.join("")}</main></html>`
  );
}
