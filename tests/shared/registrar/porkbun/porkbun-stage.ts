import assert from "node:assert/strict";
import type { NetworkSettings } from "../../../../shared/http/network";
import { createPorkbun } from "../../../../shared/registrar/porkbun/client";
import { createRateBudget, type RateBudget } from "../../../../shared/registrar/rate-budget";
import type {
  Availability,
  PurchaseRequest,
  PurchaseResponse,
  Wish,
} from "../../../../shared/registrar/registrar";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { json, type Reply } from "../../../sandbox/loopback";
import {
  type PorkbunOptions,
  porkbunKeys,
  type SandboxPorkbun,
  startPorkbun,
} from "../../../sandbox/porkbun";
import { type TestClock, testClock } from "../../../test-clock";
import { anyTime, fullCheckOf, never } from "../calls";

export { anyTime, never };
export const domain = "example-to-buy.org";
export const fullCheck = fullCheckOf(domain);
export const key = "0b4d6c1e-purchase";

export const wish: Wish = {
  domain,
  period: undefined,
  registrationRequest: undefined,
  agreementKeys: [],
  acknowledgedFees: [],
  agreedAt: "2026-11-20T03:00:00Z",
};

/** How clients reach the service. The agent knows the secret, and removes it from every text. */
export const network: NetworkSettings = {
  proxy: { proxyUrl: "", proxyUsername: "", proxyPassword: "" },
  certificates: { caFile: "", certFile: "", keyFile: "", passphrase: "" },
  sanitize: createSanitizer((text) => text.replaceAll(porkbunKeys.production.secret, "***")),
};

/** A purchase at the usual price. */
export const request: PurchaseRequest = { domain, key, body: '{"cost":1108,"agreeToTerms":"yes"}' };

type Client = ReturnType<typeof createPorkbun>;

/** What a test changes of a client. */
export interface ConnectOptions {
  credential?: RegistrarCredential;
  budget?: RateBudget;
}

/** An embedded Porkbun, clients of it and a clock, new for each test. */
export interface PorkbunStage {
  readonly sandbox: SandboxPorkbun;
  /** Uses the production key and 60 requests a minute. */
  readonly registrar: Client;
  /** The clock of client and service. Skips pauses, but not the deadlines. */
  readonly clock: TestClock;
  connect(options?: ConnectOptions): Client;
  /** Starts another Porkbun for this test; without an argument, the usual one. */
  restart(options: Partial<PorkbunOptions>): Promise<void>;
  /** Replaces the reply to every request. */
  instead(reply: Reply): void;
  check(): Promise<Availability>;
  buy(more?: Partial<PurchaseRequest>): Promise<PurchaseResponse>;
}

/** Sets the stage for every test of the `describe` that calls this. */
export function porkbunStage(): PorkbunStage {
  let sandbox: SandboxPorkbun;
  let clock: TestClock;
  let clients: Client[] = [];
  const stage: PorkbunStage = {
    get sandbox() {
      return sandbox;
    },
    get registrar() {
      return clients[0] ?? stage.connect();
    },
    get clock() {
      return clock;
    },
    connect({ credential, budget = createRateBudget(60, clock) } = {}) {
      const client = createPorkbun({
        baseUrl: sandbox.base,
        credential: credential ?? { kind: "keyAndSecret", ...porkbunKeys.production },
        credentialAdvice: "set KEY in the environment",
        network,
        clock,
        budget,
      });
      clients.push(client);
      return client;
    },
    async restart(options) {
      for (const client of clients) client.dispose();
      clients = [];
      await sandbox.close();
      sandbox = await start(clock, options);
    },
    instead: (reply) => void sandbox.faults.splice(0, 1, { when: () => true, reply }),
    check: async () => (await stage.registrar.availability(fullCheck)).availability,
    buy: (more = {}) => stage.registrar.purchase({ ...request, ...more }, never, anyTime),
  };
  beforeEach(async () => {
    clock = testClock({ passes: (milliseconds) => milliseconds < 10_000 });
    sandbox = await start(clock, {});
  });
  afterEach(async () => {
    for (const client of clients) client.dispose();
    clients = [];
    await sandbox.close();
    assert.deepEqual(sandbox.violations, []);
  });
  return stage;
}

function start(clock: TestClock, options: Partial<PorkbunOptions>): Promise<SandboxPorkbun> {
  const domains = [{ name: domain, released: () => true }];
  return startPorkbun({ domains, now: clock.now, ...options });
}

/** A successful response with these members. */
export const success = (members: object): Reply => json({ status: "SUCCESS", ...members });
