import assert from "node:assert/strict";
import type { Ownership, Registrar, Terms } from "../../../../shared/registrar/registrar";
import { preflight } from "../../../../tasks/DomainRegister/registration/preflight";
import type { PriceLimit } from "../../../../tasks/DomainRegister/registration/price";
import { createBuyer } from "../../../../tasks/DomainRegister/registration/purchase";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import type { ReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import type { SettledPurchase } from "../../../../tasks/DomainRegister/registration/state";
import type { RegistrationRequest } from "../../../../tasks/DomainRegister/request/request";
import { memoryAgent } from "../../../memory-agent";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { domain } from "../samples";
import { now } from "./buyer-stage";
import { contextWith, keyed, receiptIn } from "./context-stage";

/** Sets a folder of receipts for every test of the `describe` that calls this. `run` is a preflight at a registrar with keys. */
export function usePreflight() {
  const folder = temporaryFolder();
  const file = () => receiptIn(folder());
  const refuse = () => assert.fail("nothing is sent here");

  async function run(changes: {
    ownership?: Ownership;
    terms?: () => Promise<Terms>;
    attempts?: Attempt[];
    resumed?: SettledPurchase;
    dryRun?: boolean;
    limit?: PriceLimit;
    registrar?: Partial<Registrar>;
    receipts?: Partial<ReceiptFile>;
    request?: RegistrationRequest;
    wallAhead?: number;
    account?: string;
  }) {
    let ownershipAsked = 0;
    const { ownership = { kind: "notOwned" }, terms, attempts, resumed, dryRun = false } = changes;
    if (attempts !== undefined) file().write({ domain, environment: "production", attempts });
    const agent = memoryAgent();
    const context = contextWith(
      { ...file(), ...changes.receipts },
      {
        wanted: { dryRun, ...(changes.limit && { limit: changes.limit }) },
        registrar: {
          ...keyed,
          traits: { ...keyed.traits, currency: "USD" },
          ownership: async () => {
            ownershipAsked++;
            return ownership;
          },
          ...(terms && { terms }),
          ...changes.registrar,
        },
        agent,
        ...(changes.account && { account: changes.account }),
        ...(changes.request && { request: changes.request }),
        clock: Object.assign(testClock({ startsAt: now }), { wallAhead: changes.wallAhead ?? 0 }),
        createNarrator: refuse,
        createKey: refuse,
      },
    );
    const { see } = createBuyer(context);
    const preflighted = await preflight(context, {
      ...{ see, flush: refuse, buy: refuse, reconcile: refuse },
      resume: async () => resumed ?? refuse(),
    });
    return {
      end: "end" in preflighted ? preflighted.end : undefined,
      isAccepted: "isAccepted" in preflighted && preflighted.isAccepted,
      warnings: agent.warnings,
      printed: agent.printed,
      path: file().path,
      lock: file().lockPath,
      ownershipAsked,
    };
  }

  return { file, run };
}
