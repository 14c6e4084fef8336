import assert from "node:assert/strict";
import { momentOf } from "../../../../shared/clock";
import type {
  Ownership,
  PurchaseRequest,
  PurchaseResponse,
  Registrar,
  ReplayResponse,
  RequestTimes,
} from "../../../../shared/registrar/registrar";
import { createBuyer } from "../../../../tasks/DomainRegister/registration/purchase";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import {
  openReceiptFile,
  type ReceiptFile,
} from "../../../../tasks/DomainRegister/registration/receipt-file";
import type { SettledPurchase } from "../../../../tasks/DomainRegister/registration/state";
import { type MemoryAgent, memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";
import { type TestClock, testClock } from "../../../test-clock";
import { available, domain } from "../samples";
import { account, contextWith, now, service } from "./context-stage";

export { account, now, service };

export const unavailable: PurchaseResponse = { kind: "unavailable", message: "422" };
export const bought: SettledPurchase & ReplayResponse = { kind: "bought", order: { orderId: 7 } };
export const unknown: SettledPurchase & ReplayResponse = { kind: "unknown", message: "reset" };

/** Stands for a purchase that must not be sent. */
export const notSent = (): never => assert.fail("it was sent");
export const diskIsFull = (): never => {
  throw new Error("the disk is full");
};

/** By default, a purchase succeeds. */
export interface BuyerStage {
  purchase?: (request: PurchaseRequest, signal: AbortSignal) => Promise<PurchaseResponse>;
  ownership?: () => Promise<Ownership>;
  registrar?: Partial<Registrar>;
  receipts?: Partial<ReceiptFile>;
  agent?: Partial<MemoryAgent>;
  clock?: TestClock;
  cancelled?: AbortSignal;
}

/** Sets stages for every test of the `describe` that calls this; those of a test share a folder of receipts. */
export function useBuyerStage() {
  const folder = temporaryFolder();
  return { folder, stage: (changes?: BuyerStage) => buyerStage(folder(), changes) };
}

/** A buyer with a registrar in memory and a receipt in a folder. */
function buyerStage(folder: string, changes: BuyerStage = {}) {
  const file = openReceiptFile(folder, domain, "production", changes.agent?.sanitize ?? sanitize);
  const agent = { ...memoryAgent(), ...changes.agent };
  const clock = changes.clock ?? testClock({ startsAt: now });
  let keys = 0;
  const made = createBuyer(
    contextWith(
      { ...file, ...changes.receipts },
      {
        agent,
        clock,
        registrar: {
          purchase: changes.purchase ?? (async () => bought),
          ownership: changes.ownership ?? (async () => ({ kind: "notOwned" })),
          ...changes.registrar,
        },
        createKey: () => `key-${++keys}`,
        ...(changes.cancelled && { cancelled: changes.cancelled }),
      },
    ),
  );
  const buyer = {
    ...made,
    /** Buys on a confirmation of just now, unless the test gives another one. */
    buy: (availability: readonly object[], confirmation?: RequestTimes) =>
      made.buy(
        {
          offer: available,
          confirmation: confirmation ?? { sentAt: momentOf(clock), tookMilliseconds: 0 },
          quote: undefined,
        },
        availability,
      ),
  };
  const outcomes = () => file.read()?.attempts.map(({ outcome }) => outcome);
  const writeAttempt = (attempt: Attempt) =>
    file.write({ domain, environment: "production", attempts: [attempt] });
  return { buyer, made, file, agent, outcomes, writeAttempt };
}
