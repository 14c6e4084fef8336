import { hostNameOf } from "../request/domain";
import type { RegisterParts } from "./poll";
import { type Attempt, findEarlierPurchases } from "./receipt";
import { renderLocked } from "./receipt-file";
import type { End } from "./state";

/** How a registration ends before its first check. */
type EarlyEnd = Extract<End, { outcome: "unknown" }> | { outcome: "alreadyOwned"; message: string };

/**
 * Finds out whether the domain is ours already, or may be. If so, the registration ends before its first
 * check.
 */
export async function preflight(parts: RegisterParts): Promise<EarlyEnd | undefined> {
  const { domain, registrar, receipts, agent, cancelled } = parts;
  const ownership = await registrar.ownership(domain, cancelled);
  if (ownership.kind === "owned")
    return { outcome: "alreadyOwned", message: `The account already holds ${domain}; nothing was bought.` };
  if (ownership.kind === "unprovable")
    agent.print(
      `Could not check whether the account holds ${domain}, so only receipts prevent a second purchase. ` +
        ownership.message,
    );
  if (ownership.kind === "listed")
    agent.warn(
      `The account lists ${domain} with ${renderStatus(ownership.status)}, ` +
        "which does not prove that it holds the domain. " +
        "Check the account: an order may have failed or may still be open.",
    );
  if (!parts.rules.dryRun) receipts.probe();
  const settled = checkReceipt(parts);
  if (settled !== undefined) return settled;
  // A crashed agent's lock is found now. At the moment of the release it would cost the domain.
  return receipts.isLocked() ? { outcome: "unknown", message: renderLocked(receipts) } : undefined;
}

function renderStatus(status: string | undefined): string {
  return status === undefined ? "an unknown status" : `the status ${status}`;
}

/** Returns how the purchases in the receipt end the registration. Undefined if they do not. */
function checkReceipt({ domain, service, receipts, agent }: RegisterParts): EarlyEnd | undefined {
  const { path } = receipts;
  const { bought, open, boughtElsewhere } = findEarlierPurchases(receipts.read()?.attempts ?? [], service);
  if (bought !== undefined)
    return {
      outcome: "alreadyOwned",
      message:
        `An earlier run bought ${domain} at ${bought.sentAt} (${path}). ` +
        "To buy it again, delete the receipt.",
    };
  if (open !== undefined)
    return {
      outcome: "unknown",
      message:
        `An earlier run sent a purchase at ${open.sentAt}, and its outcome is unknown. ` +
        `Check ${renderAccount(open, service)}. ` +
        `Then delete ${path} and, if it exists, ${receipts.lockPath}.`,
    };
  if (boughtElsewhere !== undefined)
    agent.warn(
      `According to the receipt ${path}, ${domain} was bought at ${boughtElsewhere.sentAt} ` +
        `from ${hostNameOf(boughtElsewhere.service)}, not from ${hostNameOf(service)}. ` +
        "That purchase does not count here. To stop this warning, delete the receipt.",
    );
  return undefined;
}

function renderAccount(attempt: Attempt, service: string): string {
  const host = hostNameOf(attempt.service);
  return `the registrar's account${host === hostNameOf(service) ? "" : ` at ${host}`}`;
}
