import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isOpen, keyOf, readAttempts } from "../campaign/register-receipt";
import {
  type KeyedName,
  member,
  prices,
  type ServiceOptions,
  startTestedRegistrar,
  type TestedRegistrar,
} from "../campaign/register-service";
import { accessTo, maxPriceOf } from "../campaign/register-step";
import { filesIn, type SandboxAgent, type Step, type StepResult } from "../sandbox/agent";
import { leaks } from "../sandbox/leaks";
import type { ReceivedRequest } from "../sandbox/loopback";
import { startRdap } from "../sandbox/rdap";
import type { SandboxDomain } from "../sandbox/registrar-engine";
import { domain as name, now, personal } from "./register-stage";

/** By default, a domain is released at the third check. */
export interface KeyedOptions extends Partial<Pick<ServiceOptions, "godaddyV3" | "porkbun">> {
  domain?: Partial<SandboxDomain>;
  /** The cap: the price of a year by default. Nothing more may be charged. */
  maxCents?: number;
  /** The request file, which Porkbun does without. */
  request?: unknown;
  connected?: boolean;
}

/** A registrar whose purchases have keys, and a lasting folder of receipts, to run the packaged task several times. */
export interface KeyedStage {
  service: TestedRegistrar;
  /** Runs the task, a minute after the run before. */
  run(changes?: { inputs?: Record<string, string>; step?: Partial<Step> }): Promise<StepResult>;
  /** The purchases that reached the registrar, in order. */
  purchases(): ReceivedRequest[];
  /** The outcomes of the attempts in the receipt. */
  outcomes(): unknown[];
}

/** The part of the request file that a person writes: everything else is the account's. */
const acceptance = { period: 1, consent: { agreementKeys: ["API_DPA"], agreedBy: "25.10.20.30" } };

/**
 * Sets a stage until `act` has ended, and holds each purchase against the rules of money: the account is charged once at
 * most, never more than the cap, and a purchase arrives only after its key is in the receipt, while no other is open.
 */
export async function withKeyed<T>(
  agent: SandboxAgent,
  registrar: KeyedName,
  options: KeyedOptions,
  act: (stage: KeyedStage) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(agent.sourcesFolder, "..", "keyed-"));
  const receiptFolder = mkdtempSync(join(folder, "receipts-"));
  const clockShownIn = join(folder, "clock");
  writeFileSync(clockShownIn, String(now));
  const taskTime = () => Number(readFileSync(clockShownIn, "utf8"));
  const service = await startTestedRegistrar(registrar, {
    domain: { name, price: prices[registrar], released: (_, checks) => checks >= 3, ...options.domain },
    now: taskTime,
    godaddy: {},
    godaddyV3: options.godaddyV3 ?? {},
    porkbun: { isPremium: false, hasGateway: true, ...options.porkbun },
  });
  const rdap = await startRdap({}, taskTime);
  const { maxCents = prices[registrar], request = acceptance, connected = false } = options;
  const purchases = () => service.server.requests.filter((sent) => service.kindOf(sent) === "purchase");
  const objections: string[] = [];
  service.server.faults.push({
    // Looks at each request before the service does, and replaces the reply to none.
    when(sent) {
      if (service.kindOf(sent) === "purchase")
        objections.push(...findKeyProblems(sent, readAttempts(receiptFolder)));
      return false;
    },
    reply: {},
  });
  let pause = 0;
  const stage: KeyedStage = {
    service,
    purchases,
    outcomes: () => readAttempts(receiptFolder).map((attempt) => member(attempt, "outcome")),
    async run({ inputs, step } = {}) {
      const access = accessTo(service, "first", { connected });
      const clockStartsAt = taskTime() + pause;
      pause = 60_000;
      writeFileSync(join(agent.sourcesFolder, "domain.json"), JSON.stringify(request));
      const result = await agent.run({
        task: "DomainRegister",
        ...{ ...access, clockShownIn, clockStartsAt },
        inputs: {
          ...{
            action: "register",
            domain: name,
            maxPrice: maxPriceOf(registrar, maxCents),
            receiptFolder,
            rdapUrl: rdap.server.href,
          },
          ...access.inputs,
          ...inputs,
        },
        ...step,
      });
      const tokens = purchases().map(({ body }) =>
        String(member(JSON.parse(body), "quoteToken") ?? "canary"),
      );
      assertNothingPrivate(result, tokens, Object.fromEntries(filesIn(receiptFolder)));
      return result;
    },
  };
  try {
    const acted = await act(stage);
    assert.deepEqual([service.violations, objections], [[], []]);
    assert.ok(service.charges.length <= 1, "charged twice");
    for (const { total } of service.charges) assert.ok(total <= maxCents, `charged ${total} cents`);
    return acted;
  } finally {
    await Promise.all([service.server.close(), rdap.close()]);
    rmSync(folder, { recursive: true });
  }
}

/**
 * Judges the receipt at the moment when a purchase arrives. Its own attempt may be registered by then: another agent
 * that shares the folder can have learned so while this one was asking by the same key.
 */
function findKeyProblems({ headers, body }: ReceivedRequest, attempts: readonly unknown[]): string[] {
  const key = headers["idempotency-key"];
  const own = attempts.find(
    (attempt) => keyOf(attempt) === key && member(attempt, "repeatable", "body") === body,
  );
  const isKept = isOpen(own) || member(own, "outcome") === "registered";
  const others = attempts.filter((attempt) => isOpen(attempt) && keyOf(attempt) !== key);
  return [
    ...(isKept ? [] : [`the receipt does not have ${key} with its text when it arrives`]),
    ...(others.length === 0 ? [] : [`${others.length} other purchases are open when ${key} arrives`]),
  ];
}

/** Asserts that nothing shown or stored has a credential or personal data, and that tokens are in receipts only. */
function assertNothingPrivate(
  result: StepResult,
  tokens: readonly string[],
  receipts: Record<string, string>,
): void {
  const filesLeft = new Map([...result.filesLeft].filter(([file]) => file !== "domain.json"));
  const places = { summaries: JSON.stringify(result.summaries), log: result.log.join("\n") };
  assert.deepEqual(leaks({ ...result, filesLeft }, ["canary", ...personal], { ...places, ...receipts }), []);
  assert.deepEqual(leaks({ ...result, filesLeft }, tokens, places), []);
}
