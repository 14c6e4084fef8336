import { messageOf } from "../../errors";
import { problemOf } from "../../http/errors";
import type { Sanitize } from "../../text/sanitize";
import { parseJson } from "../own-form";
import { type AvailabilityCall, checkDeadlineSeconds, type ValidationResponse } from "../registrar";
import type { RegistrarRequests } from "../requests";
import { parseDryRun } from "./dry-run";
import { expectSuccess, parseCheck } from "./records";
import { interpretValidationFailure, isCredentialRefused, renderPremium } from "./responses";

/**
 * A premium name is reported as available, at its price, because it is. It is never valid: it could not be bought.
 */
export function createChecks(requests: RegistrarRequests, sanitize: Sanitize) {
  /** The names whose last check said that they are premium. */
  const premiumNames = new Set<string>();
  async function check({ domain, ...call }: Omit<AvailabilityCall, "checkType">) {
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
      try {
        const checked = await check({ domain, purpose: "other", retry: "reads", signal });
        const { availability } = checked;
        if (!availability.available)
          return { kind: "unavailable", message: `${domain} is not available yet.` };
        if (checked.isPremium) return { kind: "invalid", message: renderPremium(domain), status: 200 };
        const { price: cost } = availability;
        if (cost === undefined) return { kind: "unclear", message: "The registrar's response has no price." };
        const body = JSON.stringify({ cost, agreeToTerms: "yes", dryRun: true });
        const path = ["domain", "create", domain];
        return await requests.post({ path, body, purpose: "other", deadlineSeconds: 60, signal }, (text) =>
          parseDryRun(expectSuccess(parseJson(text), sanitize), domain, cost, sanitize),
        );
      } catch (error) {
        const problem = problemOf(error);
        if (isCredentialRefused(problem)) throw error;
        return interpretValidationFailure(problem, messageOf(error));
      }
    },
  };
}
