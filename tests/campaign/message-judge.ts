import assert from "node:assert/strict";
import { memberAt } from "../../shared/json/path";
import type { ChatProduct } from "../sandbox/chat";

export interface ShownMessage {
  /** The first line; undefined in the specification's format, which has none of its own. */
  title: string | undefined;
  /** The ids of the runs that it links to. */
  runIds: number[];
  saysTooFew: boolean;
  /** How many issues it says that there was no room for. */
  issuesLeftOut: number;
}

const ours = /^http:\/\/127\.0\.0\.1:\d+\//;

/** Reads a message as its product does, and throws when it mentions somebody or leads elsewhere. */
export function judgeMessage(product: ChatProduct, text: string): ShownMessage {
  const { title, links } = readers[product](text);
  for (const link of links) assert.match(link, ours, "a link leads elsewhere");
  // The line in place of others, and the end of a list of runs.
  const left = [...text.matchAll(/(\d+) more problems?\b|, and (\d+) more(?![ \w])/g)];
  return {
    title,
    runIds: links.flatMap((link) => {
      const id = new URL(link.replaceAll("\\", "")).searchParams.get("buildId");
      return id === null ? [] : [Number(id)];
    }),
    saysTooFew: /fewer runs than expected in the last hour|no runs finished in the last hour/i.test(text),
    issuesLeftOut: left.reduce((sum, [, problems, runs]) => sum + Number(problems ?? runs), 0),
  };
}

/** The title of a message, and all that it leads to. */
type Reader = (text: string) => { title: string | undefined; links: string[] };

const readers: Readonly<Record<ChatProduct, Reader>> = {
  slack(text) {
    const body: unknown = JSON.parse(text);
    const [header, ...blocks] = listAt(body, "blocks");
    const lines = blocks.slice(0, -1).flatMap((block) => listAt(block, "elements", "0", "elements"));
    for (const element of lines) assert.match(textAt(element, "type"), /^(text|link)$/);
    const footer = textAt(blocks.at(-1), "elements", "0", "text");
    const marked = /<(http[^<>|]*)\|Monitor run>/g;
    assert.ok(!/[<>@]/.test(footer.replace(marked, "")), footer);
    assert.deepEqual(
      [memberAt(body, ["mrkdwn"]), textAt(header, "text", "type"), memberAt(header, ["text", "emoji"])],
      [false, "plain_text", false],
    );
    const own = [...footer.matchAll(marked)].flatMap(([, address]) => address ?? []);
    return { title: textAt(body, "text"), links: [...urlsIn(lines), ...own] };
  },
  teams(text) {
    const card: unknown = JSON.parse(text);
    const types = nodesIn(card).flatMap((node) => Reflect.get(node, "type") ?? []);
    for (const type of types)
      assert.match(type, /^(AdaptiveCard|Container|RichTextBlock|TextRun|TextBlock)$/);
    assert.equal(memberAt(card, ["msteams", "entities"]), undefined, "somebody is mentioned");
    const body = listAt(card, "body");
    assert.ok(!JSON.stringify(body.slice(0, -1)).includes("{{"), "a name is formatted");
    const blocks = nodesIn(body).filter((node) => Reflect.get(node, "type") === "TextBlock");
    const links = blocks.flatMap((block) =>
      [...textAt(block, "text").matchAll(/\]\(([^)]*)\)/g)].map(([, address = ""]) => address),
    );
    return { title: textAt(card, "fallbackText"), links };
  },
  discord(text) {
    const body: unknown = JSON.parse(text);
    assert.deepEqual(memberAt(body, ["allowed_mentions"]), { parse: [] });
    const title = textAt(body, "content");
    const description = listAt(body, "embeds")
      .map((embed) => textAt(embed, "description"))
      .join("\n");
    // The title of a link is plain text.
    const unescaped = withoutLinks(withoutOwnMarkup(description));
    assert.ok(!unescaped.includes("<"), "markup of a name's");
    assert.ok(!/[`*_~|#@]/.test(unescaped), "formatting of a name's");
    return {
      title: title.replace(/^\*\*|\*\*$/g, "").replace(/\\(.)/g, "$1"),
      links: markdownLinks(description),
    };
  },
  googleChat(text) {
    const body: unknown = JSON.parse(text);
    const widgets = listAt(body, "cardsV2", "0", "card", "sections", "0", "widgets");
    const html = widgets.map((widget) => textAt(widget, "textParagraph", "text")).join("\n");
    const tags = html.match(/<[^>]*>?/g) ?? [];
    for (const tag of tags)
      assert.match(
        tag,
        /^<(a href="[^"<]*"|\/a|br|\/?[bi]|font color="#80868b"|\/font)>$/,
        "markup of a name's",
      );
    assert.ok(!withoutTags(html).includes("://"), "an address that becomes a link");
    return {
      title: textAt(body, "fallbackText"),
      links: [...html.matchAll(/<a href="([^"]*)">/g)].map(([, address = ""]) => address),
    };
  },
  markdown: (text) => ({ title: undefined, links: plainMarkdown(text) }),
  webex: (text) => ({ title: boldLine(text), links: plainMarkdown(text) }),
  rocketChat: (text) => ({ title: boldLine(text), links: plainMarkdown(text) }),
  mattermost(text) {
    const attachments = listAt(JSON.parse(text), "attachments");
    const links = attachments.flatMap((attachment) => plainMarkdown(textAt(attachment, "text")));
    return { title: textAt(attachments[0], "fallback"), links };
  },
};

/** The links of a Markdown that has neither mentions nor markup nor bare addresses. */
function plainMarkdown(text: string): string[] {
  assert.ok(!/[@<>]/.test(text), "a chat could take it for markup or a mention");
  assert.ok(!withoutLinks(withoutOwnMarkup(text)).includes("://"), "an address that becomes a link");
  return markdownLinks(text);
}

function boldLine(text: string): string {
  return (/^\*\*(.*)\*\*$/m.exec(text)?.[1] ?? "").replace(/\\(.)/g, "$1");
}

/** The addresses of links whose brackets are neither escaped nor in code. */
function markdownLinks(text: string): string[] {
  const unescaped = text.replace(/`[^`\n]*`|\\(?!_)./gs, "··");
  return [...unescaped.matchAll(/\]\(([^) ]*)/g)].map(([, address = ""]) => address);
}

/** A Markdown without escaped signs, code, and our own bold. */
function withoutOwnMarkup(text: string): string {
  return text.replace(/\\.|`[^`\n]*`|\*\*/gs, "");
}

function withoutLinks(text: string): string {
  return text.replace(/\]\([^)]*\)/g, "");
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, "");
}

function nodesIn(tree: unknown): object[] {
  if (typeof tree !== "object" || tree === null) return [];
  return [...(Array.isArray(tree) ? [] : [tree]), ...Object.values(tree).flatMap(nodesIn)];
}

function urlsIn(tree: unknown): string[] {
  return nodesIn(tree).flatMap((node) => Reflect.get(node, "url") ?? []);
}

function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = memberAt(value, path);
  return Array.isArray(found) ? found : [];
}

function textAt(value: unknown, ...path: string[]): string {
  return String(memberAt(value, path) ?? "");
}
