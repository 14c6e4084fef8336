import type { DomainReport } from "../../shared/report/schema";

/** Reports as DomainRegister attaches them. */

const day = 24 * 3600;
/** 2026-11-20 02:00 UTC, in seconds since 1970. */
const end = Date.UTC(2026, 10, 20, 2) / 1000;
const offer = { price: { amount: "11.69", raw: "11690000", currency: "USD" }, period: 1 };

/** A registration that waited for half an hour, and then bought the domain. */
export function purchase(): DomainReport {
  const from = end - 50 * 60;
  const at = (minutes: number) => from + minutes * 60;
  const between = (first: number, last: number, count: number) => ({ at: at(first), until: at(last), count });
  const taken = { available: false, definitive: true };
  const dear = { amount: "24.50", raw: "24500000", currency: "USD" };
  const objection = "the price is 24.50 USD (24500000), over maxPrice 12.00 USD (12000000)";
  const limit = "The registrar allows no more requests for a minute.";
  return {
    ...{ kind: "domain", version: 1, stage: "Purchase", job: "register", attempt: 1, from, to: at(32) },
    ...{ domain: "soon-released.org", environment: "production", outcome: "registered", checkCount: 191 },
    sentence: "soon-released.org is registered (order 1001, total 11.69 USD).",
    changes: [
      { ...between(0, 9, 55), ...taken },
      { ...between(9.2, 10.5, 6), problem: "The registrar answered 503 (Service Unavailable)." },
      { ...between(10.7, 21, 63), ...taken },
      { ...between(21.2, 22, 2), available: true, definitive: false, ...offer, price: dear, objection },
      { ...between(22.2, 31.6, 63), ...taken },
      { ...between(31.7, 31.8, 2), available: true, definitive: true, ...offer },
    ],
    attempts: [
      { at: at(22), request: "purchase", ...offer, response: "failed", reason: limit },
      { at: at(31.9), request: "purchase", ...offer, response: "bought", order: "1001" },
    ],
    stages: [
      { name: "auto-renew grace period", earliest: end - 80 * day, latest: end - 80 * day },
      { name: "redemption grace period", earliest: end - 80 * day, latest: end - 35 * day },
      { name: "pending delete", earliest: end - 50 * day, latest: end - 5 * day },
      { name: "released", earliest: end - 45 * day, latest: end },
    ],
    nextSteps: [
      "Keep the receipt: it is attached to this run, and it is the proof of purchase.",
      "Set the name servers in the registrar's account.",
    ],
  };
}

/** A wait that ended without a purchase. */
export function unknownPurchase(): DomainReport {
  const bought = purchase();
  const reason = "The connection was reset after the request was sent.";
  return {
    ...bought,
    sentence: "It is not known whether soon-released.org was bought (11.69 USD for 1 year).",
    outcome: "unknown",
    attempts: [
      ...bought.attempts.slice(0, 1),
      { at: bought.to, request: "purchase", response: "unknown", reason },
    ],
    nextSteps: [
      "Look into the registrar's account (domains, orders, charges) before anything else.",
      "Bought: nothing is left to do. Not bought: remove the receipt, and the next run buys again.",
    ],
  };
}

/** A wait in which the registrar says eight times that the domain is available, and sells it never. */
export function refusedPurchases(): DomainReport {
  const { from, stages: _, ...report } = purchase();
  const reason = "UNAVAILABLE_DOMAIN: Domain (soon-released.org) specified is not available for purchase";
  const times = Array.from({ length: 8 }, (_, index) => from + 30 + 240 * index);
  const until = { available: false, definitive: true, count: 23 };
  return {
    ...report,
    from,
    sentence: `8 purchases refused: ${reason}. soon-released.org was not bought (200 checks).`,
    outcome: "notAvailable",
    checkCount: 200,
    changes: times.flatMap((at) => [
      { at: at - 1, until: at, count: 2, available: true, definitive: false, ...offer },
      { at: at + 10, until: at + 229, ...until },
    ]),
    attempts: times.map((at) => ({ at, request: "purchase", ...offer, response: "refused", reason })),
    stages: [],
    nextSteps: [
      "The registrar said that the domain is available and then refused to sell it. To buy only after certain responses, " +
        "set `requireDefinitive: true`.",
    ],
  };
}
