import { faults } from "../faults/faults";
import type { Elsewhere } from "../faults/service-fault";
import { domain as domainName } from "../packaged/register-stage";
import { type Fault, json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import type { SandboxDomain } from "../sandbox/registrar-engine";
import { isOpen, keyOf } from "./register-receipt";
import {
  confirmingOf,
  type Effect,
  type PurchaseFate,
  type RegisterScript,
  refusals,
  unnoticed,
} from "./register-script";
import {
  bodyOf,
  type CredentialName,
  member,
  prices,
  type RequestKind,
  type TestedRegistrar,
} from "./register-service";
import { passing } from "./weather";

export type Offer = Record<"price" | "currency" | "period", unknown>;

/** In order. `by` is the step that sent the request. */
export type TraceEvent =
  | { kind: "check"; by: string; available: boolean; offer: Offer }
  | { kind: "quote"; by: string; token: string; total: number }
  | {
      kind: "purchase";
      by: string;
      credential: CredentialName;
      key: string;
      body: string;
      isFirst: boolean;
      /** Whether the receipt had the key and the body when the request arrived. */
      isInReceipt: boolean;
      /** The keys of other attempts that were open in the receipt when the request arrived. */
      othersOpen: readonly string[];
      /** In the registrar's unit. */
      charged: number;
      /** Whether the service lost its own answer. */
      isLost: boolean;
      /** Faults in between, for the reader of a failure. */
      met: string;
    }
  /** The agent was told for certain that this key bought nothing. */
  | { kind: "closed"; key: string }
  /** Somebody edited the receipt, or deleted it after a look into the account. */
  | { kind: "edited" | "deleted"; run: number };

/** A purchase request as it reached the service. */
export type Purchase = Extract<TraceEvent, { kind: "purchase" }>;

export const purchasesIn = (trace: readonly TraceEvent[]): Purchase[] =>
  trace.filter((event): event is Purchase => event.kind === "purchase");

export interface TraceStage {
  service: TestedRegistrar;
  script: RegisterScript;
  domain: SandboxDomain;
  elsewhere: Elsewhere;
  /** Lets the service's time pass. */
  pass(seconds: number): void;
  /** The number of the run. */
  run(): number;
  /** Whether the weather is over. */
  isOver(): boolean;
  /** The attempts in the receipt. */
  attempts(): readonly unknown[];
}

/** Makes a registrar behave as the script says, and notes what happens there. */
export function traceMisbehaviour(stage: TraceStage): TraceEvent[] {
  const { service, script, domain, elsewhere } = stage;
  const trace: TraceEvent[] = [];
  const counts = new Map<RequestKind, number>();
  const fates = [...script.purchases];
  /** The keys by what identifies their registrations. */
  const keysByRegistration = new Map<unknown, string>();
  const bodies = new Map<string, string>();
  const byOf = ({ path }: ReceivedRequest) => `${stage.run()}${path.startsWith("/second/") ? "b" : "a"}`;

  /** `isWhole` says whether the client gets the reply unspoiled. */
  function underWeather(kind: RequestKind, request: ReceivedRequest, healthy: () => Reply) {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const weather = kind === "purchase" || stage.isOver() ? [] : script.weather[kind];
    const struck = weather.find(({ first, times }) => count >= first && count < first + times)?.fault;
    const fault = struck && faults[struck].reply;
    if (!struck || !fault) return { reply: healthy(), isWhole: true, count };
    return { reply: fault(request, healthy, elsewhere), isWhole: unnoticed.includes(struck), count };
  }

  function check(request: ReceivedRequest, healthy: () => Reply): Reply {
    const { reply, isWhole, count } = underWeather("check", request, healthy);
    stage.pass(stage.isOver() ? 30 : script.paceSeconds);
    // The calm run after those of the script does not.
    const wantsDefinitive = script.agents[stage.run() - 1]?.requireDefinitive ?? false;
    // A redirected check comes again, and then it counts.
    if (!(request.method === "GET" && [301, 302].includes(reply.status ?? 200))) {
      const [price, currency, period] = ["price", "currency", "period"].map((name) =>
        member(bodyOf(reply), name),
      );
      const available = isWhole && service.saysAvailable(bodyOf(reply), wantsDefinitive);
      trace.push({ kind: "check", by: byOf(request), available, offer: { price, currency, period } });
    }
    changePrice("check", count);
    // The passing of time would take that of a fault away, such as a slow drip.
    if (stage.isOver() || !isWhole) return reply;
    const passed = passing(reply, script.passing[count % Math.max(1, script.passing.length)]);
    return { ...passed, ...(script.afterwards && { afterwards: script.afterwards }) };
  }

  function changePrice(after: "check" | "quote", count: number): void {
    const { priceChange } = script;
    if (priceChange?.after === after && priceChange.count === count)
      domain.price = Math.round(prices[service.name] * priceChange.factor);
  }

  function quote(request: ReceivedRequest, healthy: () => Reply): Reply {
    changePrice("quote", (counts.get("quote") ?? 0) + 1);
    const { reply, isWhole } = underWeather("quote", request, healthy);
    const token = member(bodyOf(reply), "quoteToken");
    if (isWhole && typeof token === "string")
      trace.push({ kind: "quote", by: byOf(request), token, total: totalOf(bodyOf(reply)) });
    return reply;
  }

  function follow(request: ReceivedRequest, healthy: () => Reply): Reply {
    const { reply, isWhole } = underWeather("follow", request, healthy);
    const key = keysByRegistration.get(request.path.split("/").at(-1));
    if (isWhole && key !== undefined && member(bodyOf(reply), "status") === "FAILED")
      trace.push({ kind: "closed", key });
    return reply;
  }

  function purchase(request: ReceivedRequest, healthy: () => Reply): Reply {
    const attempts = stage.attempts();
    const isKeyed = service.name !== "godaddy";
    const key = isKeyed ? String(request.headers["idempotency-key"]) : keyOf(attempts.at(-1));
    const isFirst = !bodies.has(key);
    const before = service.charges.length;
    const isMeant = (attempt: unknown) =>
      isKeyed ? member(attempt, "repeatable", "body") === request.body : isOpen(attempt);
    const isInReceipt = attempts.some((attempt) => keyOf(attempt) === key && isMeant(attempt));
    const othersOpen = attempts.filter(isOpen).map(keyOf);
    bodies.set(key, bodies.get(key) ?? request.body);
    const effective = () => {
      const reply = script.overcharges ? overcharged(healthy()) : healthy();
      keysByRegistration.set(member(bodyOf(reply), "registrationId"), key);
      return reply;
    };
    const fate = stage.isOver() ? "healthy" : (fates.shift() ?? "healthy");
    const { reply, isWhole } = meet(fate, isFirst, request, effective);
    const charged = service.charges[before]?.total ?? 0;
    trace.push({
      kind: "purchase",
      ...{ by: byOf(request), credential: service.credentialOf(request) },
      ...{ key, body: request.body, isFirst, isInReceipt, charged },
      othersOpen: othersOpen.filter((other) => other !== key),
      isLost: charged > 0 && effectOf(fate) === "lost",
      met: typeof fate === "string" ? fate : "odd" in fate ? "an odd reply" : fate.fault,
    });
    if (isWhole && service.closes(reply, isFirst)) trace.push({ kind: "closed", key });
    return reply;
  }

  /** An agent that is told that it bought nothing can rely on that. */
  function meet(fate: PurchaseFate, isFirst: boolean, request: ReceivedRequest, effective: () => Reply) {
    if (fate === "late") stage.pass(660);
    if (fate === "taken") domain.released = () => false;
    if (typeof fate === "string") return { reply: effective(), isWhole: true };
    if ("odd" in fate) {
      const { refuses, reply } = fate.odd;
      if (refuses && !isFirst) return { reply: effective(), isWhole: true };
      if (fate.effect && !refuses) effective();
      return { reply, isWhole: true };
    }
    const { fault } = fate;
    const refuses = isFirst && refusals.includes(fault);
    const isConfirmed = confirmingOf(service.name).includes(fault);
    const takesEffect = isConfirmed || (fate.effect !== "none" && !refuses);
    if (takesEffect && fate.effect === "lost" && !isConfirmed) service.loseNextStore();
    const inner = takesEffect ? effective() : service.pretendedSuccess();
    // No fault turns a refusal of the service into a sale.
    if (service.name === "godaddy" && inner.status !== 200) return { reply: inner, isWhole: true };
    const reply = faults[fault].reply?.(request, () => inner, elsewhere) ?? inner;
    return { reply, isWhole: refuses || unnoticed.includes(fault) };
  }

  const handlers = { check, quote, follow, purchase };
  service.server.faults.push({
    when: () => true,
    reply(request, healthy) {
      const kind = service.kindOf(request);
      if (kind !== "check") stage.pass(5);
      if (kind === "owned") return underWeather(kind, request, () => owned(script, healthy)).reply;
      if (kind === "other") return underWeather(kind, request, healthy).reply;
      return handlers[kind](request, healthy);
    },
  } satisfies Fault);
  return trace;
}

/** The order with twice its price. */
function overcharged(reply: Reply): Reply {
  const body: object = Object(bodyOf(reply));
  const twice = ["total", "cost"].flatMap((name) => {
    const amount = member(body, name);
    return typeof amount === "number" ? [[name, 2 * amount]] : [];
  });
  return twice.length === 0 ? reply : { ...reply, ...json({ ...body, ...Object.fromEntries(twice) }) };
}

function owned({ oldRecord, registrar }: RegisterScript, healthy: () => Reply): Reply {
  if (oldRecord === undefined) return healthy();
  const identity = oldRecord.isIdentified && { domainId: 1, createdAt: "2019-04-01T00:00:00Z" };
  const record = { domain: domainName, status: oldRecord.status, ...identity };
  return json(registrar === "porkbun" ? { status: "SUCCESS", domain: record } : record);
}

const effectOf = (fate: PurchaseFate): Effect | undefined =>
  typeof fate === "object" && "fault" in fate && !unnoticed.includes(fate.fault) ? fate.effect : undefined;

/** The price of a quote with its fees, in cents; not a number in another currency. */
function totalOf(body: unknown): number {
  const fees: unknown = member(body, "fees");
  const amounts = Array.isArray(fees) ? fees.map((fee: unknown) => member(fee, "fee")) : [];
  const centsOf = (amount: unknown) =>
    member(amount, "currencyCode") === "USD" ? Number(member(amount, "value")) : Number.NaN;
  return amounts.reduce((sum: number, amount) => sum + centsOf(amount), centsOf(member(body, "price")));
}
