import { type Sanitize, type Sanitized, shorten } from "../text/sanitize";
import { renderLocal, renderOffset, type Zone } from "../text/zone";

/** A piece of a line: our own words, or a name from a service. */
export type Text = { words: string } | { name: string };

/** A moment, in milliseconds since 1970. It is shown with its date if `isDated`. */
export interface Moment {
  time: number;
  zone: Zone;
  isDated?: boolean;
}

/** A link. `of` completes its name for a screen reader, where the product allows: "log of nightly import". */
export interface Link {
  label: Text;
  url: URL;
  of?: string;
}

export type Part = Text | Moment | Link;

/** How bad a line is. Products show it as an icon beside the words, which say the same. */
export type Severity = "failure" | "warning" | "recovery" | "note";

/** How soon somebody has to act, according to the configuration. Its icon takes precedence over the severity's. */
export type Urgency = "high" | "info";

export interface Line {
  parts: readonly Part[];
  severity: Severity;
  urgency?: Urgency;
  /** 0 is the most severe issue. If not all lines fit, those with the highest rank are left out first. */
  rank: number;
  /** How many issues the line covers; 1 by default. */
  issueCount?: number;
  /** How many recoveries (pipelines that work again) the line covers; none by default. */
  recoveryCount?: number;
}

/** Pipelines with the same owner, who is named in the configuration. */
export interface OwnedPipelines {
  /** A plain name, or a mention in the chat product's own syntax. Only a mention is posted. */
  owner: string;
  pipelines: readonly string[];
}

export interface Message {
  /** The specification's first line, for Markdown. */
  header: string;
  /** The first line for products, which is also the text of their notification. */
  title: readonly Text[];
  lines: readonly Line[];
  /** Returns the line in place of lines that do not fit. By default, it counts them. */
  overflow?: (omitted: readonly Line[]) => Line | undefined;
  /** Whom to mention in the line before the footer. */
  owners?: readonly OwnedPipelines[];
  /** The last line for products: what was checked. */
  footer: readonly Part[];
}

/** How a product writes names, links and times. */
export interface Writing {
  /** Renders a name so that it shows literally and mentions nobody. */
  name(text: Sanitized): string;
  /** Renders a link. Label and URL are ready to show; `title` is the link's name for a screen reader. */
  link(label: string, href: string, title: string | undefined, isName: boolean): string;
  /** Whether the text is also printed. The log removes invisible marks, so its names get none. */
  isPrinted?: boolean;
}

/** The icons beside the words of a line. They differ in shape, not in colour alone. */
const icons: Readonly<Record<Severity | Urgency, string>> = {
  failure: "❌",
  warning: "⚠️",
  recovery: "✅",
  note: "ℹ️",
  high: "🚨",
  info: "ℹ️",
};

export function iconOf({ severity, urgency }: Pick<Line, "severity" | "urgency">): string {
  return icons[urgency ?? severity];
}

/** Renders a line for a product; each name is sanitized first. */
export function renderParts(parts: readonly Part[], writing: Writing, sanitize: Sanitize): string {
  const name = (text: string) => {
    const rendered = writing.name(sanitize(text));
    return writing.isPrinted === true ? rendered : isolate(text, rendered);
  };
  const text = (piece: Text) => ("words" in piece ? piece.words : name(piece.name));
  return parts
    .map((part) => {
      if ("time" in part) return renderMoment(part);
      if (!("url" in part)) return text(part);
      const label = text(part.label);
      const title = part.of === undefined ? undefined : `${label} of ${name(part.of)}`;
      return writing.link(label, hrefOf(part, sanitize), title, "name" in part.label);
    })
    .join("");
}

/** Returns the URL of a link as it is posted. A project's name in it could hold a secret. */
export function hrefOf({ url }: Link, sanitize: Sanitize): string {
  return sanitize(url.href);
}

export function renderLine(line: Line, writing: Writing, sanitize: Sanitize): string {
  return `${iconOf(line)} ${renderParts(line.parts, writing, sanitize)}`;
}

/** Renders a line's words and names as plain text, each name shortened, without its links' addresses. */
export function plainText(parts: readonly Part[], sanitize: Sanitize, maxNameCharacters = 200): string {
  return renderParts(
    parts,
    { name: (name) => shorten(name, maxNameCharacters), link: (label) => label },
    sanitize,
  );
}

/** `02:00 UTC`, or `2026-11-20 03:00 UTC+1`. */
export function renderMoment({ time, zone, isDated = false }: Moment): string {
  const text = renderLocal(time / 1000, zone);
  return `${isDated ? text.slice(0, 16) : text.slice(11, 16)} ${renderOffset(time / 1000, zone)}`;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Keeps a right-to-left name from turning the order of what stands beside it (U+2068 … U+2069). */
function isolate(name: string, rendered: string): string {
  return rightToLeft.test(name) ? `\u2068${rendered}\u2069` : rendered;
}
