import { domainToASCII } from "node:url";

/**
 * The ASCII form of a domain name, lower case; internationalised names are accepted. A text that is no name
 * of a domain below a top-level domain gives a problem that says why.
 */
export function parseDomain(text: string): { domain: string } | { problem: string } {
  if (/[\s/\\:@?#%*]/.test(text))
    return { problem: "expected a plain name such as example.org, without scheme, path or spaces" };
  const domain = domainToASCII(text);
  if (domain === "") return { problem: "is no domain name" };
  if (domain.length > 253)
    return { problem: `has ${domain.length} characters in ASCII form; 253 are allowed` };
  const labels = domain.split(".");
  if (labels.length < 2) return { problem: "lacks the top-level domain, as in example.org" };
  const bad = labels.find((label) => !isLabel(label));
  if (bad !== undefined) return { problem: `"${bad}" is no part of a domain name` };
  return /\.\d+$/.test(domain) ? { problem: "ends in a number, which no domain does" } : { domain };
}

/** Whether a text is one part of a host name: letters, digits and inner hyphens, 63 at most. */
function isLabel(label: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label);
}

/** Whether a text is the name of a host, such as a name server. */
export function isHostName(text: string): boolean {
  return "domain" in parseDomain(text.replace(/\.$/, ""));
}
