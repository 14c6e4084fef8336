import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import type { GodaddyV3Options } from "../../../sandbox/godaddy-v3-state";
import type { Reply } from "../../../sandbox/loopback";
import { apiError, domain, godaddyV3Stage, id, never, registered, wish } from "./godaddy-v3-stage";

describe("GoDaddy v3, following a registration", () => {
  const stage = godaddyV3Stage();

  const follow = (operation = id) => stage.registrar.keyed.follow(operation, domain, never);

  /** Buys, and follows until the registration has ended. */
  async function followToTheEnd(options: Partial<GodaddyV3Options>) {
    await stage.restart(options);
    const responses = [await stage.buy(await stage.order())];
    for (let last = responses.at(-1); last?.kind === "accepted"; last = responses.at(-1))
      responses.push(await follow(last.operation));
    return { last: responses.at(-1), kinds: responses.map(({ kind }) => kind) };
  }

  it("asks until the registration is completed, as slowly as the registrar wants", async () => {
    const before = stage.clock.now();
    const { kinds } = await followToTheEnd({ polls: 3 });
    assert.deepEqual(kinds, ["accepted", "accepted", "accepted", "bought"]);
    assert.equal(stage.clock.now() - before, 3 * 5000);
    const [first, asked] = stage.sandbox.requests.slice(-2);
    assert.equal(first?.target, asked?.target);
    assert.match(`${asked?.method} ${asked?.target}`, /^GET \/v3\/domains\/registrations\/[\da-f-]{36}$/);
    assert.equal(stage.sandbox.charges.length, 1);
  });

  it("tells a failure after 202 from a purchase, and asks the operation for the reason", async () => {
    const failsWith = { name: "REGISTRY_REJECTED", message: "The registry said no." };
    const { last } = await followToTheEnd({ polls: 2, failsWith });
    assert.deepEqual(last, {
      kind: "refused",
      message: `registrar: the registration of ${domain} failed (REGISTRY_REJECTED: The registry said no).`,
      status: 200,
    });
    assert.match(stage.sandbox.requests.at(-1)?.target ?? "", /^\/v3\/domains\/operations\/[\da-f-]{36}$/);
    assert.equal(stage.sandbox.charges.length, 0);
  });

  it("asks nobody else for a reason that the registration has", async () => {
    const failsWith = { name: "domain_already_exists", message: "Too late." };
    const { kinds } = await followToTheEnd({ polls: 0, failsWith, namesError: true });
    assert.deepEqual(kinds, ["accepted", "unavailable"]);
    assert.ok(!stage.sandbox.requests.some(({ path }) => path.includes("operations")));
  });

  it("reports a failure even if nobody says why", async () => {
    const failed = registered({ status: "FAILED", operationId: id });
    stage.sandbox.faults.push(
      { when: ({ path }) => path.includes("registrations"), reply: failed },
      { when: ({ path }) => path.includes("operations"), reply: { ending: "reset" } },
    );
    const response = await follow();
    assert.match(response.kind === "refused" ? response.message : "", /failed \(it gave no reason\)\.$/);
    assert.equal(stage.sandbox.requests.length, 2);
  });

  const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
    ["COMPLETED", registered({ status: "COMPLETED" }), "bought"],
    ["CONFIRMED", registered({ status: "CONFIRMED" }), "accepted"],
    ["another word", registered({ status: "QUEUED" }), "accepted"],
    ["FAILED with a path for an id", registered({ status: "FAILED", operationId: "../x" }), "refused"],
    ["another domain", registered({ domain: "other.org", status: "COMPLETED" }), "unknown"],
    ["another registration", registered({ registrationId: "3a8f", status: "FAILED" }), "unknown"],
    ["no registration's id", registered({ registrationId: undefined, status: "FAILED" }), "unknown"],
    ["no status", registered({ status: null }), "unknown"],
    ["202", registered({}, 202), "unknown"],
    ["401", apiError(401, "UNAUTHENTICATED"), "unknown"],
    ["403", apiError(403, "FORBIDDEN"), "unknown"],
    ["404", apiError(404, "NOT_FOUND"), "unknown"],
    ["429", apiError(429, "TOO_MANY"), "unknown"],
    ["500", { status: 500 }, "unknown"],
    ["a list", { status: 200, body: "[{}]" }, "unknown"],
    ["HTML", { status: 200, body: "<html>" }, "unknown"],
    ["a reset", { ending: "reset" }, "unknown"],
  ];
  for (const [what, reply, kind] of outcomes)
    it(`interprets ${what} as ${kind}`, async () => {
      stage.instead(reply);
      assert.equal((await follow()).kind, kind);
      assert.equal(stage.sandbox.requests.length, 1);
    });

  it("asks nothing about an id that could leave its place in the path", async () => {
    for (const bad of ["", "..", "../domain-names/x", "a/b", "a?b", "x".repeat(65), "ü"])
      assert.equal((await follow(bad)).kind, "unknown");
    assert.equal(stage.sandbox.requests.length, 0);
  });

  it("holds a domain once it is bought", async () => {
    await followToTheEnd({ polls: 1 });
    assert.deepEqual(await stage.registrar.ownership(domain, never), { kind: "owned" });
    assert.equal(stage.sandbox.requests.at(-1)?.target, `/v3/domains/domain-names/${domain}`);
    assert.equal((await stage.registrar.quote(wish, never)).kind, "unavailable");
  });
});

