import { discord } from "./discord";
import type { ChatFormat } from "./format";
import { googleChat } from "./google-chat";
import { markdown } from "./markdown";
import { rocketChat } from "./rocket-chat";
import { slack } from "./slack";
import { teams } from "./teams";
import { webex } from "./webex";

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

/** The default first. */
export const chatFormatNames: readonly [string, ...string[]] = [byAddress, ...Object.keys(formats)];

/** `auto` is the format of the webhook's product, or Markdown if the product is not known. */
export function formatOf(name: string, webhook: URL): ChatFormat {
  const known = Object.values(formats).find((format) => format.ownsWebhook(webhook));
  return (name === byAddress ? known : formats[name]) ?? markdown;
}
