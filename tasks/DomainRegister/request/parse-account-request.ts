import * as v from "valibot";
import { keysOf, memberAt, shownKey } from "../../../shared/json/path";
import { pathOf } from "../../../shared/json/schema";
import type { Wish } from "../../../shared/registrar/registrar";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { accountConsentMembers, accountRequestMembers, accountRequestSchema } from "./account-schema";
import { domainProblems, type ParsedRequest, renderProblem, tooLongProblem } from "./parse";
import { requestMembers } from "./schema";

/** A person's order at a registrar that takes the contacts from the account. */
export interface AccountRequest extends Omit<Wish, "registrationRequest" | "agreedAt"> {
  kind: "account";
  agreedAt: string | undefined;
}

/**
 * Checks the value of a request file for a registrar that takes the contacts from the account. Of a whole
 * request, everything else is ignored, with a warning. `needsConsent` makes period and accepted agreements
 * required: the task never accepts an agreement for a person.
 */
export function parseAccountRequest(
  value: unknown,
  domain: string,
  needsConsent: boolean,
): ParsedRequest<AccountRequest> {
  const tooLong = tooLongProblem(value);
  if (tooLong !== undefined) return { request: undefined, problems: [tooLong], warnings: [] };
  const parsed = v.safeParse(accountRequestSchema, value);
  const problems = [
    ...(parsed.issues ?? []).map((issue) => renderProblem(value, pathOf(issue), issue.message)),
    ...domainProblems(value, domain),
  ];
  const warnings = findIgnored(value);
  if (!parsed.success) return { request: undefined, problems, warnings };
  const { period, consent = {} } = parsed.output;
  if (needsConsent && period === undefined)
    problems.push("period: missing; expected a whole number of years, 1 to 10");
  if (needsConsent && consent.agreementKeys === undefined)
    problems.push(
      "consent.agreementKeys: missing; expected the agreements that you accept, such as API_DPA. " +
        "`action: validate` names them",
    );
  if (problems.length > 0) return { request: undefined, problems, warnings };
  const request = {
    kind: "account" as const,
    domain,
    period,
    agreementKeys: consent.agreementKeys ?? [],
    acknowledgedFees: (consent.acknowledgedFees ?? []).map(({ type, fee }) => ({
      type,
      amount: fee.value,
      currency: fee.currencyCode,
    })),
    agreedAt: consent.agreedAt,
  };
  return { request, problems, warnings };
}

/** Finds members that have no effect, and unknown keys. */
function findIgnored(value: unknown): string[] {
  const names = Object.keys(accountRequestMembers);
  const keys = keysOf(value).filter((key) => !names.includes(key));
  const ofAccount = keys.filter((key) => Object.hasOwn(requestMembers, key));
  const consentNames = Object.keys(accountConsentMembers);
  const unknown = [
    ...keys.filter((key) => !ofAccount.includes(key)).map((key) => ({ path: key, key, names })),
    ...keysOf(memberAt(value, ["consent"]))
      .filter((key) => !consentNames.includes(key))
      .map((key) => ({ path: `consent.${key}`, key, names: consentNames })),
  ];
  return [
    ...(ofAccount.length === 0
      ? []
      : [`${ofAccount.join(", ")}: ignored, because this registrar takes them from the account`]),
    ...unknown.map(
      ({ path, key, names: known }) => `unknown key \`${shownKey(path)}\`; ignored${didYouMean(key, known)}`,
    ),
  ];
}