describe("GoDaddy v3, replays", () => {
  const stage = godaddyV3Stage();
  const isPurchase = ({ path }: { path: string }) => path === "/v3/domains/registrations";
  const replay = (order: Awaited<ReturnType<typeof stage.order>>) =>
    stage.registrar.keyed.replay(order, never);
  /** A purchase of which the task learns nothing, whether or not the request arrives. */
  const unknownOrder = async (faults: "faults" | "afterEffect") => {
    const order = await stage.order();
    const reset = { when: isPurchase, reply: { ending: "reset" as const }, times: 1 };
    stage.sandbox[faults].push(reset);
    assert.equal((await stage.buy(order)).kind, "unknown");
    return order;
  };

  it("buys once, however often the same purchase is sent with the same key", async () => {
    const order = await unknownOrder("afterEffect");
    const first = await replay(order);
    assert.deepEqual(await replay(order), first);
    assert.ok(first.kind === "accepted");
    const response = await stage.registrar.keyed.follow(first.operation, domain, never);
    assert.deepEqual(response, { kind: "bought", order: { orderId: "ord_1", total: 1199, currency: "USD" } });
    assert.equal(stage.sandbox.charges.length, 1);
    const sent = stage.sandbox.requests.filter(isPurchase);
    assert.equal(sent.length, 3);
    assert.equal(new Set(sent.map((one) => `${one.headers["idempotency-key"]} ${one.body}`)).size, 1);
  });

  for (const [what, faults, minutes, kind, charges] of [
    ["learns what the first led to, even after the token has expired", "afterEffect", 11, "accepted", 1],
    ["buys if the first request was lost", "faults", 9, "accepted", 1],
    ["does not buy then if the token has expired, which proves nothing", "faults", 11, "unknown", 0],
  ] as const)
    it(what, async () => {
      const order = await unknownOrder(faults);
      stage.clock.advance(minutes * 60_000);
      assert.equal((await replay(order)).kind, kind);
      assert.equal(stage.sandbox.charges.length, charges);
    });

  it("does not know what another body under the key led to", async () => {
    const order = await stage.order();
    await stage.buy(order);
    const other = { ...order, body: order.body.replace('"period":1', '"period":2') };
    assert.equal((await replay(other)).kind, "unknown");
    assert.equal(stage.sandbox.charges.length, 1);
  });
});
