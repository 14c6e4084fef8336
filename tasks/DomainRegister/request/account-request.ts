import * as v from "valibot";
import { keysOf, memberAt, shownKey } from "../../../shared/json/path";
import { objectOf, pathOf } from "../../../shared/json/schema";
import type { Wish } from "../../../shared/registrar/registrar";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { domainProblems, renderProblem, tooLongProblem } from "./parse";
import { consentMembers, requestMembers } from "./schema";

/**
 * The request file for a registrar that takes the contacts from the account: the period, and everything that the
 * person accepts. The check at run time, the TypeScript type and account-request.schema.json come from this
 * definition.
 */

const amount = "a whole number in the currency's smallest unit, such as 390000";
const code = "a three-letter code, such as USD";
const feeType = "the type of a fee, such as ONE_TIME_PREMIUM_DOMAIN_PURCHASE";

const feeMembers = {
  type: v.pipe(v.string(feeType), v.regex(/\S/, feeType), v.description("The type of the fee.")),
  fee: v.pipe(
    objectOf(
      {
        currencyCode: v.pipe(v.string(code), v.regex(/^[A-Z]{3}$/, code), v.description("Its currency.")),
        value: v.pipe(
          v.number(amount),
          v.safeInteger(amount),
          v.minValue(0, amount),
          v.description("Its amount, in the currency's smallest unit."),
        ),
      },
      "an object",
    ),
    v.description("How much it is."),
  ),
};

const fees = "an array of fees";

/** Who agrees to which of the registrar's terms, and to which fees. */
const accountConsentMembers = {
  ...consentMembers,
  agreementKeys: v.optional(
    v.pipe(
      consentMembers.agreementKeys.wrapped,
      v.description("Types of the agreements that the person accepts, as `action: validate` names them."),
    ),
  ),
  agreedBy: v.optional(consentMembers.agreedBy),
  agreedAt: v.optional(
    v.pipe(
      consentMembers.agreedAt.wrapped,
      v.description("When the person accepted. If absent, the time of sending is used."),
    ),
  ),
  acknowledgedFees: v.optional(
    v.pipe(
      v.array(objectOf(feeMembers, "a fee"), fees),
      v.description("Fees beside the price that the person accepts, as the registrar names them."),
    ),
  ),
};

const { $schema, domain, period } = requestMembers;

const accountRequestMembers = {
  $schema,
  domain,
  period: v.optional(period),
  consent: v.optional(
    v.pipe(objectOf(accountConsentMembers, "an object"), v.description("What the person accepts, and when.")),
  ),
};

export const accountRequestSchema = objectOf(accountRequestMembers, "an object");

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
): { request: AccountRequest | undefined; problems: string[]; warnings: string[] } {
  const tooLong = tooLongProblem(value);
  if (tooLong !== undefined) return { request: undefined, problems: [tooLong], warnings: [] };
  const parsed = v.safeParse(accountRequestSchema, value);
  const problems = [
    ...(parsed.issues ?? []).map((issue) => renderProblem(value, pathOf(issue), issue.message)),
    ...domainProblems(value, domain),
  ];
  const warnings = findIgnored(value);
  const { period, consent = {} } = parsed.success ? parsed.output : {};
  if (parsed.success && needsConsent && period === undefined)
    problems.push("period: missing; expected a whole number of years, 1 to 10");
  if (parsed.success && needsConsent && consent.agreementKeys === undefined)
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
  const [first, ...others] = ofAccount;
  const more = others.length === 0 ? "" : `; so are ${others.join(", ")}`;
  return [
    ...(first === undefined
      ? []
      : [`${first}: ignored, because this registrar takes it from the account${more}`]),
    ...unknown.map(
      ({ path, key, names: own }) => `${shownKey(path)}: unknown key, ignored${didYouMean(key, own)}`,
    ),
  ];
}
