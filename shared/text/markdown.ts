import { type Sanitized, shorten } from "./sanitize";

const maxNameCharacters = 200;

/** A name in short: one line, in which no chat finds an address that is written out, or somebody to mention. */
export function defuse(name: Sanitized): string {
  return shorten(name, maxNameCharacters)
    .replaceAll("//", "／／")
    .replace(/\bwww\.(?=\S)/gi, "www．")
    .replaceAll("@", "＠");
}

/**
 * A text of a service's as Markdown that shows just that text: no formatting, no link, no line break, and nobody is
 * mentioned. Underscores stay as they are: `escapeUnderscores` goes over the whole text in the end.
 */
export function escapeMarkdown(name: Sanitized): string {
  return defuse(name)
    .replace(/[\\`*[\]~|]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/^([#+-])/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replaceAll("<", "‹")
    .replaceAll(">", "›");
}

/** A backslash before each underscore of a whole text (rule 7, decision 8). */
export function escapeUnderscores(text: string): string {
  return text.replaceAll("_", "\\_");
}

/** A table of cells that are Markdown themselves; columns from the second on are aligned as `align` says. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: "left" | "right",
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (column > 0 && align === "right" ? "--:" : "---"));
  return [head, rule, ...rows].map(line).join("\n");
}
