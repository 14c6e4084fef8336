import fc from "fast-check";
import type { FaultName } from "../faults/faults";
import type { Reply } from "../sandbox/loopback";
import { type OddReply, oddChecks, oddReplies } from "./keyed-oddities";
import type { KeyedName } from "./keyed-service";
import { anyFault, anyPassing, anyWeather, type Passing, type Weather } from "./weather";

/** What a purchase request meets. `effect` says whether the purchase takes effect before the fault strikes. */
export type KeyedFate =
  | { fault: FaultName; effect: boolean }
  | { odd: OddReply; effect: boolean }
  /** The quote expires, another buyer is faster, or nothing special happens. */
  | "late"
  | "taken"
  | "healthy";

/** One run of the step, or two at once by agents that share the folder of receipts. */
export interface KeyedAgent {
  companion: boolean;
  ending: "undisturbed" | "cancelled" | "killed";
  afterRequests: number;
  refusedConnections: number[];
  dryRun: boolean;
  requireDefinitive: boolean;
  debug: boolean;
  connected: boolean;
}

/** A random registrar with keys, and what agents do with it. */
export interface KeyedScript {
  registrar: KeyedName;
  releasedAt: number;
  oddChecks: { check: number; answer: Record<string, unknown> }[];
  /** The price of a year as a multiple of the usual one, after so many checks, or from so many quotes on. */
  priceChange: { after: "check" | "quote"; count: number; factor: number } | undefined;
  /** A fee beside the price, and whether the request file accepts it. At Porkbun, the name is premium. */
  fee: "none" | "accepted" | "not accepted";
  years: number;
  ownership: "answers" | "forbidden";
  ownedAs: string;
  forgetsSales: boolean;
  /** How often a registration is asked for before it ends, and how it fails, if it does. */
  polls: number;
  failsWith: { name: string; message: string } | undefined;
  /** How many seconds of the service's time pass with each check. Porkbun allows one in ten seconds. */
  paceSeconds: number;
  /** The status of Porkbun's errors. */
  errorStatus: 200 | 400;
  afterwards: NonNullable<Reply["afterwards"]> | undefined;
  weather: Record<"check" | "quote" | "follow" | "owned" | "other", Weather[]>;
  purchases: KeyedFate[];
  passing: Passing[];
  agents: KeyedAgent[];
  /** The last run comes when the keys are forgotten. */
  isTooLate: boolean;
}

/** Statuses with which the first request of a key is refused, whatever the response says. */
export const refusals: readonly FaultName[] = [
  ...(["status 400", "status 401", "status 402", "status 403", "status 422"] as const),
  ...(["429 with seconds", "429 with a date", "429 with nothing"] as const),
];
/** Faults that a client hardly notices. The response is that of a healthy service. */
export const unnoticed: readonly FaultName[] = ["interim answers (100, 102, 103)", "byte-order mark"];

const anyFate = (registrar: KeyedName): fc.Arbitrary<KeyedFate> =>
  fc.oneof(
    fc.constantFrom<KeyedFate>("healthy", "late", "taken"),
    fc.record({ odd: fc.constantFrom(...oddReplies[registrar]), effect: fc.boolean() }),
    fc.record({ fault: anyFault, effect: fc.boolean() }),
    fc.constantFrom<KeyedFate>(
      { fault: "reset before the answer", effect: true },
      { fault: "reset before the answer", effect: false },
      { fault: "status 503", effect: true },
    ),
  );

const anyAgent: fc.Arbitrary<KeyedAgent> = fc.record({
  companion: fc.integer({ min: 0, max: 3 }).map((number) => number === 3),
  ending: fc.constantFrom<KeyedAgent["ending"]>("undisturbed", "undisturbed", "cancelled", "killed"),
  afterRequests: fc.integer({ min: 1, max: 12 }),
  refusedConnections: fc.subarray([1, 2], { maxLength: 2 }),
  dryRun: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
  requireDefinitive: fc.boolean(),
  debug: fc.boolean(),
  connected: fc.boolean(),
});

