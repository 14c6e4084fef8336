import { memberAt } from "../../shared/json/path";
import { json, type LoopbackServer, type Reply, type ServerIdentity, startServer } from "./loopback";

/** A chat channel on loopback. */
export interface SandboxChat extends LoopbackServer {
  /** The incoming webhook's address, a secret. */
  webhook: URL;
  /** The texts that were posted, as they came; of a card, its JSON. */
  texts: string[];
}

/** The rules of a product's webhook, as it publishes them. */
interface ProductRules {
  /** The message of a body: its text, or the JSON of its card; undefined where it is none for this product. */
  textOf(body: object): string | undefined;
  /** Whether the product refuses a message as too long. */
  isTooLong(text: string): boolean;
  /** The response to an accepted message. */
  answer: Reply;
}

const memberOf = (body: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
};
const listAt = (value: unknown, ...path: string[]): unknown[] => {
  const found = memberAt(value, path);
  return Array.isArray(found) ? found : [];
};
const lengthAt = (value: unknown, ...path: string[]): number => String(memberAt(value, path) ?? "").length;
/** The JSON of a body that has what a product needs, or the text of a plain one. */
const jsonWith = (needed: (body: object) => unknown, plain: string) => (body: object) =>
  needed(body) ? JSON.stringify(body) : memberOf(body, plain);
/** Of a plain text, nothing. */
const jsonOf = (text: string): unknown => (text.startsWith("{") ? JSON.parse(text) : undefined);
const ok: Reply = { status: 200, body: "ok" };

/** The products whose webhooks the sandbox plays, by the words of the task's input. */
export const productNames = [
  "markdown",
  "slack",
  "teams",
  "discord",
  "googleChat",
  "webex",
  "rocketChat",
  "mattermost",
] as const;
export type ChatProduct = (typeof productNames)[number];

const products: Record<ChatProduct, ProductRules> = {
  markdown: { textOf: (body) => memberOf(body, "text"), isTooLong: () => false, answer: ok },
  slack: {
    textOf: jsonWith((body) => memberOf(body, "text") && listAt(body, "blocks").length > 0, "text"),
    isTooLong(text) {
      const blocks = listAt(jsonOf(text), "blocks");
      return blocks.length > 50 || text.length > 15_500 || lengthAt(blocks[0], "text", "text") > 150;
    },
    answer: ok,
  },
  teams: { textOf: cardOf, isTooLong: (text) => Buffer.byteLength(text) > 28_000, answer: { status: 202 } },
  discord: {
    textOf: jsonWith((body) => memberOf(body, "content") && listAt(body, "embeds").length > 0, "content"),
    isTooLong(text) {
      const body: unknown = jsonOf(text);
      const embeds = listAt(body, "embeds").map((embed) => lengthAt(embed, "description"));
      const total = embeds.reduce((sum, length) => sum + length, 0);
      const isOneTooLong = lengthAt(body, "content") > 2000 || embeds.some((length) => length > 4096);
      return isOneTooLong || total > 6000 || embeds.length > 10;
    },
    answer: json({ id: "1", type: 0 }),
  },
  googleChat: {
    textOf: jsonWith(
      (body) => memberOf(body, "fallbackText") && listAt(body, "cardsV2").length === 1,
      "text",
    ),
    isTooLong(text) {
      const widgets = listAt(jsonOf(text), "cardsV2", "0", "card", "sections", "0", "widgets");
      return Buffer.byteLength(text) > 32_000 || widgets.length > 100;
    },
    answer: json({ name: "spaces/x/messages/y" }),
  },
  webex: {
    textOf: (body) => memberOf(body, "markdown") ?? memberOf(body, "text"),
    isTooLong: (text) => Buffer.byteLength(text) > 7439,
    answer: { status: 204 },
  },
  rocketChat: {
    textOf: (body) => memberOf(body, "text"),
    isTooLong: (text) => text.length > 5000,
    answer: json({ success: true }),
  },
  mattermost: {
    textOf: jsonWith((body) => memberAt(body, ["attachments", "0", "fallback"]), "text"),
    isTooLong: (text) =>
      listAt(jsonOf(text), "attachments").some((attachment) => lengthAt(attachment, "text") > 16_383),
    answer: ok,
  },
};

/** The JSON of the one card that a body has; undefined where it has none. */
function cardOf(body: object): string | undefined {
  const card = memberAt(body, ["attachments", "0", "content"]);
  return memberAt(card, ["type"]) === "AdaptiveCard" ? JSON.stringify(card) : undefined;
}

/** A chat channel's incoming webhook on loopback: keeps what its product takes; over TLS where it has an identity. */
export async function startChat(
  identity?: ServerIdentity,
  product: ChatProduct = "markdown",
): Promise<SandboxChat> {
  const texts: string[] = [];
  const rules = products[product];
  const path = "/hooks/7f3kq9zt2wcanary";
  const server = await startServer((request) => {
    if (request.method !== "POST" || request.path !== path) return { status: 404, body: "no such webhook" };
    if (request.headers["content-type"] !== "application/json") return { status: 415 };
    const text = rules.textOf(Object(JSON.parse(request.body)));
    if (text === undefined || text === "") return { status: 400, body: "no text" };
    if (rules.isTooLong(text)) return { status: 400, body: "too long" };
    texts.push(text);
    return rules.answer;
  }, identity);
  return { ...server, webhook: new URL(path, server.address), texts };
}

/** A Markdown message as a channel shows it, near enough: without its marks, and each link as its text and its URL. */
export function renderMessage(markdown: string): string {
  const plain = (text: string) => text.replace(/\\([\\`*_[\]~|&#+\-.()])/g, "$1");
  const markup = /\*\*(?<strong>.+?)\*\*|\[(?<text>(?:\\.|[^\]\\])*)\]\((?<address>[^)]*)\)|\\[^\w\s]|\\_/g;
  return markdown.replace(markup, (found, strong?: string, text?: string, address?: string) =>
    text === undefined ? plain(strong ?? found) : `${plain(text)} <${plain(address ?? "")}>`,
  );
}
