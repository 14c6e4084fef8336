import type { ChatFormat } from "../../../shared/chat/format";
import { isMentionAnywhere } from "../../../shared/chat/formats";
import { shownPath } from "../../../shared/json/path";
import { quoted } from "../../../shared/text/sanitize";
import type { Entries } from "./entries";

/** One for each owner who is a mention in a chat, but in none of those that get messages. */
export function mentionWarnings(entries: Entries, formats: readonly ChatFormat[]): string[] {
  const paths = new Map<string, string>();
  for (const [name, { owner, knownIssues }] of [["default", entries.defaults] as const, ...entries.byName]) {
    if (!paths.has(owner)) paths.set(owner, shownPath(["pipelines", name, "owner"]));
    for (const known of knownIssues)
      if (known.owner !== undefined && !paths.has(known.owner))
        paths.set(known.owner, `known_issues: the owner of ${quoted(known.name, 100)}`);
  }
  const mentions = new Map(
    formats.flatMap(({ product, mention }) => (mention === undefined ? [] : [[product, mention]])),
  );
  const ways = [...mentions].map(([product, mention]) => `; in ${product}, write it like ${mention}`);
  return [...paths]
    .filter(([owner]) => isMentionAnywhere(owner) && !formats.some((format) => format.isMention(owner)))
    .map(
      ([owner, path]) =>
        `${path}: ${quoted(owner, 100)} is a mention in another chat, and notifies nobody here${ways.join("")}`,
    );
}
