import { type ErrorResponse, Unreadable } from "../http/errors";
import { jsonOf, memberAt } from "../json/path";
import { asciiName } from "../text/domain-name";
import type { Ownership } from "./registrar";

/** Whether an error response is JSON by its content type, and has a text in each of these members. */
export function hasTexts({ contentType, json }: ErrorResponse, ...names: readonly string[]): boolean {
  const isText = (value: unknown) => typeof value === "string" && value !== "";
  return isJsonType(contentType) && names.every((name) => isText(memberAt(json, [name])));
}

/** Whether a content type, with or without parameters, is that of JSON. */
export function isJsonType(contentType: string): boolean {
  return /^(application|text)\/([\w.-]+\+)?json *(;|$)/i.test(contentType.trim());
}

/** Parses the text of a 200 response. Throws `Unreadable` if it is not JSON. */
export function parseJson(text: string, otherwise = "200 with incomplete or invalid JSON"): unknown {
  const json = jsonOf(text);
  if (json === undefined) throw new Unreadable(otherwise);
  return json;
}

/** Whether a response names the domain: in ASCII or in its own script, in any case, with or without a final dot. */
export function isSameDomain(named: unknown, domain: string): boolean {
  return typeof named === "string" && asciiName(named) === domain;
}

/** Throws `Unreadable` unless a response names the domain. */
export function expectDomain(named: unknown, domain: string): void {
  if (!isSameDomain(named, domain)) throw new Unreadable("a response about another domain");
}

/** Undefined for anything that does not look like an order's number. */
export function parseOrderId(id: unknown): string | number | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? id : undefined;
  return typeof id === "string" && /^[\w-]{1,60}$/.test(id) ? id : undefined;
}

/** Interprets the account's record of a domain. Only the status `ACTIVE` proves that the account holds it. */
export function ownershipByRecord(record: unknown): Ownership {
  const status = memberAt(record, ["status"]);
  if (status === "ACTIVE") return { kind: "owned", ...identityOf(record) };
  const isWord = typeof status === "string" && /^[A-Z0-9_]{1,60}$/i.test(status);
  return { kind: "listed", status: isWord ? status : undefined, ...identityOf(record) };
}

/** GoDaddy and Porkbun name these members differently. */
function identityOf(record: unknown) {
  const id = parseOrderId(memberAt(record, ["domainId"]));
  const createdAt = timeOf(memberAt(record, ["createdAt"]) ?? memberAt(record, ["createDate"]));
  const orderNumber = parseOrderId(memberAt(record, ["orderId"]));
  return {
    ...(id !== undefined && { id: String(id) }),
    ...(createdAt !== undefined && { createdAt }),
    ...(orderNumber !== undefined && { orderNumber: String(orderNumber) }),
  };
}

/** A time without a zone is read as UTC. Undefined for anything that is no time. */
function timeOf(text: unknown): string | undefined {
  if (typeof text !== "string") return undefined;
  const milliseconds = Date.parse(/\d{2}:\d{2}:\d{2}$/.test(text) ? `${text.replace(" ", "T")}Z` : text);
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
}
