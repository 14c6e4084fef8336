import type { Sanitize, Sanitized } from "../text/sanitize";

/** A piece of a line: our own words, or a name that a service gave. */
export type Text = { words: string } | { name: string };

/** A piece of a line, or a link whose label is one. */
export type Part = Text | { label: Text; url: URL };

/** One line of a message. */
export interface Line {
  parts: readonly Part[];
  /** 0 is the most severe. Where not all lines have room, those of the highest rank are left out first. */
  rank: number;
  /** How many issues it stands for; one without. */
  issueCount?: number;
  /** How many recoveries it stands for, pipelines that work again; none without. */
  recoveryCount?: number;
}

/** What a channel is told, before any product's way to write it. */
export interface Message {
  header: string;
  lines: readonly Line[];
}

/** How a product writes names and links. */
export interface Writing {
  /** A name so that it shows as just that text, and nobody is mentioned. */
  name(text: Sanitized): string;
  /** A link; its label is written already, and is a service's name or words of our own. */
  link(label: string, url: URL, isName: boolean): string;
}

/** A line as a product writes it, each name sanitized first. */
export function renderParts(parts: readonly Part[], writing: Writing, sanitize: Sanitize): string {
  const text = (piece: Text) => ("words" in piece ? piece.words : writing.name(sanitize(piece.name)));
  return parts
    .map((part) =>
      "url" in part ? writing.link(text(part.label), part.url, "name" in part.label) : text(part),
    )
    .join("");
}
