import { discord } from "./discord";
import type { ChatFormat } from "./format";
import { googleChat } from "./google-chat";
import { markdown } from "./markdown";
import { rocketChat } from "./rocket-chat";
import { slack } from "./slack";
import { teams } from "./teams";
import { webex } from "./webex";

/** Every format by its value of the input `chatFormat`. */
const formats: Readonly<Record<string, ChatFormat>> = {
  markdown,
  slack,
  teams,
  discord,
  googleChat,
  webex,
  rocketChat,
};

const byAddress = "auto";

/** The values of the input `chatFormat`, the default first. */
export const chatFormatNames: readonly [string, ...string[]] = [byAddress, ...Object.keys(formats)];

/**
 * Returns the format for a value. For `auto`, the format of the webhook's product, or Markdown if the product
 * is not known.
 */
export function formatOf(name: string, webhook: URL): ChatFormat {
  const known = Object.values(formats).find((format) => format.ownsWebhook(webhook));
  return (name === byAddress ? known : formats[name]) ?? markdown;
}
