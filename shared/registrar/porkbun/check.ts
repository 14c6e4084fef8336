import { memberAt } from "../../json/path";
import { type Sanitize, shorten } from "../../text/sanitize";
import { decimalOf } from "../money";
import { expectDomain, parseJson } from "../parse";
import { checkDeadlineSeconds, type ValidationResponse } from "../registrar";
import type { CallOfKind, RegistrarRequests } from "../requests";
import { expectSuccess, parseCheck } from "./records";
import { adviceFor, renderPremium } from "./responses";

/**
 * A premium name is reported as available, at its price, because it is. It is never valid: it could not be bought.
 */
export function createChecks(requests: RegistrarRequests, sanitize: Sanitize) {
  /** The names whose last check said that they are premium. */
  const premiumNames = new Set<string>();
  async function check(domain: string, call: CallOfKind) {
    const path = ["domain", "checkDomain", domain];
    const checked = await requests.post(
      { ...call, path, body: "{}", deadlineSeconds: checkDeadlineSeconds },
      (text, times) => ({ ...parseCheck(expectSuccess(parseJson(text), sanitize), domain), ...times }),
    );
    if (checked.isPremium) premiumNames.add(domain);
    else premiumNames.delete(domain);
    return checked;
  }

  return {
    check,
    isPremium: (domain: string) => premiumNames.has(domain),

    async validate(domain: string, signal: AbortSignal): Promise<ValidationResponse> {
      const { availability, isPremium } = await check(domain, { purpose: "other", retry: "reads", signal });
      if (!availability.available) return { kind: "unavailable", message: `${domain} is not available yet.` };
      if (isPremium) return { kind: "invalid", message: renderPremium(domain), status: 200 };
      const { price: cost } = availability;
      if (cost === undefined) return { kind: "unclear", message: "The registrar's response has no price." };
      const body = JSON.stringify({ cost, agreeToTerms: "yes", dryRun: true });
      const path = ["domain", "create", domain];
      return requests.post({ path, body, purpose: "other", deadlineSeconds: 60, signal }, (text) =>
        parseDryRun(expectSuccess(parseJson(text), sanitize), domain, cost, sanitize),
      );
    },
  };
}

/**
 * Parses the result of a dry run at a price in cents. Throws `Unreadable` if it is about another domain, and an `Error` if the
 * response does not say that nothing was bought: Porkbun may then have ignored that it was a dry run.
 */
function parseDryRun(body: unknown, domain: string, cost: number, sanitize: Sanitize): ValidationResponse {
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
