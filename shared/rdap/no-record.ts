import { Unreadable } from "../http/errors";
import { memberAt } from "../json/path";
import { type Sanitize, shorten } from "../text/sanitize";

const maxCharacters = 200;

/**
 * Parses the body of a 404 (RFC 9083, section 6), which may be empty. Returns what it says apart from that there is no
 * record, such as that the name is reserved; empty if it says nothing. Throws `Unreadable` if it is not RDAP's, because
 * every web server and proxy has a 404 of its own.
 */
export function parseNoRecord(body: string, sanitize: Sanitize): string {
  if (body.trim() === "") return "";
  const error = parseError(body);
  const notices: unknown = memberAt(error, ["notices"]);
  const told = [
    ...[textOf(error)].filter((text) => !isPlain(text)),
    ...(Array.isArray(notices) ? notices : []).filter(isTold).map(textOf),
  ];
  return shorten(sanitize(told.join(" ")), maxCharacters);
}

function parseError(body: string): unknown {
  try {
    const error: unknown = JSON.parse(body);
    if (String(memberAt(error, ["errorCode"])) === "404") return error;
  } catch {
    // It is said below.
  }
  throw new Unreadable("404 without an error of RDAP, so it may come from something else than the registry");
}

/** Title and description in one line. */
function textOf(part: unknown): string {
  const texts = ["title", "description"].flatMap((name) => memberAt(part, [name]));
  return texts.filter((text) => typeof text === "string" && text.trim() !== "").join(": ");
}

/** Such texts say that nobody can simply register the name. */
const restriction =
  /reserv|block|prohibit|forbid|restrict|withh[eo]ld|not available|unavailable|auction|premium|allocat|quarantin|access period|dropzone/i;

/** Registries add their terms of use to every response, which also speak of rights and restrictions. */
const boilerplate = /terms|conditions|copyright|privacy|polic|disclaimer|status codes|complaint|limit/i;

/** Whether an error says no more than that there is no such domain. */
function isPlain(text: string): boolean {
  const isAbsent =
    /not[ -]?found|\bno (such|match|data|record|object|entr|result|info)|n[o']t (exist|find|registered)/i;
  return text === "" || (isAbsent.test(text) && !restriction.test(text.replace(/rights reserved/gi, "")));
}

function isTold(notice: unknown): boolean {
  const text = textOf(notice);
  return text.length <= maxCharacters && restriction.test(text) && !boilerplate.test(text);
}
