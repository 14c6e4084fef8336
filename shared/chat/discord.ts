import { asText, escapeUnderscores } from "../markdown";
import { type ChatFormat, fitting, jsonObjection } from "./format";
import { written } from "./message";

const maxCharacters = 2000;
/** No preview of each linked page below the message. */
const suppressEmbeds = 4;

/** Discord's Markdown; nobody is mentioned, whatever a name holds. */
export const discord: ChatFormat = {
  product: "Discord",
  speaksAt: ({ hostname, pathname }) =>
    /^((canary|ptb)\.)?discord(app)?\.com$/.test(hostname) && pathname.startsWith("/api/"),
  // Without this it answers before it has looked at the message.
  postTo(webhook) {
    const address = new URL(webhook);
    address.searchParams.set("wait", "true");
    return address;
  },
  body(message) {
    const header = `**${message.header}**`;
    const lines = fitting(
      message,
      maxCharacters - header.length,
      ({ parts }) =>
        written(parts, {
          name: (text) => escapeUnderscores(asText(text)),
          link: (label, { href }) => `[${label}](${href})`,
        }),
      (line) => line.length + 1,
    );
    return JSON.stringify({
      content: [header, ...lines].join("\n"),
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    });
  },
  objection: jsonObjection,
};
