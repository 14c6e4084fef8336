import type { Subject } from "../subject";
import { type Sanitize, type Sanitized, shortenName } from "../text/sanitize";
import { isSameDay, renderLocal, renderOffset, type Zone } from "../text/zone";

/** Our own words, or a name from a service. That of a `subject` is replaced by the one that its reader needs, behind `before`. */
export type Text = ({ words: string } | { name: string; subject?: Subject; before?: string }) & {
  style?: "strong" | "code";
};

/** A moment or, with `until`, a period. In milliseconds since 1970; shown with its date if `isDated`. */
export interface Moment {
  time: number;
  until?: number;
  zone: Zone;
  isDated?: boolean;
  /** Whether a period is written in words, as part of a sentence. */
  isInWords?: boolean;
}

/** A link. `of` completes its name for a screen reader, where the product allows: "log of nightly import". */
export interface Link {
  label: Text;
  url: URL;
  of?: string | undefined;
  subject?: Subject;
  /** Whether the mildest lines lose it if a message does not fit. */
  isSpare?: boolean;
}

export type Part = Text | Moment | Link;

/** A mention in the product's own syntax, from the configuration: the only text that acts as it is. */
export interface Mention {
  mention: string;
}

/** A piece of a sentence without links. */
export type Phrase = readonly (Text | Moment)[];

export const severities = ["failure", "warning", "recovery", "note"] as const;

/** How bad a line is. Products show it as an icon beside the words, which say the same. */
export type Severity = (typeof severities)[number];

/** A sentence in one row. In a product's form, more rows and a row of links may follow; the specification's has one. */
export interface Line {
  parts: readonly Part[];
  rows?: readonly (readonly Part[])[];
  links?: readonly (Link | Text)[];
  severity: Severity;
  urgency?: "high" | "info";
  /** Whether it goes on where the title ends, which has its icon. */
  isBeneathTitle?: boolean;
  /** 0 is the most severe issue. */
  rank: number;
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
  title: Phrase;
  /** In the form for products, the worst first: if not all fit, the first are shown. */
  lines: readonly Line[];
  /** The line in place of those that do not fit. It has at most so many names, and counts the rest. */
  rest?: (omitted: readonly Line[]) => (maxNames: number) => Line;
  /** Whom to mention in the line before the footer. */
  owners?: readonly OwnedPipelines[];
  /** The last line for products: the runs and the window that were checked, and the context. */
  footer: readonly Part[];
  footerLines?: readonly Line[];
}

/** The two wordings of a report: the specification's, or the one for people with a phone. */
export type MessageForm = "specification" | "product";

/** How a product writes names, links and styles. */
export interface Writing {
  /** Renders a name so that it shows literally and mentions nobody. */
  name(text: Sanitized): string;
  /** Puts emphasis on a text that is ready to show. */
  strong?(text: string): string;
  /** Renders a name as code. */
  code?(text: Sanitized): string;
  /** Renders a link. Label and URL are ready to show; `title` is the link's name for a screen reader. */
  link(label: string, href: string, title: string | undefined, isName: boolean): string;
  /** Whether the text is also printed. The log removes invisible marks, so its names get none. */
  isPrinted?: boolean;
}

/** The icons beside the words of a line, which say the same. */
const icons: Readonly<Record<Severity | ("high" | "info"), string>> = {
  failure: "🔴",
  warning: "🟠",
  recovery: "🟢",
  note: "ℹ️",
  high: "🚨",
  info: "ℹ️",
};

type Looks = Pick<Line, "severity" | "urgency">;

export function iconOf({ severity, urgency }: Looks): string {
  return icons[urgency ?? severity];
}

const colors: Readonly<Record<Severity, string>> = {
  failure: "#d13438",
  warning: "#d97706",
  recovery: "#2e8b57",
  note: "#6b7280",
};

/** Lines that only inform are calm. */
export function colorOf({ severity, urgency }: Looks): string {
  return colors[urgency === "info" ? "note" : severity];
}

