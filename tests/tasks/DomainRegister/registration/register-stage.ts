import type { Clock } from "../../../../shared/clock";
import type { Registrar } from "../../../../shared/registrar/registrar";
import type { RegisterParts } from "../../../../tasks/DomainRegister/registration/poll";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import type { ReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import type { Rules } from "../../../../tasks/DomainRegister/registration/state";
import { createNarrator } from "../../../../tasks/DomainRegister/report/narrator";
import { reducedRequest } from "../../../../tasks/DomainRegister/request/request";
import { type MemoryAgent, memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";
import { available, domain, goodRequest, rules, traits } from "../samples";
import { account, now, registrarInMemory, service } from "./buyer-stage";

/** The traits of a registrar whose purchases have keys. */
export const keyed = { ...traits, name: "porkbun" as const, purchaseKeyHours: 23 };

/** Reads no text of a purchase: nothing in it contradicts the inputs. */
export const silentText = () => ({
  ...{ domain: undefined, period: undefined, price: undefined, agreements: [], fees: [] },
});

/** A purchase with a key, an hour before `now`, whose outcome nobody knows. */
export const keyedAttempt: Attempt = {
  sentAt: "2026-11-20T02:00:00.000Z",
  service,
  registrar: "porkbun",
  account,
  outcome: "unknown",
  repeatable: { key: "old-key", body: "old body", price: 100, currency: "USD", period: 1 },
  request: reducedRequest(goodRequest()),
  availability: [],
  answers: [],
};

/** What a test changes of a registration. */
type Changes = Partial<Omit<RegisterParts, "rules" | "registrar" | "agent" | "clock" | "receipts">> & {
  rules?: Partial<Rules>;
  registrar?: Partial<Registrar>;
  agent?: MemoryAgent;
  clock?: Clock;
};

/** Returns the parts of a registration at a registrar in memory, where the domain is available. */
export function registerParts(receipts: ReceiptFile, changes: Changes = {}): RegisterParts {
  const { rules: changedRules, registrar, ...others } = changes;
  const { agent = memoryAgent(), clock = testClock({ startsAt: now, passes: () => true }) } = changes;
  const { endsAt: _, ...withoutEnd } = { ...rules, ...changedRules };
  return {
    domain,
    request: goodRequest(),
    waitMinutes: 0,
    environment: "production",
    service,
    account,
    createNarrator: (all, startedAt) => createNarrator(agent, clock, all, startedAt),
    look: async () => ({ kind: "look", seen: undefined, problem: "-" }),
    createKey: () => "new-key",
    cancelled: new AbortController().signal,
    ...others,
    rules: withoutEnd,
    receipts,
    agent,
    clock,
    registrar: {
      ...registrarInMemory,
      availability: async () => ({
        availability: available,
        sentAt: { even: clock.now(), wall: clock.wallNow() },
        tookMilliseconds: 0,
        restSeconds: 0,
      }),
      validate: async () => ({ kind: "valid" }),
      ownership: async () => ({ kind: "notOwned" }),
      parsePurchase: silentText,
      ...registrar,
    },
  };
}
