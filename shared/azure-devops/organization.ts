/** An organization from before September 2018 may have this address, beside that at dev.azure.com. */
const oldAddress =
  /^https:\/\/([\w-]+)\.visualstudio\.com(?::443)?(?:\/DefaultCollection(?=\/|$))?(?:\/+|$)/i;

/** The address of an organization, or of what is below it, in the form of dev.azure.com if it is in the cloud. */
export function newAddress(url: string): string {
  return url.replace(oldAddress, "https://dev.azure.com/$1/");
}

/** Equal for all spellings of one address; ends in a slash. */
export function normalAddress(url: URL): string {
  const { origin, pathname } = new URL(newAddress(url.href));
  return `${origin}${decoded(pathname)
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase()}/`;
}

/** Azure DevOps ignores the case of names. */
export function sameOrganization(one: URL, other: URL): boolean {
  return normalAddress(one) === normalAddress(other);
}

/** Equals it, or lies below it on the same host. */
export function isBelow(url: URL, organization: URL): boolean {
  return normalAddress(url).startsWith(normalAddress(organization));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
