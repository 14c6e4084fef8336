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
  /** The text of a body; undefined where it is none for this product. */
  textOf(body: object): string | undefined;
  /** How much of a text it takes, in its own unit. */
  limit: number;
  sizeOf: (text: string) => number;
  /** What it answers to what it takes. */
  answer: Reply;
}

const memberOf = (body: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : undefined;
};
const characters = (text: string) => text.length;
const ok: Reply = { status: 200, body: "ok" };

/** The products whose webhooks the sandbox plays, by the words of the task's input. */
export const productNames = ["markdown", "slack", "teams", "discord", "googleChat", "webex"] as const;
export type ChatProduct = (typeof productNames)[number];

const products: Record<ChatProduct, ProductRules> = {
  markdown: {
    textOf: (body) => memberOf(body, "text"),
    limit: Number.POSITIVE_INFINITY,
    sizeOf: characters,
    answer: ok,
  },
  slack: { textOf: (body) => memberOf(body, "text"), limit: 40_000, sizeOf: characters, answer: ok },
  teams: { textOf: cardOf, limit: 28_000, sizeOf: Buffer.byteLength, answer: { status: 202 } },
  discord: {
    textOf: (body) => memberOf(body, "content"),
    limit: 2000,
    sizeOf: characters,
    answer: json({ id: "1", type: 0 }),
  },
  googleChat: {
    textOf: (body) => memberOf(body, "text"),
    limit: 4096,
    sizeOf: characters,
    answer: json({ name: "spaces/x/messages/y" }),
  },
  webex: {
    textOf: (body) => memberOf(body, "markdown"),
    limit: 7439,
    sizeOf: Buffer.byteLength,
    answer: { status: 204 },
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
    if (rules.sizeOf(text) > rules.limit) return { status: 400, body: "too long" };
    texts.push(text);
    return rules.answer;
  }, identity);
  return { ...server, webhook: new URL(path, server.address), texts };
}

/** A Markdown message as a channel shows it, near enough for a terminal: bold, links, no backslashes. */
export function renderMessage(markdown: string, colours: boolean): string {
  const bold = (text: string) => (colours ? `\u001b[1m${text}\u001b[22m` : text);
  const linked = (text: string, address: string) =>
    colours
      ? `\u001b]8;;${address}\u001b\\\u001b[4m${text}\u001b[24m\u001b]8;;\u001b\\`
      : `${text} <${address}>`;
  const plain = (text: string) => text.replace(/\\([\\`*_[\]~|&#+\-.)])/g, "$1");
  const markup = /\*\*(?<strong>.+?)\*\*|\[(?<text>(?:\\.|[^\]\\])*)\]\((?<address>[^)]*)\)|\\[^\w\s]|\\_/g;
  return markdown.replace(markup, (found, strong?: string, text?: string, address?: string) => {
    if (strong !== undefined) return bold(plain(strong));
    return text === undefined ? plain(found) : linked(plain(text), plain(address ?? ""));
  });
}
