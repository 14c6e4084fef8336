import fc from "fast-check";
import type { FaultName } from "../faults/faults";
import type { Reply } from "../sandbox/loopback";
import { type OddReply, oddChecks, oddReplies } from "./register-oddities";
import { type ReceiptEdit, receiptEdits } from "./register-receipt";
import { type RecordLie, recordLies } from "./register-record";
import type { CredentialName, RegistrarName } from "./register-service";
import { anyFault, anyPassing, anyWeather, type Passing, type Weather } from "./weather";

/**
 * Whether a purchase takes effect before a fault strikes, and whether the registrar then dies before it has stored the
 * answer for the key.
 */
export type Effect = "none" | "kept" | "lost";

export type PurchaseFate =
  | { fault: FaultName; effect: Effect }
  | { odd: OddReply; effect: boolean }
  /** The quote expires, another buyer is faster, or nothing special happens. */
  | "late"
  | "taken"
  | "healthy";

/** One run of the step, or two at once by agents that share the folder of receipts. */
export interface AgentScript {
  credential: CredentialName;
  /** The credential of the second agent, if there is one. */
  companion: CredentialName | undefined;
  /** Done to the receipt before the run. */
  edit: ReceiptEdit | undefined;
  /** How the person's wish changed: half the cap, or two years in place of one. */
  wish: "the same" | "half the cap" | "another period";
  ending: "undisturbed" | "cancelled" | "killed";
  afterRequests: number;
  refusedConnections: number[];
  dryRun: boolean;
  requireDefinitive: boolean;
  debug: boolean;
  connected: boolean;
  /** After so many files, the folder of receipts takes no further one: it is full or read-only. */
  fullAfterFiles: number | undefined;
  /** Whether the registrar refuses the credential throughout the run. */
  isRefused: boolean;
  /** Whether nothing has replaced a token in the request file. */
  isUnfilled: boolean;
}

/** A random registrar, and what agents do with it. */
export interface RegisterScript {
  registrar: RegistrarName;
  releasedAt: number;
  /** The first so many checks of GoDaddy wrongly say available. */
  falsePositives: number;
  oddChecks: { check: number; answer: Record<string, unknown> }[];
  /** The price of a year as a multiple of the usual one, after so many checks, or from so many quotes on. */
  priceChange: { after: "check" | "quote"; count: number; factor: number } | undefined;
  /** A fee beside the price, and whether the request file accepts it. At Porkbun, the name is premium. */
  fee: "none" | "accepted" | "not accepted";
  years: number;
  /** Whether GoDaddy's first API gives the price of all years that are wanted, and not of the first one only. */
  offersPeriod: boolean;
  ownership: "answers" | "forbidden" | "missing";
  /** The status of the domain in the account after it was bought, and at GoDaddy also before. */
  ownedAs: string;
  listedAs: string | undefined;
  /** A record of before that the account lists in place of any other, before a purchase and after it. */
  oldRecord: { status: string; isIdentified: boolean } | undefined;
  /** Whether an order says that it cost twice its price. GoDaddy v3 says no total at once. */
  overcharges: boolean;
  forgetsSales: boolean;
  /** How long an order takes to appear in Porkbun's account. */
  showsOrdersAfterSeconds: number;
  /** How the public record lies. */
  record: RecordLie | undefined;
  /** How often a registration is asked for before it ends, and how it fails, if it does. */
  polls: number;
  failsWith: { name: string; message: string } | undefined;
  /** How many seconds of the service's time pass with each check. Porkbun allows one in ten seconds. */
  paceSeconds: number;
  /** The status of Porkbun's errors. */
  errorStatus: 200 | 400;
  afterwards: NonNullable<Reply["afterwards"]> | undefined;
  weather: Record<"check" | "quote" | "follow" | "owned" | "other", Weather[]>;
  purchases: PurchaseFate[];
  passing: Passing[];
  agents: AgentScript[];
  /** The last run comes when the keys are forgotten. */
  isTooLate: boolean;
  /** The last run's credential, and what becomes of the receipt before it. */
  lastCredential: CredentialName;
  lastEdit: ReceiptEdit | undefined;
}

/** 429 with a pause that ends while the key and the quote are good. */
export const briefPauses: readonly FaultName[] = ["429 with seconds", "429 with nothing"];
/** Faults in which the registrar refuses a purchase by a code that it is known for. No other response does. */
export const refusals: readonly FaultName[] = ["422 of the registrar"];
/** Faults that a client hardly notices. The response is that of a healthy service. */
export const unnoticed: readonly FaultName[] = ["interim answers (100, 102, 103)", "byte-order mark"];
/** Faults whose response to a purchase says that it took effect. */
export const confirmingOf = (registrar: RegistrarName): readonly FaultName[] =>
  registrar === "godaddy" ? [...unnoticed, "empty body"] : unnoticed;

/** Faults that leave an outcome unknown. */
const losing: readonly FaultName[] = ["reset before the answer", "status 500", "status 503"];

const anyEffect = (registrar: RegistrarName): fc.Arbitrary<Effect> =>
  fc.constantFrom<Effect>("none", "kept", ...(registrar === "godaddy" ? [] : (["lost"] as const)));