/** Renders a row of a line for a product; each name is sanitized first. */
export function renderParts(
  parts: readonly (Part | Mention)[],
  writing: Writing,
  sanitize: Sanitize,
): string {
  const name = (text: string, write = writing.name) => {
    const rendered = write(sanitize(text));
    // Keeps a right-to-left name from turning the order of what stands beside it.
    return writing.isPrinted !== true && rightToLeft.test(text) ? `\u2068${rendered}\u2069` : rendered;
  };
  const text = (piece: Text) => {
    if ("words" in piece) return piece.words;
    return name(piece.name, piece.style === "code" ? (writing.code ?? writing.name) : writing.name);
  };
  const rendered = parts.map((part) => {
    if ("mention" in part) return part.mention;
    if ("time" in part) return renderMoment(part);
    if (!("url" in part)) return text(part);
    const label = text(part.label);
    const title = part.of === undefined ? undefined : `${label} of ${name(part.of)}`;
    return writing.link(label, hrefOf(part, sanitize), title, "name" in part.label);
  });
  const { strong = (some: string) => some } = writing;
  let [shown, emphasized] = ["", ""];
  for (const [index, part] of [...parts, { words: "" }].entries()) {
    if ("style" in part && part.style === "strong") emphasized += rendered[index];
    else {
      shown += (emphasized === "" ? "" : strong(emphasized)) + (rendered[index] ?? "");
      emphasized = "";
    }
  }
  return shown;
}

/** As plain text, with neighbouring texts of a style as one, and without empty ones. */
export function textRuns(parts: readonly (Part | Mention)[], sanitize: Sanitize) {
  const runs: ({ text: string; style: Text["style"] } | Link | Mention)[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if ("url" in part || "mention" in part) runs.push(part);
    else {
      const text = plainText([part], sanitize);
      const style = "style" in part ? part.style : undefined;
      if (last !== undefined && "text" in last && last.style === style) last.text += text;
      else if (text !== "") runs.push({ text, style });
    }
  }
  return runs;
}

/** From top to bottom; the links come last. */
export function rowsOf({ parts, rows = [], links = [] }: Line): (readonly Part[])[] {
  const end = links.flatMap((link, index): Part[] => (index === 0 ? [link] : [{ words: " · " }, link]));
  return [parts, ...rows, end].filter((row) => row.length > 0);
}

/** Sanitized, because a project's name in the URL could hold a secret. */
export function hrefOf({ url }: Link, sanitize: Sanitize): string {
  return sanitize(url.href);
}

/** Before the first row of a line. */
export function iconBefore(line: Line): string {
  return line.isBeneathTitle === true ? "" : `${iconOf(line)} `;
}

export function renderLine(line: Line, writing: Writing, sanitize: Sanitize, lineBreak = "\n"): string {
  const rows = rowsOf(line).map((row) => renderParts(row, writing, sanitize));
  return `${iconBefore(line)}${rows.join(lineBreak)}`;
}

/** Renders a line's words and names as plain text, each name shortened, without its links' addresses. */
export function plainText(parts: readonly Part[], sanitize: Sanitize, maxNameCharacters = 200): string {
  return renderParts(
    parts,
    { name: (name) => shortenName(name, maxNameCharacters), link: (label) => label },
    sanitize,
  );
}

/**
 * `02:00 UTC`, `2026-11-20 03:00 UTC+1`, `02:18–03:19 UTC` or, in words, `02:18 to 03:19 UTC`; a period of several days
 * has both dates, and one in which the clocks change has both offsets. All times of a message are rendered here.
 */
function renderMoment({ time, until = time, zone, isDated = false, isInWords }: Moment): string {
  const at = (moment: number, dated: boolean) => renderLocal(moment / 1000, zone).slice(dated ? 0 : 11, 16);
  const hasDays = isDated && !isSameDay(time / 1000, until / 1000, zone);
  const [before, after] = [time, until].map((moment) => renderOffset(moment / 1000, zone));
  const start = before === after ? at(time, isDated) : `${at(time, isDated)} ${before}`;
  const dash = isInWords === true ? " to " : hasDays || before !== after ? " – " : "–";
  const end = until === time ? "" : dash + at(until, hasDays);
  return `${start}${end} ${after}`;
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