const scriptOf = (registrar: KeyedName): fc.Arbitrary<KeyedScript> =>
  fc.record({
    registrar: fc.constant(registrar),
    releasedAt: fc.integer({ min: 1, max: 5 }),
    oddChecks: fc.array(
      fc.record({ check: fc.integer({ min: 1, max: 8 }), answer: fc.constantFrom(...oddChecks[registrar]) }),
      { maxLength: 3 },
    ),
    priceChange: fc.option(
      fc.record({
        after: fc.constantFrom<"check" | "quote">("check", "quote"),
        count: fc.integer({ min: 1, max: 6 }),
        factor: fc.constantFrom(0.5, 2, 3),
      }),
      { nil: undefined, freq: 1 },
    ),
    fee: fc.constantFrom<KeyedScript["fee"]>("none", "none", "none", "none", "accepted", "not accepted"),
    years: fc.constantFrom(1, 1, 2),
    ownership: fc.constantFrom("answers", "answers", "forbidden"),
    ownedAs: fc.constantFrom("ACTIVE", "ACTIVE", "PENDING_SETUP", "NEW_WORD"),
    forgetsSales: fc.boolean(),
    polls: fc.nat(3),
    failsWith: fc.constantFrom(
      ...[undefined, undefined, undefined],
      { name: "DOMAIN_UNAVAILABLE", message: "Somebody has the domain" },
      { name: "PAYMENT_FAILED", message: "The card was declined" },
    ),
    paceSeconds: fc.constantFrom(10, 30, 30, 4),
    errorStatus: fc.constantFrom<200 | 400>(200, 400),
    afterwards: fc.constantFrom<KeyedScript["afterwards"]>(undefined, undefined, "close", "repeat"),
    weather: fc.record({
      check: anyWeather,
      quote: anyWeather,
      follow: anyWeather,
      owned: anyWeather,
      other: anyWeather,
    }),
    purchases: fc.array(anyFate(registrar), { maxLength: 5 }),
    passing: anyPassing,
    agents: fc.array(anyAgent, { minLength: 1, maxLength: 2 }),
    isTooLate: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
  });

const anyWildScript = fc.oneof(scriptOf("godaddyV3"), scriptOf("porkbun"));

const anyCalmScript = anyWildScript.map(
  (script): KeyedScript => ({
    ...script,
    ...{
      oddChecks: [],
      priceChange: undefined,
      fee: "none",
      failsWith: undefined,
      purchases: [],
      passing: [],
    },
    ...{ weather: { check: [], quote: [], follow: [], owned: [], other: [] }, paceSeconds: 30 },
    agents: script.agents.map((agent) => ({
      ...agent,
      ...{ companion: false, dryRun: false, refusedConnections: [], ending: "undisturbed" as const },
    })),
  }),
);

/** Purchases that meet trouble in otherwise good weather, so that runs get as far as that. */
const anyBuyingScript = anyWildScript.map(
  (script): KeyedScript => ({
    ...script,
    ...{ oddChecks: [], passing: [], fee: script.fee === "not accepted" ? "none" : script.fee },
    weather: { ...script.weather, check: [], quote: [] },
    agents: script.agents.map((agent) => ({ ...agent, dryRun: false })),
  }),
);

/** Random registrars with keys and agents: wild, wild at the purchase only, and without any trouble. */
export const anyKeyedScript = fc.oneof(
  { weight: 4, arbitrary: anyWildScript },
  { weight: 5, arbitrary: anyBuyingScript },
  { weight: 1, arbitrary: anyCalmScript },
);

/** Whether nothing stands in the way of the first step, so that it has to buy. */
export function isCalm({ agents: [first], ...script }: KeyedScript): boolean {
  const troubles = [...Object.values(script.weather), script.oddChecks, script.purchases, script.passing];
  const isPlain = script.fee === "none" && script.priceChange === undefined && script.failsWith === undefined;
  const undisturbed = first?.ending === "undisturbed" && !first.companion && !first.dryRun;
  return (
    isPlain &&
    undisturbed &&
    script.paceSeconds >= 10 &&
    [...troubles, first.refusedConnections].every(({ length }) => length === 0)
  );
}
