import type { Alert } from "../../../../shared/paging/service";
import { type Sanitized, shorten } from "../../../../shared/text/sanitize";

/**
 * Shows a text literally in HTML, and where a service reads Markdown in it. A character that means something there, or begins
 * an address, becomes a reference to it.
 */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"'`*_[\]#@~|\\!]|:(?=\/\/)|(?<=www)\./gi,
    (character) => `&#${character.charCodeAt(0)};`,
  );
}

/** The longest text of a paragraph. */
const maxCharacters = 2000;

/** `label` is our own. */
export function paragraph(texts: readonly Sanitized[], label = ""): string {
  return `<p>${label}${texts.map((text) => escapeHtml(shorten(text, maxCharacters))).join(" ")}</p>`;
}

/** Empty without links. */
export function linksParagraph(links: Alert["links"]): string {
  const all = links.map(({ label, href }) => `<a href="${escapeHref(href)}">${escapeHtml(label)}</a>`);
  return all.length === 0 ? "" : `<p>${all.join(" · ")}</p>`;
}

function escapeHref(href: string): string {
  return href.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}
