import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
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
export const accountConsentMembers = {
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

export const accountRequestMembers = {
  $schema,
  domain,
  period: v.optional(period),
  consent: v.optional(
    v.pipe(objectOf(accountConsentMembers, "an object"), v.description("What the person accepts, and when.")),
  ),
};

export const accountRequestSchema = objectOf(accountRequestMembers, "an object");
