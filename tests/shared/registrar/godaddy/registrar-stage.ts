import assert from "node:assert/strict";
import { createRegistrar } from "../../../../shared/registrar/godaddy/client";
import { createRateBudget, type RateBudget } from "../../../../shared/registrar/rate-budget";
import type { Registrar } from "../../../../shared/registrar/registrar";
import { noNetworkSettings } from "../../../memory-agent";
import { domain, exampleRequest, now, releasedAtCheck } from "../../../packaged/register-stage";
import { json, type Reply } from "../../../sandbox/loopback";
import { keys, type SandboxRegistrar, startRegistrar } from "../../../sandbox/registrar";
import { type TestClock, testClock } from "../../../test-clock";

export const never = new AbortController().signal;

/** A registration request as it is sent. */
export const body = JSON.stringify({
  ...Object(exampleRequest),
  $schema: undefined,
  domain,
  consent: { agreementKeys: ["DNRA"], agreedBy: "203.0.113.7", agreedAt: "2026-11-20T03:00:00Z" },
});

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
      const { key, secret } = keys[environment];
      return createRegistrar({
        baseUrl: sandbox.environments[environment].base,
        authorization: anonymous ? "" : `sso-key ${key}:${secret}`,
        credentialAdvice: "set KEY in the environment",
        network: noNetworkSettings,
        clock,
        budget,
      });
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

/** Terms of a purchase that does not hurry. */
export const anyTime = { connectSeconds: 10, isWanted: () => true };
