import { parse } from "tldts-icann";
import { asciiName } from "../../../shared/text/domain-name";

/**
 * Parses a domain name into its ASCII form, lower case. Accepts internationalized names and a final dot. If the text
 * does not name a domain below a top-level domain, `problem` says why.
 */
export function parseDomain(text: string): { domain: string } | { problem: string } {
  if (/[\s/\\:@?#%*]/.test(text))
    return { problem: "expected a plain name such as example.org, without scheme, path or spaces" };
  const domain = asciiName(text);
  if (domain === "") return { problem: "is not a domain name" };
  if (domain.length > 253)
    return { problem: `has ${domain.length} characters in ASCII form; at most 253 are allowed` };
  const labels = domain.split(".");
  if (labels.length < 2) return { problem: "has no top-level domain; expected a name such as example.org" };
  const bad = labels.find((label) => !/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (bad !== undefined) return { problem: `"${bad}" cannot be part of a domain name` };
  return /\.\d+$/.test(domain)
    ? { problem: "ends in a number, which is not a top-level domain" }
    : { domain };
}

export function isHostName(text: string): boolean {
  return "domain" in parseDomain(text);
}

/** The host name of a URL, without a final dot. */
export function hostNameOf(url: string | URL): string {
  return new URL(url).hostname.replace(/\.$/, "");
}

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
