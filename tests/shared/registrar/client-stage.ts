import assert from "node:assert/strict";
import { createRateBudget } from "../../../shared/registrar/rate-budget";
import type {
  Availability,
  PurchaseRequest,
  PurchaseResponse,
  Registrar,
  Wish,
} from "../../../shared/registrar/registrar";
import type { RegistrarAccess, RegistrarCredential } from "../../../shared/registrar/requests";
import { createSanitizer } from "../../../shared/text/sanitize";
import { noNetworkSettings } from "../../memory-agent";
import type { LoopbackServer, Reply } from "../../sandbox/loopback";
import { type TestClock, testClock } from "../../test-clock";

/** A signal that never fires. */
export const never = new AbortController().signal;

/** A budget that is never used up. */
export const roomyBudget: ReturnType<typeof createRateBudget> = {
  take: async () => undefined,
  tryTake: () => 0,
  learn: () => undefined,
};

/** Terms of a purchase that does not hurry. */
export const anyTime: Parameters<Registrar["purchase"]>[2] = { connectSeconds: 10, isWanted: () => true };

/** An embedded registrar, and how to reach it. */
export interface Embedded<Service extends LoopbackServer, Client extends Registrar, Options> {
  domain: string;
  wish: Wish;
  /** A purchase whose text is as the client writes it. */
  request: PurchaseRequest;
  /** The usual credential. The agent removes `secret` from every text. */
  credential: RegistrarCredential;
  secret: string;
  startsAt: number;
  /** The timers that pass by themselves. Deadlines do not. */
  passes: (milliseconds: number) => boolean;
  start(clock: TestClock, options: Partial<Options>): Promise<Service & { violations: string[] }>;
  baseOf(sandbox: Service): URL;
  create(settings: RegistrarAccess): Client;
}

/** A wish for the registrar's own period, without consent to anything, unless it is changed. */
export const wishFor = (domain: string, changes: Partial<Wish> = {}): Wish => ({
  ...{ domain, period: undefined, registrationRequest: undefined, agreementKeys: [], acknowledgedFees: [] },
  ...{ agreedAt: "2026-11-20T03:00:00Z", ...changes },
});

/** A thorough check that is sent once. */
export const fullCheckOf = (domain: string): Parameters<Registrar["availability"]>[0] => ({
  ...{ domain, checkType: "FULL", purpose: "other", retry: "never", signal: never },
});

/** An embedded registrar, clients of it and a clock, new for each test of the `describe` that calls this. */
export function clientStage<Service extends LoopbackServer, Client extends Registrar, Options>(
  embedded: Embedded<Service, Client, Options>,
) {
  let sandbox: Service & { violations: string[] };
  let clock: TestClock;
  let clients: Client[] = [];
  const redact = (text: string) => text.replaceAll(embedded.secret, "***");
  const start = async (options: Partial<Options>) => {
    sandbox = await embedded.start(clock, options);
  };
  const stop = async () => {
    for (const client of clients) client.dispose();
    clients = [];
    await sandbox.close();
    assert.deepEqual(sandbox.violations, []);
  };
  const stage = {
    get sandbox(): Service {
      return sandbox;
    },
    /** Uses the usual credential and 60 requests a minute. */
    get registrar(): Client {
      return clients[0] ?? stage.connect();
    },
    /** The clock of client and service. Skips pauses, but no deadlines. */
    get clock() {
      return clock;
    },
    /** Creates a client that the end of the test disposes of. */
    connect(changes: Partial<RegistrarAccess> = {}): Client {
      const client = embedded.create({
        baseUrl: embedded.baseOf(sandbox),
        credential: embedded.credential,
        credentialAdvice: "set KEY in the environment",
        network: { ...noNetworkSettings, sanitize: createSanitizer(redact) },
        clock,
        budget: createRateBudget(60, clock),
        ...changes,
      });
      clients.push(client);
      return client;
    },
    /** Replaces the service by one with other options. */
    async restart(options: Partial<Options>) {
      await stop();
      await start(options);
    },
    /** Replaces the reply to every request. */
    instead: (reply: Reply) => void sandbox.faults.splice(0, 1, { when: () => true, reply }),
    /** Counts on a call that hangs: lets time pass once its request has arrived. */
    async arrived(requestsBefore: number) {
      while (sandbox.requests.length === requestsBefore) await new Promise(setImmediate);
    },
    async check(changes: Partial<Parameters<Registrar["availability"]>[0]> = {}): Promise<Availability> {
      const call = { ...fullCheckOf(embedded.domain), ...changes };
      return (await stage.registrar.availability(call)).availability;
    },
    buy: (changes: Partial<PurchaseRequest> = {}): Promise<PurchaseResponse> =>
      stage.registrar.purchase({ ...embedded.request, ...changes }, never, anyTime),
  };
  beforeEach(() => {
    clock = testClock({ startsAt: embedded.startsAt, passes: embedded.passes });
    return start({});
  });
  afterEach(stop);
  return stage;
}
