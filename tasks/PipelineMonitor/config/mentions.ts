import type { ChatFormat } from "../../../shared/chat/format";
import { isMentionAnywhere } from "../../../shared/chat/formats";
import { shownPath } from "../../../shared/json/path";
import { quoted } from "../../../shared/text/sanitize";
import type { Entries } from "./entries";

/** One for each owner who is a mention in a chat, but in none of those that get messages. */
export function mentionWarnings(entries: Entries, formats: readonly ChatFormat[]): string[] {
  const names = new Map<string, string>();
  for (const [name, { owner }] of [["default", entries.defaults] as const, ...entries.byName])
    if (!names.has(owner)) names.set(owner, name);
  const mentions = new Map(
    formats.flatMap(({ product, mention }) => (mention === undefined ? [] : [[product, mention]])),
  );
  const ways = [...mentions].map(([product, mention]) => `; in ${product}, write it like ${mention}`);
  return [...names]
    .filter(([owner]) => isMentionAnywhere(owner) && !formats.some((format) => format.isMention(owner)))
    .map(
      ([owner, name]) =>
        `${shownPath(["pipelines", name, "owner"])}: ${quoted(owner, 100)} is a mention in another chat, and notifies nobody here${ways.join("")}`,
    );
}
