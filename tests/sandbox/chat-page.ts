import MarkdownIt from "markdown-it";
import { renderCard } from "./adaptive-card";
import { type ChatProduct, productNames } from "./chat";

/** A message as a product's channel shows it, as HTML, near enough to judge by eye. */
export async function renderForProduct(product: ChatProduct, text: string): Promise<string> {
  switch (product) {
    case "slack":
      return `<p>${marked(text)}</p>`;
    case "googleChat":
      // Google Chat knows no entities: what looks like one is shown as it stands.
      return `<p>${marked(text.replaceAll("&", "&amp;"))}</p>`;
    case "teams":
      return (await renderCard(JSON.parse(text))).html;
    case "webex":
      return new MarkdownIt({ linkify: true }).render(text);
    case "discord":
    case "markdown":
      return new MarkdownIt({ linkify: true, breaks: true }).render(text);
  }
}

/** The markup of Slack and Google Chat: links and mentions in angle brackets, marks at the borders of words. */
function marked(text: string): string {
  const mark = (character: string, tag: string) => (html: string) =>
    html.replace(
      new RegExp(
        `(?<![\\p{L}\\p{N}${character}])${character}([^\\s${character}][^\\n${character}]*)${character}(?![\\p{L}\\p{N}])`,
        "gu",
      ),
      `<${tag}>$1</${tag}>`,
    );
  const pieces = text.split(/(<[^<>]*>)/).map((piece, index) => {
    const [, address, label] = /^<(https?:[^|>]*)\|([^>]*)>$/.exec(piece) ?? [];
    if (address !== undefined) return `<a href="${address}">${label}</a>`;
    if (index % 2 === 1) return `<mark>${piece.slice(1, -1)}</mark>`;
    const marks = [mark("\\*", "b"), mark("_", "i"), mark("~", "s"), mark("`", "code")];
    const linked = piece.replace(/https?:\/\/\S+/g, (found) => `<a href="${found}">${found}</a>`);
    return marks.reduce((html, apply) => apply(html), linked);
  });
  return pieces.join("").replaceAll("\n", "<br>");
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
  return `<!doctype html><meta charset="utf-8"><title>Chats</title><style>${style}</style>${shown.join("")}`;
}

const style = `
  body { font: 14px/1.45 "Segoe UI", system-ui, sans-serif; margin: 20px; display: grid; grid-template-columns: 1fr 1fr; gap: 16px; background: #f3f4f6; }
  h2 { font-size: 13px; margin: 0 0 4px; color: #555; }
  .message { background: #fff; border: 1px solid #ddd; border-radius: 8px; padding: 10px 14px; overflow-wrap: anywhere; }
  small { background: #ddd; border-radius: 3px; padding: 0 4px; font-size: 10px; }
  mark { background: #ffd54a; }
  p, ul { margin: 4px 0; }
`;
