/** One path segment, encoded so that it can neither leave its place nor break a Markdown link. */
function encodeSegment(segment: string): string {
  if (["", ".", ".."].includes(segment)) throw new Error(`'${segment}' is no path segment`);
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(segment).replace(/[!'()*]/g, percent);
}

/**
 * The address `segments` below a base address, with `query` (as it stands, without a question mark) behind
 * it. Whatever the segments hold, the answer stays below the base.
 */
export function urlBelow(base: URL, segments: readonly string[], query = ""): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/(?<!\/)\/*$/, "/") + segments.map(encodeSegment).join("/");
  url.search = query;
  url.hash = "";
  return url;
}

/**
 * What is wrong with an address that credentials are sent to, undefined when nothing is: https, or http on
 * this very machine, without a credential in it.
 */
export function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return "expected an address such as https://host/";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "must not hold a user name or password";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "expected an address that begins with https://";
  return isLoopback(url.hostname)
    ? undefined
    : "must begin with https://, because http would show the credential to the network";
}

function isLoopback(hostname: string): boolean {
  // URL takes a host that ends in a number for an IPv4 address, and writes it as four numbers.
  return hostname === "localhost" || hostname === "[::1]" || /^127\.[\d.]+$/.test(hostname);
}
