import { hasText } from "./confirmation";
import type { ChatFormat } from "./format";
import type { Writing } from "./message";
import { mrkdwnText, withoutMarks } from "./mrkdwn";

const maxCharacters = 4096;

const writing: Writing = {
  name: withoutMarks,
  link: (label, { href }) => `<${href}|${label}>`,
};

/** Google Chat's own markup, which has neither escapes nor entities. */
export const googleChat: ChatFormat = {
  product: "Google Chat",
  ownsWebhook: ({ hostname }) => hostname === "chat.googleapis.com",
  body: (message, sanitize) =>
    JSON.stringify({
      text: mrkdwnText(message, maxCharacters, writing, sanitize),
    }),
  // The response is the message, with its resource name.
  confirmations: [hasText("name")],
};
