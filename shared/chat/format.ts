import type { Sanitize } from "../text/sanitize";
import type { ChatResponse } from "./confirmation";
import type { Message, MessageForm } from "./message";

/** The message format of a chat product. */
export interface ChatFormat {
  /** The name of the product. */
  product: string;
  ownsWebhook(webhook: URL): boolean;
  /** Present only if messages are not posted to the webhook itself. */
  postTo?(webhook: URL): URL;
  form: MessageForm;
  /** True only for a single mention in the product's own syntax, without other text. */
  isMention(owner: string): boolean;
  /** An example; undefined if the product mentions nobody. */
  mention?: string;
  /** Writes the JSON to post: one body within the product's limits, whatever the message has. */
  write(message: Message, sanitize: Sanitize): string;
  /** The body of a plain text, and of a link that is empty if there is none; by default, both in the member `text`. */
  plain?(text: string, link: string): object;
  /** Whether a response confirms a message, according to the product's documentation. */
  confirms(response: ChatResponse): boolean;
}
