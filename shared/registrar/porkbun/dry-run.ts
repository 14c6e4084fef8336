import { memberAt } from "../../json/path";
import { type Sanitize, shorten } from "../../text/sanitize";
import { expectDomain } from "../domain-name";
import { decimalOf } from "../money";
import type { ValidationResponse } from "../registrar";
import { adviceFor } from "./responses";

/**
 * Parses the result of a dry run at a price in cents. Throws `Unreadable` if it is about another domain, and an `Error` if the
 * response does not say that nothing was bought: Porkbun may then have ignored that it was a dry run.
 */
export function parseDryRun(
  body: unknown,
  domain: string,
  cost: number,
  sanitize: Sanitize,
): ValidationResponse {
  const member = (name: string) => memberAt(body, [name]);
  if (member("dryRun") !== true)
    throw new Error(
      `The registrar's response to a dry run does not say that it was one. ${domain} may have been bought. ` +
        "Check the account.",
    );
  expectDomain(member("domain") ?? domain, domain);
  if (member("wouldSucceed") === true) return compareCost(member("cost"), cost);
  const text = member("message");
  const reason = typeof text === "string" && text !== "" ? ` (${shorten(sanitize(text), 300)})` : "";
  const message = `A dry run says that the purchase would fail${reason}.`;
  if (member("wouldSucceed") !== false) return { kind: "unclear", message };
  const available = member("available");
  if (typeof available === "string" && available !== "available") return { kind: "unavailable", message };
  const advice = [
    ...(member("premium") === true ? [adviceFor("premium")] : []),
    ...(member("sufficientFunds") === false ? [adviceFor("funds")] : []),
    ...(member("withinMonthlySpendLimit") === false ? [adviceFor("spendLimit")] : []),
  ];
  return { kind: "invalid", message: [message, ...advice].join(" "), status: 200 };
}

/** A purchase at any other price than the registrar's is refused. */
function compareCost(actual: unknown, expected: number): ValidationResponse {
  if (typeof actual !== "number" || actual === expected) return { kind: "valid" };
  const shown = decimalOf(actual, 2) ?? "another amount";
  const message = `A dry run says that the purchase would cost ${shown} USD instead of ${decimalOf(expected, 2)}.`;
  return { kind: "unclear", message };
}
