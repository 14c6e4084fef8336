import fc from "fast-check";
import type { FaultName } from "../faults/faults";
import { domain, price } from "../packaged/register-stage";
import type { Reply } from "../sandbox/loopback";
import { anyFault, anyPassing, anyWeather, type Passing, type Weather } from "./weather";

/** What a purchase request meets: a fault before or after it takes effect, a 200 with no order, or nothing of the kind. */
type Fate = { fault: FaultName; effect: boolean } | { odd: unknown; effect: boolean } | "healthy";

/** One run of the step, or two at once by agents that share the folder of receipts. */
export interface AgentScript {
  companion: boolean;
  /** The step is cancelled, or its machine loses power, as soon as the service has had so many more requests. */
  ending: "undisturbed" | "cancelled" | "killed";
  afterRequests: number;
  /** The purchases whose connection is refused, counted from 1. */
  refusedConnections: number[];
  dryRun: boolean;
  requireDefinitive: boolean;
  debug: boolean;
  /** It has a service connection in place of variables. */
  connected: boolean;
}

/** What a receipt of before says: of a purchase at another registrar, as in a trial, or of another domain. */
const earlierReceipts = ["none", "granted elsewhere", "open elsewhere", "another domain"] as const;

/** A random registrar, and what agents do with it. */
export interface RegisterScript {
  earlier: (typeof earlierReceipts)[number];
  releasedAt: number;
  falsePositives: number;
  /** What some checks answer instead of the truth, by their number. */
  oddAnswers: { check: number; answer: Record<string, unknown> }[];
  ownership: "answers" | "forbidden" | "missing";
  /** The status of the domain in the account after it was bought, and before; none without. */
  ownedAs: string;
  listedAs: string | undefined;
  /** How many years are bought; the cap is meant for all of them. */
  years: number;
  /** What becomes of the connections of checks. */
  afterwards: NonNullable<Reply["afterwards"]> | undefined;
  forgetsSales: boolean;
  availability: Weather[];
  validate: Weather[];
  owned: Weather[];
  purchases: Fate[];
  passing: Passing[];
  agents: AgentScript[];
}

/** Answers by which nothing was bought, whatever else is true. */
export const surelyNotBought: readonly FaultName[] = [
  "status 400",
  "status 401",
  "status 402",
  "status 403",
  "status 422",
  "429 with seconds",
  "429 with a date",
  "429 with nothing",
];
/** Answers that say "bought", so they come only when it is true. */
const saysBought: readonly FaultName[] = ["interim answers (100, 102, 103)", "empty body", "byte-order mark"];

/** JSON of a 200 that is not an order. */
const oddOrders = [
  ...[null, [], [{ orderId: 1 }], false, "ok", { success: false }, { error: "no" }],
  { code: "UNAVAILABLE_DOMAIN", message: "no", name: "ApiError" },
  { available: true, domain, definitive: true, price, currency: "USD", period: 1 },
];
/** Statuses of an account's record that prove nothing. */
const doubtful = [
  "PENDING_SETUP",
  "FAILED_SETUP",
  "PENDING_BACKORDER_CAPTURE",
  "PARKED_EXPIRED",
  "NEW_WORD",
  "",
];

const anyFate: fc.Arbitrary<Fate> = fc.oneof(
  fc.constant<Fate>("healthy"),
  fc.record({ odd: fc.constantFrom<unknown>(...oddOrders), effect: fc.boolean() }),
  fc.tuple(anyFault, fc.boolean()).map(([fault, effect]) => ({
    fault,
    effect: saysBought.includes(fault) || (effect && !surelyNotBought.includes(fault)),
  })),
);

const wildScript: fc.Arbitrary<RegisterScript> = fc.record({
  earlier: fc.oneof({ weight: 3, arbitrary: fc.constant("none") }, fc.constantFrom(...earlierReceipts)),
  releasedAt: fc.integer({ min: 1, max: 8 }),
  falsePositives: fc.nat(4),
  oddAnswers: fc.array(
    fc.record({
      check: fc.integer({ min: 1, max: 12 }),
      answer: fc.constantFrom<Record<string, unknown>>(
        { available: "true" },
        { available: false },
        { domain: "other.org" },
        { price: price + 1 },
        { price: 2 * price, period: 2 },
        { price: 20 * price, period: 10 },
        { price: 1, period: 1_000_000 },
        { price: 1, period: 0 },
        { period: 3 },
        { period: undefined },
        { price: undefined },
        { currency: "EUR" },
        { definitive: false },
        { definitive: "true" },
      ),
    }),
    { maxLength: 4 },
  ),
  ownership: fc.constantFrom("answers", "forbidden", "missing"),
  ownedAs: fc.constantFrom("ACTIVE", "ACTIVE", ...doubtful),
  listedAs: fc.constantFrom(undefined, undefined, ...doubtful),
  years: fc.constantFrom(1, 1, 2),
  afterwards: fc.constantFrom<RegisterScript["afterwards"]>(undefined, "close", "repeat"),
  forgetsSales: fc.boolean(),
  availability: anyWeather,
  validate: anyWeather,
  owned: anyWeather,
  purchases: fc.array(anyFate, { maxLength: 4 }),
  passing: anyPassing,
  agents: fc.array(
    fc.record({
      companion: fc.integer({ min: 0, max: 3 }).map((number) => number === 3),
      ending: fc.constantFrom<AgentScript["ending"]>("undisturbed", "undisturbed", "cancelled", "killed"),
      afterRequests: fc.integer({ min: 1, max: 12 }),
      refusedConnections: fc.subarray([1, 2], { maxLength: 2 }),
      dryRun: fc.integer({ min: 0, max: 7 }).map((number) => number === 7),
      requireDefinitive: fc.boolean(),
      debug: fc.boolean(),
      connected: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** Whether the receipt of before stops every step until a person has removed it. */
export function forbidsPurchases({ earlier }: Pick<RegisterScript, "earlier">): boolean {
  return earlier === "open elsewhere" || earlier === "another domain";
}

/** Whether nothing stands in the way of the first step, so that it has to buy. */
export function isCalm({ agents: [first], ...script }: RegisterScript): boolean {
  const troubles = [script.oddAnswers, script.availability, script.validate, script.owned, script.purchases];
  const undisturbed =
    first?.ending === "undisturbed" && !first.companion && !first.dryRun && !forbidsPurchases(script);
  return (
    undisturbed && [...troubles, script.passing, first.refusedConnections].every(({ length }) => length === 0)
  );
}

const calmScript = wildScript.map((script) => ({
  ...script,
  ...{ oddAnswers: [], availability: [], validate: [], owned: [], purchases: [], passing: [] },
  agents: script.agents.map((agent) => ({
    ...agent,
    ...{ companion: false, dryRun: false, refusedConnections: [], ending: "undisturbed" as const },
  })),
}));

/** Random registrars and agents, now and then without any trouble. */
export const anyRegisterScript = fc.oneof(
  { weight: 9, arbitrary: wildScript },
  { weight: 1, arbitrary: calmScript },
);
