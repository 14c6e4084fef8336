import { decimalOf, type MoneyUnit } from "./money";
import type { Conditions, Fee, Wish } from "./registrar";

/**
 * A sentence with the agreements and fees that the person has not accepted; undefined if nothing is missing. A fee
 * counts as accepted if its type, amount and currency are the same. Each accepted fee covers one fee.
 */
export function findUnaccepted(conditions: Conditions, wish: Wish, unit: MoneyUnit): string | undefined {
  const agreements = conditions.agreements.filter(({ type }) => !wish.agreementKeys.includes(type));
  const accepted = [...wish.acknowledgedFees];
  const fees = conditions.fees.filter((fee) => {
    const at = accepted.findIndex((candidate) => isSameFee(candidate, fee));
    if (at !== -1) accepted.splice(at, 1);
    return at === -1;
  });
  const missing = [
    ...agreements.map((agreement) => `the agreement ${shownAgreement(agreement)}`),
    ...fees.map((fee) => `the fee ${shownFee(fee, unit)}`),
  ];
  return missing.length === 0
    ? undefined
    : `The request does not accept ${missing.join(", or ")}. To accept, add this to \`consent\` in the request file.`;
}

function isSameFee(one: Fee, other: Fee): boolean {
  return one.type === other.type && one.amount === other.amount && one.currency === other.currency;
}

function shownAgreement({ type, title, url }: Conditions["agreements"][number]): string {
  const details = [title, url].filter((text) => text !== "").join(", ");
  return details === "" ? type : `${type} (${details})`;
}

function shownFee({ type, amount, currency }: Fee, unit: MoneyUnit): string {
  const decimal = decimalOf(amount, unit.decimals(currency));
  return decimal === undefined
    ? `${type} of ${amount} ${currency} in the registrar's unit`
    : `${type} of ${decimal} ${currency}`;
}