export const anyFate = (registrar: RegistrarName): fc.Arbitrary<PurchaseFate> =>
  fc.oneof(
    fc.constantFrom<PurchaseFate>("healthy", "late", "taken"),
    fc.record({ odd: fc.constantFrom(...oddReplies[registrar]), effect: fc.boolean() }),
    fc.record({ fault: anyFault, effect: anyEffect(registrar) }),
    ...[losing, [...briefPauses, "429 with a date" as const]].map((faults) =>
      fc.record({ fault: fc.constantFrom(...faults), effect: anyEffect(registrar) }),
    ),
  );

const anyCredential = fc.constantFrom<CredentialName>("first", "first", "first", "rotated", "foreign");
const anyEdit = rarely(fc.constantFrom(...receiptEdits));
const inOneOfTen = fc.integer({ min: 0, max: 9 }).map((number) => number === 9);

function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

export const anyAgent: fc.Arbitrary<AgentScript> = fc.record({
  credential: anyCredential,
  companion: rarely(anyCredential),
  edit: anyEdit,
  wish: fc.constantFrom<AgentScript["wish"]>(
    "the same",
    "the same",
    "the same",
    "half the cap",
    "another period",
  ),
  ending: fc.constantFrom<AgentScript["ending"]>("undisturbed", "undisturbed", "cancelled", "killed"),
  afterRequests: fc.integer({ min: 1, max: 12 }),
  refusedConnections: fc.subarray([1, 2], { maxLength: 2 }),
  dryRun: inOneOfTen,
  requireDefinitive: fc.boolean(),
  debug: fc.boolean(),
  connected: fc.boolean(),
  fullAfterFiles: rarely(fc.nat(6)),
  isRefused: inOneOfTen,
  isUnfilled: inOneOfTen,
});

/** Statuses of an account's record that prove nothing. */
const doubtful = ["PENDING_SETUP", "FAILED_SETUP", "PARKED_EXPIRED", "NEW_WORD", ""];

/** Statuses with which accounts go on listing names of before. */
const ended = ["CANCELLED", "FAILED_REGISTRATION", "CANCELLED_TRANSFER", "REVERTED"];

const anyPriceChange = fc.record({
  after: fc.constantFrom<"check" | "quote">("check", "quote"),
  count: fc.integer({ min: 1, max: 6 }),
  factor: fc.constantFrom(0.5, 2, 3),
});

const scriptOf = (registrar: RegistrarName): fc.Arbitrary<RegisterScript> =>
  fc.record({
    registrar: fc.constant(registrar),
    releasedAt: fc.integer({ min: 1, max: 5 }),
    falsePositives: registrar === "godaddy" ? fc.nat(4) : fc.constant(0),
    oddChecks: fc.array(
      fc.record({ check: fc.integer({ min: 1, max: 8 }), answer: fc.constantFrom(...oddChecks[registrar]) }),
      { maxLength: 3 },
    ),
    // GoDaddy's first API has no way to agree on a price.
    priceChange:
      registrar === "godaddy"
        ? fc.constant(undefined)
        : fc.option(anyPriceChange, { nil: undefined, freq: 1 }),
    fee: fc.constantFrom<RegisterScript["fee"]>("none", "none", "none", "none", "accepted", "not accepted"),
    years: fc.constantFrom(1, 1, 2),
    offersPeriod: fc.boolean(),
    ownership: fc.constantFrom("answers", "answers", "forbidden", "missing"),
    ownedAs: fc.constantFrom("ACTIVE", "ACTIVE", "ACTIVE", ...doubtful, ...ended),
    listedAs: fc.constantFrom(undefined, undefined, ...doubtful, ...ended),
    oldRecord: rarely(
      fc.record({ status: fc.constantFrom(...doubtful, ...ended), isIdentified: fc.boolean() }),
    ),
    overcharges: inOneOfTen,
    forgetsSales: fc.boolean(),
    showsOrdersAfterSeconds: fc.constantFrom(0, 60, 1200, 30 * 24 * 3600),
    record: rarely(fc.constantFrom(...recordLies)),
    polls: fc.nat(3),
    failsWith: fc.constantFrom(
      ...[undefined, undefined, undefined],
      { name: "DOMAIN_UNAVAILABLE", message: "Somebody has the domain" },
      { name: "PAYMENT_FAILED", message: "The card was declined" },
    ),
    paceSeconds: fc.constantFrom(10, 30, 30, 4),
    errorStatus: fc.constantFrom<200 | 400>(200, 400),
    afterwards: fc.constantFrom<RegisterScript["afterwards"]>(undefined, undefined, "close", "repeat"),
    weather: fc.record({
      ...{ check: anyWeather, quote: anyWeather, follow: anyWeather, owned: anyWeather, other: anyWeather },
    }),
    purchases: fc.array(anyFate(registrar), { maxLength: 5 }),
    passing: anyPassing,
    agents: fc.array(anyAgent, { minLength: 1, maxLength: 2 }),
    isTooLate: inOneOfTen,
    lastCredential: anyCredential,
    lastEdit: anyEdit,
  });

/** Random registrars and agents. */
export const anyWildScript = fc.oneof(scriptOf("godaddy"), scriptOf("godaddyV3"), scriptOf("porkbun"));
