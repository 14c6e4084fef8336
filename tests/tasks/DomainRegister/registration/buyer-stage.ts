import assert from "node:assert/strict";
import { momentOf } from "../../../../shared/clock";
import type { Ownership, Registrar } from "../../../../shared/registrar/registrar";
import type { PurchaseResponse } from "../../../../shared/registrar/responses";
import type { Confirmation } from "../../../../tasks/DomainRegister/registration/confirmation";
import { createBuyer } from "../../../../tasks/DomainRegister/registration/purchase";
import {
  openReceiptFile,
  type ReceiptFile,
} from "../../../../tasks/DomainRegister/registration/receipt-file";
import { type MemoryAgent, memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { type TestClock, testClock } from "../../../test-clock";
import { domain, goodRequest } from "../samples";

/** The moment at which every purchase of the tests begins. */
export const now = Date.UTC(2026, 10, 20, 3, 0, 0);

/** The registrar that it asks. */
export const service = "https://registrar.example/";

export const unavailable: PurchaseResponse = { kind: "unavailable", message: "422" };
export const bought: PurchaseResponse = { kind: "bought", order: { orderId: 7 } };
export const unknown: PurchaseResponse = { kind: "unknown", message: "reset" };

/** What a test changes of a stage on which a purchase succeeds. */
export interface BuyerStage {
  purchase?: (body: string, signal: AbortSignal) => Promise<PurchaseResponse>;
  ownership?: () => Promise<Ownership>;
  receipts?: Partial<ReceiptFile>;
  agent?: Partial<MemoryAgent>;
  clock?: TestClock;
  cancelled?: AbortSignal;
}

/** A buyer over a registrar in memory, which keeps its receipt in a folder. */
export function buyerStage(folder: string, changes: BuyerStage = {}) {
  const refuse = () => assert.fail("this is not asked here");
  const registrar: Registrar = {
    availability: refuse,
    validate: refuse,
    purchase: changes.purchase ?? (async () => bought),
    ownership: changes.ownership ?? (async () => ({ kind: "notOwned" })),
    pauseSeconds: () => 0,
    dispose: () => undefined,
  };
  const file = openReceiptFile(folder, domain, "production", changes.agent?.sanitize ?? sanitize);
  const agent = { ...memoryAgent(), ...changes.agent };
  const clock = changes.clock ?? testClock({ startsAt: now });
  const made = createBuyer({
    request: goodRequest(),
    registrar,
    receipts: { ...file, ...changes.receipts },
    environment: "production",
    service,
    agent,
    clock,
    cancelled: changes.cancelled ?? new AbortController().signal,
  });
  const buyer = {
    ...made,
    /** A purchase that was confirmed just now, where nothing else is said. */
    buy: (answers: readonly object[], confirmation?: Confirmation) =>
      made.buy(answers, confirmation ?? { sentAt: momentOf(clock), tookMilliseconds: 0 }),
  };
  const outcomes = () => file.read()?.attempts.map(({ outcome }) => outcome);
  return { buyer, file, agent, outcomes };
}
