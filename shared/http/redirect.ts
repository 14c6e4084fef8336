/** Undefined if there is none or it is not http, such as `javascript:` or `data:`. */
export function redirectTarget(status: number, location: string | undefined, from: URL): URL | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(status);
  if (!redirects || location === undefined || !URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  return /^https?:$/.test(target.protocol) ? target : undefined;
}
