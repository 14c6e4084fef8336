import * as v from "valibot";
import { type JsonPath, memberAt, shownPath } from "../../../shared/json/path";
import { describeMismatch, pathOf } from "../../../shared/json/schema";
import { quoted } from "../../../shared/text/sanitize";
import { parseDomain } from "./domain";
import { findAmbiguousKeys, findUnknownKeys, hasTooManyValues, maxValues } from "./keys";
import { contactRoles, requestSchema } from "./schema";

/** A registration request as the specification has it. `requestToSend` completes its consent. */
export interface WholeRequest {
  kind: "whole";
  domain: string;
  period: number;
  /** Everything that is sent, except members of the consent that are still open. */
  content: v.InferInput<typeof requestSchema>;
}

/**
 * Checks the value of a request file against the API and against the input's domain. `domain` is empty if the
 * input itself is wrong. There is no request if there are problems, which have their paths; warnings do not prevent one.
 */
export function parseRequest(
  value: unknown,
  domain: string,
): { request: WholeRequest | undefined; problems: string[]; warnings: string[] } {
  const tooLong = tooLongProblem(value);
  if (tooLong !== undefined) return { request: undefined, problems: [tooLong], warnings: [] };
  const isRequest = v.is(requestSchema, value);
  const { issues = [] } = isRequest ? {} : v.safeParse(requestSchema, value);
  const warnings = findUnknownKeys(value);
  const problems = [
    ...mergeContacts(issues.map((issue) => renderProblem(value, pathOf(issue), issue.message))),
    ...findAmbiguousKeys(value),
    ...domainProblems(value, domain),
  ];
  // The value itself is used, not the parsed one, because it has members that only the registrar knows.
  if (!isRequest || problems.length > 0) return { request: undefined, problems, warnings };
  const { $schema: _, ...content } = value;
  const request = { kind: "whole" as const, domain, period: content.period, content: { ...content, domain } };
  return { request, problems, warnings };
}

export function tooLongProblem(value: unknown): string | undefined {
  return hasTooManyValues(value)
    ? `the request: has more than ${maxValues} values. Check that \`requestFile\` names the right file`
    : undefined;
}

/** For a file with another domain than the input's. */
export function domainProblems(value: unknown, domain: string): string[] {
  const givenDomain = memberAt(value, ["domain"]);
  // If there is no domain to compare it with, the problem of the input is reported instead.
  if (domain === "" || typeof givenDomain !== "string") return [];
  const parsed = parseDomain(givenDomain);
  return !("domain" in parsed) || parsed.domain !== domain
    ? [`domain: expected ${domain}, the domain of the input, got ${quoted(givenDomain, 80)}`]
    : [];
}

/** Merges problems that several contacts share into one. */
export function mergeContacts(problems: readonly string[]): string[] {
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

/** Renders what is expected at a path, and a little of what is there. */
export function renderProblem(value: unknown, path: JsonPath, expected: string): string {
  const where = path.length === 0 ? "the request" : shownPath(path);
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
