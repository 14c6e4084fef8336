import { type LoopbackServer, type ServerIdentity, startServer } from "./loopback";

/** A chat channel on loopback. */
export interface SandboxChat extends LoopbackServer {
  /** The incoming webhook's address, a secret. */
  webhook: URL;
  /** The texts that were posted, as they came. */
  texts: string[];
}

/** A chat channel's incoming webhook on loopback: takes `{"text": …}` and keeps it; over TLS where it has an identity. */
export async function startChat(identity?: ServerIdentity): Promise<SandboxChat> {
  const texts: string[] = [];
  const path = "/hooks/7f3kq9zt2wcanary";
  const server = await startServer((request) => {
    if (request.method !== "POST" || request.path !== path) return { status: 404, body: "no such webhook" };
    if (request.headers["content-type"] !== "application/json") return { status: 415 };
    const body: unknown = JSON.parse(request.body);
    const text: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "text") : undefined;
    if (typeof text !== "string" || text === "") return { status: 400, body: "no text" };
    texts.push(text);
    return { status: 200, body: "ok" };
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
