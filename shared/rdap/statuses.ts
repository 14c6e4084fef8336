/** The statuses of EPP and RDAP (RFC 8056), in EPP's spelling if both have one. */
export const statusNames: readonly string[] = [
  ..."ok active inactive locked validated associated private proxy removed obscured".split(" "),
  ...["addPeriod", "autoRenewPeriod", "renewPeriod", "transferPeriod", "redemptionPeriod"],
  ...["Create", "Delete", "Renew", "Restore", "Transfer", "Update"].map((what) => `pending${what}`),
  ...["client", "server"].flatMap((who) => [
    `${who}Hold`,
    ...["Delete", "Renew", "Transfer", "Update"].map((what) => `${who}${what}Prohibited`),
  ]),
  ...["delete", "renew", "transfer", "update"].map((what) => `${what}Prohibited`),
  "clientDeleteHold",
];

const namesByLetters = new Map(statusNames.map((name) => [lettersOf(name), name]));

/** Stands for a status that is no text, or none that may be shown. */
const unreadable = "(unreadable)";
const maxUnknown = 10;

/**
 * Reads statuses as servers and people write them: a text, an object with a text, or a list of these; in any case, with
 * separators, labels, brackets and the URL of the EPP status. Known ones get the spelling of `statusNames`. Others
 * stay as they are, because a status that is not understood must not look like none.
 */
export function readStatuses(value: unknown): string[] {
  const statuses = new Set(textsIn(value).flatMap(statusesIn));
  const known = statusNames.filter((name) => statuses.has(name));
  const unknown = [...statuses].filter((status) => !statusNames.includes(status));
  return [...known, ...unknown.slice(0, maxUnknown)];
}

const members = ["value", "status", "name", "code", "text", "s"];

function textsIn(value: unknown): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.flatMap(textOf) : textOf(value);
}

function textOf(value: unknown): string[] {
  const candidates =
    typeof value === "string"
      ? [value]
      : members.map((member): unknown => Reflect.get(Object(value), member));
  const texts = candidates.filter((text) => typeof text === "string");
  return texts.length === 0 ? [unreadable] : texts;
}

const label = /\b(?:domain[ _-]?)?status["' \t]*[:=]/gi;
const url = /https?:\/\/\S+/gi;

/** The statuses in a text, such as the lines of a whois response. */
function statusesIn(text: string): string[] {
  return text
    .replace(label, "\n")
    .replace(url, "$&\n")
    .split(/[,;|\r\n]/)
    .filter((part) => lettersOf(part) !== "")
    .flatMap(namesIn);
}

function namesIn(part: string): readonly string[] {
  const words = part.replace(url, "");
  const fragments = (part.match(url) ?? []).flatMap((link) => /epp#(\S+)/i.exec(link)?.[1] ?? []);
  const names = new Set([words, ...fragments].map(lettersOf).filter((letters) => letters !== ""));
  const [name = ""] = names;
  const known = namesByLetters.get(name);
  if (names.size === 1 && known !== undefined) return [known];
  const several = words.split(/[\s/]+/).map((word) => namesByLetters.get(lettersOf(word)) ?? "");
  if (fragments.length === 0 && !several.includes("")) return several;
  return [isShowable(part) ? part.trim() : unreadable];
}

/** Without the differences between spellings. Empty if there is no letter and no digit. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

function isShowable(text: string): boolean {
  return text.length <= 100 && /^[\p{L}\p{N} \t_.:/#'"()-]+$/u.test(text);
}
