import type { Sanitize, Sanitized } from "../text/sanitize";

/** A piece of a line: our own words, or a name from a service. */
export type Text = { words: string } | { name: string };

/** A piece of a line, or a link with such a piece as label. */
export type Part = Text | { label: Text; url: URL };

/** One line of a message. */
export interface Line {
  parts: readonly Part[];
  /** 0 is the most severe. If not all lines fit, those with the highest rank are left out first. */
  rank: number;
  /** How many issues the line covers; 1 by default. */
  issueCount?: number;
  /** How many recoveries (pipelines that work again) the line covers; none by default. */
  recoveryCount?: number;
}

/** A message for a channel, independent of any product's format. */
export interface Message {
  header: string;
  lines: readonly Line[];
}

/** How a product writes names and links. */
export interface Writing {
  /** Renders a name so that it shows literally and mentions nobody. */
  name(text: Sanitized): string;
  /** Renders a link. The label is already rendered, from a service's name or our own words. */
  link(label: string, url: URL, isName: boolean): string;
}

/** Renders a line for a product; each name is sanitized first. */
export function renderParts(parts: readonly Part[], writing: Writing, sanitize: Sanitize): string {
  const text = (piece: Text) => ("words" in piece ? piece.words : writing.name(sanitize(piece.name)));
  return parts
    .map((part) =>
      "url" in part ? writing.link(text(part.label), part.url, "name" in part.label) : text(part),
    )
    .join("");
}
