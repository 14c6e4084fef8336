import { Unreadable } from "../http/errors";
import { asciiName } from "../text/domain-name";

/** Whether a response names the domain: in ASCII or in its own script, in any case, with or without a final dot. */
export function isSameDomain(named: unknown, domain: string): boolean {
  return typeof named === "string" && asciiName(named) === domain;
}

/** Throws `Unreadable` unless a response names the domain. */
export function expectDomain(named: unknown, domain: string): void {
  if (!isSameDomain(named, domain)) throw new Unreadable("a response about another domain");
}
