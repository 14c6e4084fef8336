import assert from "node:assert/strict";
import type { Clock } from "../../../../shared/clock";
import type { Registrar } from "../../../../shared/registrar/registrar";
import type { Context } from "../../../../tasks/DomainRegister/registration/context";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import {
  openReceiptFile,
  type ReceiptFile,
} from "../../../../tasks/DomainRegister/registration/receipt-file";
import type { Settings } from "../../../../tasks/DomainRegister/registration/state";
import { createNarrator } from "../../../../tasks/DomainRegister/render/narrator";
import { reducedRequest } from "../../../../tasks/DomainRegister/request/request";
import { type MemoryAgent, memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { available, domain, goodRequest, traits, wanted } from "../samples";

/** The start time of every registration in the tests. */
export const now = Date.UTC(2026, 10, 20, 3, 0, 0);

/** The URL of the registrar. */
export const service = "https://registrar.example/";

/** Stands for the account at the registrar. */
export const account = "account-of-the-tests";

/** The receipt of the usual domain in a folder. */
export const receiptIn = (folder: string) => openReceiptFile(folder, domain, "production", sanitize);

const refuse = () => assert.fail("this is not asked here");

/** For a registrar whose purchases have keys. It expects no request; its texts contradict no inputs. */
export const keyed = {
  traits: { ...traits, name: "porkbun" as const },
  keyed: {
    hours: 23,
    parse: () => ({ domain: undefined, period: undefined, price: undefined, agreements: [], fees: [] }),
    replay: refuse,
    follow: refuse,
  } satisfies NonNullable<Registrar["keyed"]>,
};

/** A purchase with a key, an hour before `now`, whose outcome nobody knows. */
export const keyedAttempt: Attempt = {
  sentAt: "2026-11-20T02:00:00.000Z",
  service,
  registrar: "porkbun",
  account,
  outcome: "unknown",
  repeatable: { key: "old-key", body: "old body", price: 100, currency: "USD", period: 1 },
  request: reducedRequest(goodRequest()),
  accountBefore: [{ at: "2026-11-20T01:59:00.000Z", kind: "notOwned" }],
  accountSince: [],
  availability: [],
  answers: [],
};

export type Changes = Partial<Omit<Context, "wanted" | "registrar" | "agent" | "clock" | "receipts">> & {
  wanted?: Partial<Settings>;
  registrar?: Partial<Registrar>;
  agent?: MemoryAgent;
  clock?: Clock;
};

/** The registrar is the specification's, in memory. The domain is available and not owned. No purchase is expected. */
export function contextWith(receipts: ReceiptFile, changes: Changes = {}): Context {
  const { wanted: changed, registrar, ...others } = changes;
  const { agent = memoryAgent(), clock = testClock({ startsAt: now, passes: () => true }) } = changes;
  return {
    domain,
    request: goodRequest(),
    environment: "production",
    service,
    account,
    createNarrator: (all, startedAt) => createNarrator(agent, clock, all, startedAt),
    readRecord: async () => ({ doubt: "" }),
    createKey: () => "new-key",
    cancelled: new AbortController().signal,
    ...others,
    wanted: { ...wanted, ...changed },
    receipts,
    agent,
    clock,
    registrar: {
      traits,
      availability: async () => ({
        availability: available,
        sentAt: { even: clock.now(), wall: clock.wallNow() },
        tookMilliseconds: 0,
        restSeconds: 0,
      }),
      validate: async () => ({ kind: "valid" }),
      purchaseBody: ({ registrationRequest = "" }) => registrationRequest,
      purchase: refuse,
      ownership: async () => ({ kind: "notOwned" }),
      prepare: () => undefined,
      closePrepared: () => undefined,
      pauseSeconds: () => 0,
      now: () => undefined,
      dispose: () => undefined,
      ...registrar,
    },
  };
}
