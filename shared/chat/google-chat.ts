import { hasText } from "./delivery";
import type { ChatFormat } from "./format";
import { mrkdwnText, withoutMarks } from "./mrkdwn";

const maxCharacters = 4096;

/** Google Chat's own markup, which knows neither escapes nor entities. */
export const googleChat: ChatFormat = {
  product: "Google Chat",
  speaksAt: ({ hostname }) => hostname === "chat.googleapis.com",
  body: (message) =>
    JSON.stringify({
      text: mrkdwnText(message, maxCharacters, {
        name: withoutMarks,
        link: (label, { href }) => `<${href}|${label}>`,
      }),
    }),
  // The message that it made, by the name of its resource.
  confirmations: [hasText("name")],
};
