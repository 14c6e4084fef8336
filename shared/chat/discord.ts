import { shorten } from "../text/sanitize";
import { hasText } from "./confirmation";
import { type ChatFormat, fitLines } from "./format";
import { type Moment, plainText, renderLine, renderParts, type Writing } from "./message";

/** The limit of an embed's description. */
const maxCharacters = 4096;

/** Discord's Markdown, in which a backslash before any sign shows the sign itself. */
const writing: Writing = {
  name: (text) => escapeSigns(shorten(text, 200)),
  // The title is plain text, but nothing in it may look like its end.
  link: (label, { href }, title) =>
    `[${label}](${href}${title === undefined ? "" : ` "${title.replace(/["\\()[\]]/g, "")}"`})`,
  time: (moment) => `<t:${Math.floor(moment.time / 1000)}:${styleOf(moment)}>`,
};

/** An embed with the lines, below the title. Nobody is mentioned, whatever a name contains. */
export const discord: ChatFormat = {
  product: "Discord",
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
  body(message, sanitize) {
    const footer = renderParts(message.footer, writing, sanitize);
    const lines = fitLines(
      message,
      maxCharacters - footer.length,
      (line) => renderLine(line, writing, sanitize),
      (line) => line.length + 1,
      sanitize,
    );
    return JSON.stringify({
      content: `**${escapeSigns(plainText(message.title, sanitize))}**`,
      embeds: [{ description: [...lines, footer].join("\n") }],
      allowed_mentions: { parse: [] },
    });
  },
  // With `wait`, the response is the message; without, it is 204.
  confirmations: [hasText("id"), ({ status }) => status === 204],
};

/** The style in which Discord shows a moment in the reader's own time zone. */
function styleOf({ isDated = false }: Moment): string {
  return isDated ? "f" : "t";
}

function escapeSigns(text: string): string {
  return text.replace(/[\\`*_~|[\]()<>@:#&+.-]/g, "\\$&");
}
