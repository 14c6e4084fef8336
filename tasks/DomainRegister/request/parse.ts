import * as v from "valibot";
import { memberAt } from "../../../shared/json/path";
import { describeMismatch, pathOf } from "../../../shared/json/schema";
import { quoted } from "../../../shared/text/sanitize";
import { parseDomain } from "./domain";
import { findAmbiguousKeys, findUnknownKeys, hasTooManyValues, maxValues } from "./keys";
import { contactRoles, requestSchema } from "./schema";

/** A registration request that passed the checks. `requestToSend` completes its consent. */
export interface RegistrationRequest {
  domain: string;
  period: number;
  /** Everything that is sent, except members of the consent that are still open. */
  content: RequestFile;
}

type RequestFile = v.InferInput<typeof requestSchema>;

/** A request, or all problems of its file with their paths. Warnings do not prevent a request. */
export interface ParsedRequest {
  request: RegistrationRequest | undefined;
  problems: string[];
  warnings: string[];
}

/**
 * Checks the value of a request file against the API and against the input's domain. `domain` is empty if the
 * input itself is wrong.
 */
export function parseRequest(value: unknown, domain: string): ParsedRequest {
  if (hasTooManyValues(value)) {
    const problems = [
      `the request: has more than ${maxValues} values. Check that \`requestFile\` names the right file`,
    ];
    return { request: undefined, problems, warnings: [] };
  }
  const isRequest = v.is(requestSchema, value);
  const { issues = [] } = isRequest ? {} : v.safeParse(requestSchema, value);
  const warnings = findUnknownKeys(value);
  const described = issues.map((issue) => renderProblem(value, pathOf(issue), issue.message));
  const problems = [...mergeContacts(described), ...findAmbiguousKeys(value)];
  const named = memberAt(value, ["domain"]);
  // If there is no domain to compare it with, the problem of the input is reported instead.
  if (domain !== "" && typeof named === "string" && !isSame(named, domain))
    problems.push(`domain: expected ${domain}, the domain of the input, got ${quoted(named, 80)}`);
  // The value itself is used, not the parsed one, because it has members that only the registrar knows.
  if (!isRequest || problems.length > 0) return { request: undefined, problems, warnings };
  const { $schema: _, ...content } = value;
  const request = { domain, period: content.period, content: { ...content, domain } };
  return { request, problems, warnings };
}

/** Merges problems that several contacts share into one. */
function mergeContacts(problems: readonly string[]): string[] {
  const rolesByProblem = new Map<string, string[]>();
  for (const problem of new Set(problems)) {
    const role = contactRoles.find((candidate) => problem.startsWith(`${candidate}.`)) ?? "";
    const rest = problem.slice(role.length);
    rolesByProblem.set(rest, [...(rolesByProblem.get(rest) ?? []), role]);
  }
  return [...rolesByProblem].map(([problem, [first = "", ...others]]) =>
    others.length === 0 ? first + problem : `${first}${problem}; also in ${others.join(", ")}`,
  );
}

function isSame(named: string, domain: string): boolean {
  const parsed = parseDomain(named);
  return "domain" in parsed && parsed.domain === domain;
}

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * The request as it is sent now. `agreedAt` becomes now if it is absent or more than 24 hours off.
 * `agreementKeys` become DNRA if they are absent (decision 11).
 */
export function requestToSend(request: RegistrationRequest, nowMilliseconds: number): RegistrationRequest {
  const { content } = request;
  const moment = `${new Date(nowMilliseconds).toISOString().slice(0, 19)}Z`;
  const { agreedAt = moment, agreementKeys = ["DNRA"], ...consent } = content.consent;
  const close = Math.abs(Date.parse(agreedAt) - nowMilliseconds) <= dayMilliseconds;
  const complete = { ...consent, agreementKeys, agreedAt: close ? agreedAt : moment };
  return { ...request, content: { ...content, consent: complete } };
}

/** The body of validate and purchase, as it is sent now. */
export function requestBody(request: RegistrationRequest, nowMilliseconds: number): string {
  return JSON.stringify(requestToSend(request, nowMilliseconds).content);
}

/** The texts of a request that identify its contacts and who agreed: all except countries, keys and times. */
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

/** The request as it may be stored and shown. Contacts are reduced to their countries and some initials. */
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

function renderProblem(value: unknown, path: readonly string[], expected: string): string {
  const where = path.length === 0 ? "the request" : path.join(".");
  return describeMismatch(where, memberAt(value, path), expected, renderReduced);
}

/** Renders a value for a problem. Of a long text it shows only the beginning, because it may be personal. */
function renderReduced(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "number" && Math.abs(value) > 99) return "a number";
  if (typeof value !== "string" || value.length <= 4) return JSON.stringify(value);
  return `"${value.slice(0, 3)}…" (${value.length} characters)`;
}
