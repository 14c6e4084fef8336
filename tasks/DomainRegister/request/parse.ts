import * as v from "valibot";
import { memberAt } from "../../../shared/json/path";
import { pathOf } from "../../../shared/json/schema";
import { quoted } from "../../../shared/text/sanitize";
import { parseDomain } from "./domain";
import { ambiguousKeys, isTooMuch, maxValues, unknownKeys } from "./keys";
import { contactRoles, requestSchema } from "./schema";

/** A registration request as it was checked; its consent is completed when it is sent. */
export interface RegistrationRequest {
  domain: string;
  period: number;
  /** Everything that is sent, but for the consent's open members. */
  content: RequestFile;
}

type RequestFile = v.InferInput<typeof requestSchema>;

/** A request, or every problem of its file with its path; and what is odd but does no harm. */
export interface ParsedRequest {
  request: RegistrationRequest | undefined;
  problems: string[];
  warnings: string[];
}

/**
 * Checks a request file's value whole against what the registrar asks for, and against the input's domain, which is empty
 * where the input is wrong itself.
 */
export function parseRequest(value: unknown, domain: string): ParsedRequest {
  if (isTooMuch(value))
    return {
      request: undefined,
      problems: [`the request: holds more than ${maxValues} values`],
      warnings: [],
    };
  const isRequest = v.is(requestSchema, value);
  const { issues = [] } = isRequest ? {} : v.safeParse(requestSchema, value);
  const warnings = unknownKeys(value);
  const described = issues.map((issue) => describeIssue(value, pathOf(issue), issue.message));
  const problems = [...togetherByContact(described), ...ambiguousKeys(value)];
  const named = memberAt(value, ["domain"]);
  // Without a domain to compare it with, the input's own error is the one to fix.
  if (domain !== "" && typeof named === "string" && !isSame(named, domain))
    problems.push(`domain: expected ${domain}, the domain of the input, got ${quoted(named, 80)}`);
  // The file's own value goes on, with members that only the registrar knows.
  if (!isRequest || problems.length > 0) return { request: undefined, problems, warnings };
  const { $schema: _, ...content } = value;
  return { request: { domain, period: content.period, content: { ...content, domain } }, problems, warnings };
}

/** The problems, those that several contacts share told once. */
function togetherByContact(problems: readonly string[]): string[] {
  const rolesByFault = new Map<string, string[]>();
  for (const problem of new Set(problems)) {
    const role = contactRoles.find((candidate) => problem.startsWith(`${candidate}.`)) ?? "";
    const rest = problem.slice(role.length);
    rolesByFault.set(rest, [...(rolesByFault.get(rest) ?? []), role]);
  }
  return [...rolesByFault].map(([problem, [first = "", ...others]]) =>
    others.length === 0 ? first + problem : `${first}${problem}; the same in ${others.join(", ")}`,
  );
}

function isSame(named: string, domain: string): boolean {
  const parsed = parseDomain(named);
  return "domain" in parsed && parsed.domain === domain;
}

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * The request as it is sent at a moment: `agreedAt` that is absent or more than 24 hours off becomes that moment, absent
 * `agreementKeys` become DNRA (decision 11).
 */
export function requestToSend(request: RegistrationRequest, nowMilliseconds: number): RegistrationRequest {
  const { content } = request;
  const moment = `${new Date(nowMilliseconds).toISOString().slice(0, 19)}Z`;
  const { agreedAt = moment, agreementKeys = ["DNRA"], ...consent } = content.consent;
  const close = Math.abs(Date.parse(agreedAt) - nowMilliseconds) <= dayMilliseconds;
  const complete = { ...consent, agreementKeys, agreedAt: close ? agreedAt : moment };
  return { ...request, content: { ...content, consent: complete } };
}

/** The body of validate and purchase at a moment. */
export function requestBody(request: RegistrationRequest, nowMilliseconds: number): string {
  return JSON.stringify(requestToSend(request, nowMilliseconds).content);
}

/** The texts of a request that tell who its contacts are and who agreed: all but countries, keys and times. */
export function personalData({ content }: RegistrationRequest): string[] {
  const { agreementKeys: _, agreedAt: __, ...consent } = content.consent;
  const contacts = contactRoles.map((role) => {
    const { addressMailing, ...person } = content[role];
    const { country: ___, ...address } = addressMailing;
    return { person, address, name: `${person.nameFirst} ${person.nameLast}` };
  });
  return textsIn([consent, contacts]);
}

function textsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsIn);
}

/** The request as it may be kept and shown: contacts reduced to country and the beginnings of the rest. */
export function reducedRequest({ content }: RegistrationRequest): Record<string, unknown> {
  const { domain, renewAuto, privacy, nameServers, period, consent } = content;
  const { agreementKeys, agreedAt } = consent;
  const contacts = contactRoles.map((role) => {
    const { nameFirst, nameLast, email, phone, addressMailing } = content[role];
    return [
      role,
      {
        nameFirst: initial(nameFirst),
        nameLast: initial(nameLast),
        email: initial(email),
        phone: initial(phone),
        addressMailing: { country: addressMailing.country },
      },
    ];
  });
  return {
    domain,
    renewAuto,
    privacy,
    nameServers,
    period,
    consent: { agreementKeys, agreedAt },
    ...Object.fromEntries(contacts),
  };
}

function initial(text: string): string {
  return `${[...text].slice(0, 1).join("")}…`;
}

function describeIssue(value: unknown, path: readonly string[], expected: string): string {
  const where = path.length === 0 ? "the request" : path.join(".");
  const found = memberAt(value, path);
  return found === undefined
    ? `${where}: missing; expected ${expected}`
    : `${where}: expected ${expected}, got ${reduced(found)}`;
}

/** A value as a problem may show it: a longer text only by its beginning, for it may be personal. */
function reduced(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "number" && Math.abs(value) > 99) return "a number";
  if (typeof value !== "string" || value.length <= 4) return JSON.stringify(value);
  return `"${value.slice(0, 3)}…" (${value.length} characters)`;
}
