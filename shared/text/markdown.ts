import { type Sanitized, shortenName } from "./sanitize";

const maxNameCharacters = 200;

/** A name, shortened, in which no chat finds a link, even where escapes do not stop it from looking for one. */
export function defuseLinks(name: Sanitized): string {
  return shortenName(name, maxNameCharacters)
    .replaceAll("//", "／／")
    .replace(/(?<![A-Za-z0-9])www\.(?=\S)/gi, "www．");
}

/**
 * Shows a service's text literally: no formatting, link, line break or mention. Underscores stay, because
 * `escapeUnderscores` is applied to the whole text later.
 */
export function escapeMarkdown(name: Sanitized): string {
  return (
    defuseLinks(name)
      .replaceAll("@", "＠")
      .replace(/[\\`*[\]~|]/g, "\\$&")
      // Rocket.Chat ignores a backslash before a bracket, and sees a link unless the parenthesis has one too.
      .replaceAll("](", "]\\(")
      .replace(/&(?=#?\w+;)/g, "\\&")
      .replace(/^([#+-])/, "\\$1")
      .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
      .replaceAll("<", "‹")
      .replaceAll(">", "›")
  );
}

/** Puts a backslash before each underscore of a whole text (rule 7): the chat would read them as italics. */
export function escapeUnderscores(text: string): string {
  return text.replaceAll("_", "\\_");
}

/** Renders lines literally, whatever backticks they hold. */
export function codeBlock(lines: readonly string[]): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = "`".repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 2));
  return [fence, ...lines, fence].join("\n");
}

/** Renders a Markdown table; cells are Markdown. `align` applies to all columns but the first. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: "left" | "right",
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (column > 0 && align === "right" ? "--:" : "---"));
  return [head, rule, ...rows].map(line).join("\n");
}
