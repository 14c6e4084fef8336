import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { SandboxAgent } from "../sandbox/agent";
import { makeAuthority } from "../sandbox/identity";
import type { LoopbackServer, ReceivedRequest, Reply, ServerIdentity } from "../sandbox/loopback";
import { isQuote, isPurchase as isV3Purchase, releasedAt, useGodaddyV3 } from "./godaddy-v3-stage";
import { isCheck as isPorkbunCheck, usePorkbun } from "./porkbun-stage";
import { isAvailability, isPurchase, registerOnce, releasedAtCheck } from "./register-stage";
import { useAgent } from "./use-agent";

/** Returns a reply whose body ends when something has come about. */
function heldBackUntil(reply: Reply, isSo: () => boolean): Reply {
  async function* body() {
    while (!isSo()) await setImmediate();
    yield Buffer.from(String(reply.body));
  }
  return { ...reply, body: body() };
}

/** The domain is released at the third check, which the fourth confirms. */
const confirming = 4;

/** Replaces the reply to the check with that number by what `change` makes of it. */
function atCheck(
  service: LoopbackServer,
  isCheck: (request: ReceivedRequest) => boolean,
  number: number,
  change: (reply: Reply) => Reply,
): void {
  let checks = 0;
  service.faults.push({
    when: (request) => isCheck(request) && ++checks === number,
    reply: (_, healthy) => change(healthy()),
  });
}

describe("packaged DomainRegister, whose purchase has its connection before the confirming response", () => {
  const agent = useAgent();
  const withGodaddyV3 = useGodaddyV3();
  const withPorkbun = usePorkbun();
  let identity: ServerIdentity;
  let certificate = "";
  before(async () => {
    const authority = await makeAuthority("Company");
    identity = await authority.issue("localhost");
    certificate = authority.cert;
  });
  const trusting = (by: SandboxAgent) => {
    const caFile = join(by.sourcesFolder, "..", "ca.pem");
    writeFileSync(caFile, certificate);
    return { variables: { "Agent.CAInfo": caFile } };
  };
  const register = (
    change: (service: LoopbackServer, reply: Reply) => Reply,
    inputs = {},
    check = confirming,
  ) =>
    registerOnce(agent(), {
      registrar: { identity, domains: [releasedAtCheck(3)] },
      step: trusting(agent()),
      inputs,
      arrange: (service) => atCheck(service, isAvailability, check, (reply) => change(service, reply)),
    });

  it("buys over a connection whose TLS handshake ended before that response did", async () => {
    let unusedAtPurchase = -1;
    const { outputs, stage } = await register((service, reply) => {
      service.faults.push({
        when(request) {
          if (isPurchase(request)) unusedAtPurchase = service.unused.size;
          return false;
        },
        reply: {},
      });
      return heldBackUntil(reply, () => service.unused.size === 1);
    });
    assert.deepEqual([outputs["outcome"], unusedAtPurchase], ["registered", 0]);
    assert.equal(stage.registrar.requests.filter(isAvailability).length, confirming);
  });

  it("asks GoDaddy v3 for the quote and buys over two such connections", async () => {
    const unused: number[] = [];
    await withGodaddyV3({ service: { identity, ...releasedAt(3) } }, async ({ service, run }) => {
      const isCheck = ({ path }: ReceivedRequest) => path.endsWith("/check-availability");
      atCheck(service, isCheck, confirming, (reply) => heldBackUntil(reply, () => service.unused.size === 2));
      service.faults.push({
        when(request) {
          if (service.requests.filter(isCheck).length < confirming) return false;
          if (isQuote(request) || isV3Purchase(request)) unused.push(service.unused.size);
          return false;
        },
        reply: {},
      });
      const { outputs } = await run({ step: trusting(agent()) });
      assert.deepEqual(
        [outputs["outcome"], service.requests.filter(isCheck).length],
        ["registered", confirming],
      );
    });
    assert.deepEqual(unused, [1, 0]);
  });

  it("buys from Porkbun over such a connection", async () => {
    await withPorkbun({}, async ({ service, run, purchases }) => {
      atCheck(service, isPorkbunCheck, confirming, (reply) =>
        heldBackUntil(reply, () => service.unused.size === 1),
      );
      const { outputs } = await run();
      const checks = service.requests.filter(isPorkbunCheck);
      assert.deepEqual(
        [outputs["outcome"], checks.length, purchases().length, service.unused.size],
        ["registered", confirming, 1, 0],
      );
    });
  });

  it("buys over another one when the registrar has closed it", async () => {
    const { outputs, stage } = await register((service, reply) =>
      heldBackUntil(reply, () => {
        const [socket] = service.unused;
        socket?.destroy();
        return socket !== undefined;
      }),
    );
    assert.equal(outputs["outcome"], "registered");
    const { requests } = stage.registrar;
    assert.deepEqual(
      [isAvailability, isPurchase].map((is) => requests.filter(is).length),
      [confirming, 1],
    );
  });

  for (const [what, afterwards] of [
    ["closes each connection after its response", "close"],
    ["sends each response twice", "repeat"],
  ] as const)
    it(`buys over a connection of its own even if the registrar ${what}`, async () => {
      const reply = (_: ReceivedRequest, healthy: () => Reply): Reply => ({
        ...healthy(),
        headers: { connection: "keep-alive" },
        afterwards,
      });
      const { outputs, stage } = await registerOnce(agent(), {
        arrange: ({ faults }) => faults.push({ when: isAvailability, reply }),
      });
      const purchases = stage.registrar.requests.filter(isPurchase);
      assert.deepEqual([outputs["outcome"], purchases[0]?.nthOnConnection], ["registered", 0]);
    });

  it("takes nothing for a response that came before the purchase", async () => {
    const lie = JSON.stringify({ orderId: "not-our-order", itemCount: 1, total: 1, currency: "USD" });
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${lie.length}`;
    const { outputs, stage, receipt } = await register((service, reply) =>
      heldBackUntil(reply, () => {
        const [socket] = service.unused;
        socket?.write(`${head}\r\n\r\n${lie}`);
        return socket !== undefined;
      }),
    );
    assert.equal(outputs["outcome"], "registered");
    assert.equal(stage.registrar.requests.filter(isAvailability).length, confirming);
    assert.equal(stage.registrar.charges.length, 1);
    assert.doesNotMatch(JSON.stringify([outputs, receipt]), /not-our-order/);
  });

  it("closes it when the response says that the domain is not available", async () => {
    let wasPrepared = false;
    const { outputs, stage } = await register((service, reply) => {
      atCheck(service, isAvailability, 1, (next) => heldBackUntil(next, () => service.unused.size === 0));
      const unavailable = {
        ...reply,
        body: String(reply.body).replace('"available":true', '"available":false'),
      };
      return heldBackUntil(unavailable, () => {
        wasPrepared = service.unused.size === 1;
        return wasPrepared;
      });
    });
    assert.deepEqual([outputs["outcome"], wasPrepared], ["registered", true]);
    assert.equal(stage.registrar.requests.filter(isAvailability).length, confirming + 2);
  });

  it("makes none for a check that does not confirm, or in a dry run", async () => {
    for (const [inputs, check] of [
      [{}, confirming - 1],
      [{ dryRun: "true" }, confirming],
    ] as const) {
      let unused = -1;
      const { outputs } = await register(
        (service, reply) => {
          unused = service.unused.size;
          return reply;
        },
        inputs,
        check,
      );
      assert.deepEqual([outputs["outcome"], unused], [check === confirming ? "dryRun" : "registered", 0]);
    }
  });
});
