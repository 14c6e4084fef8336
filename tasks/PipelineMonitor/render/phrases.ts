import type { Part, Phrase, Text } from "../../../shared/chat/message";
import { words } from "../issue/parts";

export function after<T extends Part>(separator: string, phrase: readonly T[]): (T | Text)[] {
  return phrase.length === 0 ? [] : [words(separator), ...phrase];
}

/** With a space behind it, if it says something. */
export function spaced<T extends Part>(phrase: readonly T[]): (T | Text)[] {
  return phrase.length === 0 ? [] : [...phrase, words(" ")];
}

export function bracketed<T extends Part>(phrase: readonly T[]): (T | Text)[] {
  return phrase.length === 0 ? [] : [words(" ("), ...phrase, words(")")];
}

export function capitalized<T extends Part>(phrase: readonly T[]): (T | Text)[] {
  return withInitial(phrase, (initial) => initial.toUpperCase());
}

/** As it reads behind a colon. */
export function lowered<T extends Part>(phrase: readonly T[]): (T | Text)[] {
  return withInitial(phrase, (initial) => initial.toLowerCase());
}

function withInitial<T extends Part>(phrase: readonly T[], write: (initial: string) => string): (T | Text)[] {
  const [first, ...others] = phrase;
  if (first === undefined || !("words" in first)) return [...phrase];
  return [{ ...first, words: write(first.words.charAt(0)) + first.words.slice(1) }, ...others];
}

/** The line of a log may have one. */
export function withFullStop(phrase: Phrase): Phrase {
  const last = phrase.at(-1);
  if (last === undefined || "time" in last) return [...phrase, words(".")];
  return /[.!?…]\s*$/.test("words" in last ? last.words : last.name) ? phrase : [...phrase, words(".")];
}

export function withoutLinks(parts: readonly Part[]): Phrase {
  return parts.map((part) => ("url" in part ? part.label : part));
}

/** Without those that say nothing. */
export function filled<T>(rows: readonly (readonly T[])[]): (readonly T[])[] {
  return rows.filter(({ length }) => length > 0);
}

export function joined<T extends Part>(lists: readonly (readonly T[])[], separator: string): (T | Text)[] {
  return lists.flatMap((list, index): (T | Text)[] =>
    index === 0 ? [...list] : [words(separator), ...list],
  );
}

/** "ledger, db backup, and more" */
export function listed<T extends Part>(
  lists: readonly (readonly T[])[],
  most: number,
  separator = ", ",
): (T | Text)[] {
  const shown = joined(lists.slice(0, most), separator);
  return lists.length > most ? [...shown, words(", and more")] : shown;
}

/** A name as a title shows it. */
export function unstyled<T extends Part>(part: T): T | Text {
  if (!("name" in part)) return part;
  const { style: _, ...name } = { ...part, style: undefined };
  return name;
}
