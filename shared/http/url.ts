/** Encodes a path segment so that it cannot leave its place or break a Markdown link. */
function encodeSegment(segment: string): string {
  if (["", ".", ".."].includes(segment)) throw new Error(`'${segment}' is not a path segment`);
  return encodeURIComponent(segment).replace(/[!'()*]/g, percentEncoded);
}

/** For an ASCII character. */
export function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** `query` has no question mark. Whatever the segments contain, the result stays below the base. */
export function urlBelow(base: URL, segments: readonly string[], query = ""): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/(?<!\/)\/*$/, "/") + segments.map(encodeSegment).join("/");
  url.search = query;
  url.hash = "";
  return url;
}

/**
 * For a URL that credentials are sent to: it must be https, or http on this machine, and hold no credential. Undefined
 * if nothing is wrong.
 */
export function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "must be a full URL, such as https://host/";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "must start with https://";
  return isLoopback(url.hostname)
    ? undefined
    : "must start with https://, because http would expose the credential to the network";
}

function isLoopback(hostname: string): boolean {
  // URL parses a host that ends in a number as an IPv4 address, and writes it as four numbers.
  return hostname === "localhost" || hostname === "[::1]" || /^127\.[\d.]+$/.test(hostname);
}

/** Undefined if there is none or it is not http, such as `javascript:` or `data:`. */
export function redirectTarget(status: number, location: string | undefined, from: URL): URL | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(status);
  if (!redirects || location === undefined || !URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  return /^https?:$/.test(target.protocol) ? target : undefined;
}
