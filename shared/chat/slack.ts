import type { ChatFormat } from "./format";
import { mrkdwnText, withoutMarks } from "./mrkdwn";

/** Slack parts a longer text near 4,000 characters, wherever that is. */
const maxCharacters = 3900;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? "");

/** Slack's mrkdwn. Discord takes it too, at a webhook that ends in /slack. */
export const slack: ChatFormat = {
  product: "Slack",
  speaksAt: ({ hostname, pathname }) =>
    /^hooks\.slack(-gov)?\.com$/.test(hostname) ||
    (/(^|\.)discord(app)?\.com$/.test(hostname) && pathname.endsWith("/slack")),
  body: (message) =>
    JSON.stringify({
      text: mrkdwnText(message, maxCharacters, {
        name: (text) => escaped(withoutMarks(text)),
        link: (label, { href }) => `<${escaped(href)}|${label}>`,
      }),
    }),
  objection: (answer) => (["", "ok"].includes(answer.trim()) ? "" : answer),
};
