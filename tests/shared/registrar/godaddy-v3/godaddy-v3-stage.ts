import assert from "node:assert/strict";
import { createGodaddyV3 } from "../../../../shared/registrar/godaddy-v3/client";
import { createRateBudget, type RateBudget } from "../../../../shared/registrar/rate-budget";
import type { Quote, Wish } from "../../../../shared/registrar/registrar";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { noNetworkSettings } from "../../../memory-agent";
import { canaryToken, type SandboxGodaddyV3, startGodaddyV3 } from "../../../sandbox/godaddy-v3";
import type { GodaddyV3Options } from "../../../sandbox/godaddy-v3-state";
import { json, type Reply } from "../../../sandbox/loopback";
import { type TestClock, testClock } from "../../../test-clock";
import { anyTime, fullCheckOf, never } from "../calls";

export { anyTime, never };
export const domain = "expiring.org";
export const fullCheck = fullCheckOf(domain);
export const now = Date.parse("2026-11-20T03:00:00Z");
export const key = "9f1c2e7a-4b3d-4e8f-a1c2-3d4e5f6a7b8c";
export const token = canaryToken;

/** What a person wants: one year, and the agreement that the API asks for. */
export const wish: Wish = {
  domain,
  period: 1,
  registrationRequest: undefined,
  agreementKeys: ["API_DPA"],
  acknowledgedFees: [],
  agreedAt: "2026-11-20T03:00:00Z",
};

/** An error body of the API. */
export const apiError = (status: number, name: string, more: object = {}): Reply => ({
  ...json({ name, correlationId: "c", message: "No.", ...more }),
  status,
});

type Client = ReturnType<typeof createGodaddyV3>;

/** The API on loopback, its client and a clock, new for each test. */
export interface GodaddyV3Stage {
  readonly sandbox: SandboxGodaddyV3;
  readonly registrar: Client;
  /** Skips pauses, but no deadline. */
  readonly clock: TestClock;
  connect(budget?: RateBudget, credential?: RegistrarCredential, baseUrl?: URL): Client;
  /** Replaces the service by one with other options. */
  restart(options: Partial<GodaddyV3Options>): Promise<void>;
  /** Replaces the reply to every request. */
  instead(reply: Reply): void;
  /** Gets a quote. Fails without one. */
  quote(asked?: Wish): Promise<Quote>;
  /** Returns the request of a purchase with a new quote. */
  order(asked?: Wish): Promise<{ domain: string; body: string; key: string }>;
}

/** Sets the stage for every test of the `describe` that calls this. */
export function godaddyV3Stage(options: Partial<GodaddyV3Options> = {}): GodaddyV3Stage {
  let sandbox: SandboxGodaddyV3;
  let registrar: Client;
  let clock: TestClock;
  const start = async (more: Partial<GodaddyV3Options>) => {
    const domains = [{ name: domain, released: () => true }];
    sandbox = await startGodaddyV3({ domains, now: () => clock.now(), ...options, ...more });
    registrar = stage.connect();
  };
  const stop = async () => {
    registrar.dispose();
    assert.deepEqual(sandbox.violations, []);
    await sandbox.close();
  };
  const stage: GodaddyV3Stage = {
    get sandbox() {
      return sandbox;
    },
    get registrar() {
      return registrar;
    },
    get clock() {
      return clock;
    },
    connect: (
      budget = createRateBudget(60, clock),
      credential = { kind: "token", token },
      baseUrl = sandbox.base,
    ) =>
      createGodaddyV3({
        baseUrl,
        credential,
        credentialAdvice: "set TOKEN in the environment",
        network: {
          ...noNetworkSettings,
          sanitize: createSanitizer((text) => text.replaceAll(token, "***")),
        },
        clock,
        budget,
      }),
    async restart(more) {
      await stop();
      await start(more);
    },
    instead: (reply) => void sandbox.faults.splice(0, 1, { when: () => true, reply }),
    async quote(asked = wish) {
      const response = await registrar.quote(asked, never);
      assert.equal(response.kind, "quoted", JSON.stringify(response));
      assert.ok(response.kind === "quoted");
      return response.quote;
    },
    async order(asked = wish) {
      const quote = await stage.quote(asked);
      return { domain, body: registrar.purchaseBody(asked, quote, quote), key };
    },
  };
  beforeEach(() => {
    clock = testClock({ startsAt: now, passes: (ms) => ms < 300_000 && ![10_000, 20_000].includes(ms) });
    return start({});
  });
  afterEach(stop);
  return stage;
}
