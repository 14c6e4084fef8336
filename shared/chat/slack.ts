import { isOk, saysSuccess } from "./confirmation";
import type { ChatFormat } from "./format";
import type { Writing } from "./message";
import { mrkdwnText, withoutMarks } from "./mrkdwn";

/** Slack splits a longer text near 4,000 characters, anywhere. */
const maxCharacters = 3900;

const writing: Writing = {
  name: (text) => escaped(withoutMarks(text)),
  link: (label, { href }) => `<${escaped(href)}|${label}>`,
};

/** Slack's own markup. */
export const slack: ChatFormat = {
  product: "Slack",
  ownsWebhook: ({ hostname }) => /^hooks\.slack(-gov)?\.com$/.test(hostname),
  body: (message, sanitize) =>
    JSON.stringify({
      text: mrkdwnText(message, maxCharacters, writing, sanitize),
    }),
  // The webhook of a channel responds with ok; those of workflows and of compatible products with JSON.
  confirmations: [isOk, saysSuccess],
};

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;");
}
