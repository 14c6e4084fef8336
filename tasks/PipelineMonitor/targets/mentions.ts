import { isMentionAnywhere } from "../../../shared/chat/formats";
import { shownPath } from "../../../shared/json/path";
import { quoted } from "../../../shared/text/sanitize";
import type { Entries } from "../config/entries";
import type { Target } from "./target";

/** One for each owner who is a mention in a chat, but in none of those that get messages. */
export function mentionWarnings(
  entries: Entries,
  targets: readonly Pick<Target, "isMention" | "mention">[],
): string[] {
  const paths = new Map<string, string>();
  for (const [name, { owner, knownIssues }] of [["default", entries.defaults] as const, ...entries.byName]) {
    if (!paths.has(owner)) paths.set(owner, shownPath(["pipelines", name, "owner"]));
    for (const known of knownIssues)
      if (known.owner !== undefined && !paths.has(known.owner))
        paths.set(known.owner, `known_issues: the owner of ${quoted(known.name, 100)}`);
  }
  const examples = new Map(
    targets.flatMap(({ mention }) => (mention === undefined ? [] : [[mention.product, mention.example]])),
  );
  const ways = [...examples].map(([product, example]) => `; in ${product}, write it like ${example}`);
  return [...paths]
    .filter(([owner]) => isMentionAnywhere(owner) && !targets.some(({ isMention }) => isMention(owner)))
    .map(
      ([owner, path]) =>
        `${path}: ${quoted(owner, 100)} is a mention in another chat, and notifies nobody here${ways.join("")}`,
    );
}
