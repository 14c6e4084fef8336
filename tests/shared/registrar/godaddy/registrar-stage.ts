import assert from "node:assert/strict";
import { createGodaddy, godaddyTraits } from "../../../../shared/registrar/godaddy/client";
import { createRateBudget, type RateBudget } from "../../../../shared/registrar/rate-budget";
import type { PurchaseRequest, Registrar, Wish } from "../../../../shared/registrar/registrar";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { noNetworkSettings } from "../../../memory-agent";
import { domain, exampleRequest, now, releasedAtCheck } from "../../../packaged/register-stage";
import { json, type Reply } from "../../../sandbox/loopback";
import { keys, type SandboxRegistrar, startRegistrar } from "../../../sandbox/registrar";
import { type TestClock, testClock } from "../../../test-clock";
import { anyTime, fullCheckOf, never } from "../calls";

export { anyTime, never };
export const fullCheck = fullCheckOf(domain);

/** A registration request as it is sent. */
export const body = JSON.stringify({
  ...Object(exampleRequest),
  $schema: undefined,
  domain,
  consent: { agreementKeys: ["DNRA"], agreedBy: "203.0.113.7", agreedAt: "2026-11-20T03:00:00Z" },
});

/** What is wanted from the registrar. */
export const wish: Wish = {
  domain,
  period: 1,
  registrationRequest: body,
  agreementKeys: ["DNRA"],
  acknowledgedFees: [],
  agreedAt: "2026-11-20T03:00:00Z",
};

/** The purchase of it. */
export const order: PurchaseRequest = { domain, body, key: undefined };

/** A registrar on loopback, its client and a clock, new for each test. */
export interface RegistrarStage {
  readonly sandbox: SandboxRegistrar;
  /** Uses the account of the production environment and 60 requests a minute. */
  readonly registrar: Registrar;
  /** Skips pauses, but not the deadline of 10 s and those from 20 s on. */
  readonly clock: TestClock;
  connect(environment?: "production" | "test", budget?: RateBudget, anonymous?: boolean): Registrar;
  /** Replaces the reply to every request. */
  instead(reply: Reply): void;
}

/** Creates a client of the registrar at a URL. It has no credential, and 60 requests a minute. */
export function connectTo(
  baseUrl: URL,
  clock: TestClock,
  changes: { credential?: RegistrarCredential; budget?: RateBudget } = {},
): Registrar {
  const settings = {
    baseUrl,
    credential: { kind: "none" } as const,
    credentialAdvice: "set KEY in the environment",
    network: noNetworkSettings,
    clock,
    budget: createRateBudget(60, clock),
    ...changes,
  };
  return createGodaddy(settings, godaddyTraits(true));
}

/** Sets the stage for every test of the `describe` that calls this. */
export function registrarStage(): RegistrarStage {
  let sandbox: SandboxRegistrar;
  let registrar: Registrar;
  let clock: TestClock;
  const stage: RegistrarStage = {
    get sandbox() {
      return sandbox;
    },
    get registrar() {
      return registrar;
    },
    get clock() {
      return clock;
    },
    connect(environment = "production", budget = createRateBudget(60, clock), anonymous = false) {
      const credential: RegistrarCredential = anonymous
        ? { kind: "none" }
        : { kind: "keyAndSecret", ...keys[environment] };
      return connectTo(sandbox.environments[environment].base, clock, { credential, budget });
    },
    instead: (reply) => void sandbox.faults.splice(0, 1, { when: () => true, reply }),
  };
  beforeEach(async () => {
    sandbox = await startRegistrar({ domains: [releasedAtCheck(1)], now: () => now });
    clock = testClock({ passes: (milliseconds) => milliseconds < 20_000 && milliseconds !== 10_000 });
    registrar = stage.connect();
  });
  afterEach(async () => {
    registrar.dispose();
    assert.deepEqual(sandbox.violations, []);
    await sandbox.close();
  });
  return stage;
}

/** An error body of the registrar. */
export const apiError = (status: number, code: string, more: object = {}): Reply => ({
  ...json({ code, message: "No.", name: "ApiError", ...more }),
  status,
});
