import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { PurchaseResponse } from "../../../shared/registrar/registrar";
import { listen } from "../../sandbox/listen";
import { json, type Reply } from "../../sandbox/loopback";
import { anyTime, never, roomyBudget } from "./client-stage";
import { describeRegistrars, kindOf } from "./contract-stage";

/** A response that settles nothing about a purchase, whoever sends it. */
const unclear: [string, Reply][] = [
  ["200 with a list", json([])],
  ["200 with null", json(null)],
  ["200 with HTML", { status: 200, body: "<html>" }],
  ["200 with an empty page", { status: 200, headers: { "content-type": "text/html" }, body: "" }],
  ["200 with truncated JSON", { status: 200, body: '{"domain":' }],
  ["200 with 2 MB", { status: 200, body: `{"domain":"${"x".repeat(2_000_000)}"}` }],
  ["204", { status: 204 }],
  ["206", { ...json({}), status: 206 }],
  ["301", { status: 301, headers: { location: "/x" } }],
  ["503", { status: 503, headers: { "retry-after": "9" } }],
  ["a reset before the response", { ending: "reset" }],
  ["a reset in the response", { status: 200, body: "{", ending: "reset" }],
];

describeRegistrars("whose domain somebody buys,", ({ stage, request, error, refusals, busy }) => {
  const replay = () => stage.registrar.keyed?.replay(request, never) ?? assert.fail();

  describe("buying", () => {
    const outcomes: [string, Reply, PurchaseResponse["kind"]][] = [
      ...unclear.map(([what, reply]): [string, Reply, "unknown"] => [what, reply, "unknown"]),
      ...[200, 400, 401, 402, 403, 409, 422].map((status): [string, Reply, "unknown"] => [
        `${status} and a code that nobody knows`,
        error(status, "NEW", "No."),
        "unknown",
      ]),
      ...refusals.map((reply): [string, Reply, "refused"] => [
        `a known refusal ${reply.status} ${JSON.stringify(reply.body).slice(0, 60)}`,
        reply,
        "refused",
      ]),
    ];
    for (const [what, reply, kind] of outcomes)
      it(`ends with ${what} as ${kind}, after one request`, async () => {
        stage.instead(reply);
        assert.equal(await kindOf(stage.buy()), kind);
        assert.equal(stage.sandbox.requests.length, 1);
      });

    it("is refused for the registrar's own reason, if it gives one", async () => {
      const reasonFor = async (reply: Reply) => {
        stage.instead(reply);
        return Object(await stage.buy()).reason;
      };
      assert.match(await reasonFor(refusals[0] ?? assert.fail()), /^I\w+: (No|contact)/);
      assert.equal(await reasonFor({ status: 403, body: "<html>" }), undefined);
    });

    it("is not taken by a registrar that has no time, unless a key can find out about it", async () => {
      stage.instead(busy);
      const { keyed } = stage.registrar;
      assert.equal(await kindOf(stage.buy()), keyed === undefined ? "notTaken" : "unknown");
    });

    it("is not sent if the budget of the step is used up, which says when there is a slot", async () => {
      const budget = { ...roomyBudget, take: assert.fail, tryTake: () => 7 };
      const message = "The request budget of this step is used up for now.";
      const response = await stage.connect({ budget }).purchase(request, never, anyTime);
      assert.deepEqual(response, { kind: "notTaken", message, retryAfterSeconds: 7 });
      assert.equal(stage.sandbox.requests.length, 0);
    });

    it("is not sent if it is not wanted any more once connected", async () => {
      const unwanted = { ...anyTime, isWanted: () => false };
      assert.equal(await kindOf(stage.registrar.purchase(request, never, unwanted)), "notTaken");
      assert.equal(stage.sandbox.requests.length, 0);
    });

    it("was not sent if nobody listens; then its key finds out nothing", async () => {
      const { purchase, keyed } = stage.connect({ baseUrl: new URL("http://127.0.0.1:9/") });
      assert.equal(await kindOf(purchase(request, never, anyTime)), "notTaken");
      if (keyed !== undefined) assert.equal(await kindOf(keyed.replay(request, never)), "unknown");
    });

    it("was not sent if connecting takes longer than 10 s", async () => {
      const silent = createServer((socket) => void socket.on("error", () => undefined));
      const port = await listen(silent, "localhost");
      const slow = stage.connect({ baseUrl: new URL(`https://localhost:${port}/`) });
      const connected = once(silent, "connection");
      const purchasing = slow.purchase(request, never, anyTime);
      const [socket] = await connected;
      stage.clock.advance(10_000);
      assert.equal(await kindOf(purchasing), "notTaken");
      socket.destroy();
      silent.close();
    });

    it("has 300 s, and is unknown then", async () => {
      stage.instead({ ending: "hang" });
      const buying = stage.buy();
      await stage.arrived(0);
      stage.clock.advance(299_999);
      assert.equal(await Promise.race([buying, setImmediate("waits")]), "waits");
      stage.clock.advance(1);
      assert.equal(await kindOf(buying), "unknown");
    });
  });

  if (request.key === undefined)
    it("sends no key", async () => {
      stage.instead({ status: 503 });
      await stage.buy();
      assert.equal(stage.registrar.keyed, undefined);
      assert.equal(stage.sandbox.requests[0]?.headers["idempotency-key"], undefined);
    });
  else
    describe("buying with a key", () => {
      it("is sent to the same place with the same key and text when it is sent again", async () => {
        stage.instead({ status: 503 });
        assert.deepEqual([await kindOf(stage.buy()), await kindOf(replay())], ["unknown", "unknown"]);
        const [first, second] = stage.sandbox.requests.map(({ method, target, headers, body }) => ({
          ...{ method, target, body, key: headers["idempotency-key"] },
        }));
        assert.deepEqual(first, second);
        assert.deepEqual([first?.key, first?.body], [request.key, request.body]);
      });

      it("is never sent without it", async () => {
        for (const key of [undefined, ""]) {
          await assert.rejects(stage.buy({ key }), /needs a key/);
          const again = stage.registrar.keyed?.replay({ ...request, key }, never);
          await assert.rejects(again ?? assert.fail(), /needs a key/);
        }
        assert.equal(stage.sandbox.requests.length, 0);
      });

      const unknownCodes = [400, 401, 402, 403, 429].map((status): [string, Reply] => [
        `${status} with an error`,
        error(status, "NEW", "No."),
      ]);
      const known = refusals.map((reply): [string, Reply] => [`its refusal ${reply.status}`, reply]);
      for (const [what, reply] of [...unclear, ...unknownCodes, ...known])
        it(`learns nothing about the first request from ${what}, after one more`, async () => {
          stage.instead(reply);
          assert.equal(await kindOf(replay()), "unknown");
          assert.equal(stage.sandbox.requests.length, 1);
        });
    });
});
