import { parse } from "tldts-icann";

/**
 * A hint for a name that has a label too many, such as `www`, or too few. Undefined for all others. The public suffix
 * list is never complete, so it is a hint only.
 */
export function findNameHint(name: string): string | undefined {
  const { domain, publicSuffix } = parse(name, { extractHostname: false });
  if (name === publicSuffix)
    return `Names are registered below ${name}, such as example.${name}. Nobody can buy ${name} itself.`;
  return domain === null || domain === name
    ? undefined
    : `Only the owner of ${domain} can give out names below it, such as ${name}. Did you mean ${domain}?`;
}
