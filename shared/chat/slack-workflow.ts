import { isOk, saysSuccess } from "./confirmation";
import { fitText } from "./flat-text";
import type { ChatFormat } from "./format";
import { replaceMarkup } from "./look-alikes";
import { slack } from "./slack";

const maxCharacters = 12_000;

/** The webhook of a Slack workflow takes flat texts only. Its text has no markup, and mentions nobody. */
export const slackWorkflow: ChatFormat = {
  product: "Slack",
  form: "product",
  ownsWebhook: (webhook) => slack.ownsWebhook(webhook) && /^\/(triggers|workflows)\//.test(webhook.pathname),
  isMention: () => false,
  write(message, sanitize) {
    const text = fitText(
      message,
      {
        writing: { name: replaceMarkup, link: (label, href) => `${label}: ${href}` },
        isMention: () => false,
        room: maxCharacters,
        sizeOf: ({ length }) => length,
        compose: (title, lines, _, footer) => [title, ...lines, footer].join("\n\n"),
        aroundLine: 2,
      },
      sanitize,
    );
    return JSON.stringify({ text });
  },
  confirmations: [isOk, saysSuccess],
};
