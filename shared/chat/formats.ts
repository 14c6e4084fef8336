import { discord } from "./discord";
import type { ChatFormat } from "./format";
import { googleChat } from "./google-chat";
import { markdown } from "./markdown";
import { mattermost } from "./mattermost";
import { rocketChat } from "./rocket-chat";
import { slack, slackWorkflow } from "./slack";
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
  mattermost,
};

/** Whether an owner is a mention in some product. */
export function isMentionAnywhere(owner: string): boolean {
  return Object.values(formats).some((format) => format.isMention(owner));
}

const byAddress = "auto";

/** The default first. */
export const chatFormatNames: readonly [string, ...string[]] = [byAddress, ...Object.keys(formats)];

/**
 * `auto` is the format of the webhook's product, or Markdown if the product is not known. A webhook is undefined only if
 * nothing is posted.
 */
export function formatOf(name: string, webhook: URL | undefined): ChatFormat {
  const owns = (format: ChatFormat) => webhook !== undefined && format.ownsWebhook(webhook);
  const format = (name === byAddress ? Object.values(formats).find(owns) : formats[name]) ?? markdown;
  return format === slack && owns(slackWorkflow) ? slackWorkflow : format;
}
