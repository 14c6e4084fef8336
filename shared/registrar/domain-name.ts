import { domainToASCII } from "node:url";
import { Unreadable } from "../http/errors";

/** Whether a response names the domain: in ASCII or in its own script, in any case, with or without a final dot. */
export function isSameDomain(named: unknown, domain: string): boolean {
  return typeof named === "string" && domainToASCII(named).replace(/\.$/, "") === domain;
}

/** Throws `Unreadable` unless a response names the domain. */
export function expectDomain(named: unknown, domain: string): void {
  if (!isSameDomain(named, domain)) throw new Unreadable("a response about another domain");
}
