import { isMentionAnywhere } from "../../../shared/chat/formats";
import { type JsonPath, keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { quoted } from "../../../shared/text/sanitize";
import type { Target } from "./target";

/** One for each `owner` in a valid file who is a mention in a chat, but in none of those that get messages. */
export function mentionWarnings(
  file: unknown,
  targets: readonly Pick<Target, "isMention" | "mention">[],
): string[] {
  const paths = new Map<string, string>();
  for (const [path, owner] of ownersIn(file, [])) if (!paths.has(owner)) paths.set(owner, shownPath(path));
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

function ownersIn(value: unknown, path: JsonPath): [path: JsonPath, owner: string][] {
  const keys = Array.isArray(value) ? [...value.keys()] : keysOf(value);
  return keys.flatMap((key) => {
    const [inside, at] = [memberAt(value, [key]), [...path, key]];
    return key === "owner" && typeof inside === "string" ? [[at, inside]] : ownersIn(inside, at);
  });
}
