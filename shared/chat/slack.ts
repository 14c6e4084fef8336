import type { ChatFormat } from "./format";
import { mrkdwnText, withoutMarks } from "./mrkdwn";

/** Slack parts a longer text near 4,000 characters, wherever that is. */
const maxCharacters = 3900;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? "");

/** Slack's own markup. */
export const slack: ChatFormat = {
  product: "Slack",
  speaksAt: ({ hostname }) => /^hooks\.slack(-gov)?\.com$/.test(hostname),
  body: (message) =>
    JSON.stringify({
      text: mrkdwnText(message, maxCharacters, {
        name: (text) => escaped(withoutMarks(text)),
        link: (label, { href }) => `<${escaped(href)}|${label}>`,
      }),
    }),
  objection: (answer) => (["", "ok"].includes(answer.trim()) ? "" : answer),
};
