import assert from "node:assert/strict";
import { json, type Reply } from "../sandbox/loopback";
import {
  apiError,
  domain,
  isAvailability,
  isPurchase,
  price,
  releasedAtCheck,
  useRegister,
} from "./register-stage";

describe("packaged DomainRegister, on prices and proofs", () => {
  const { once } = useRegister();

  it("never buys above the cap, even if the price is for a longer or an absurd period", async () => {
    for (const [period, why] of [
      [
        2,
        /the price is 24\.00 USD \(24000000 in the registrar's unit\), over maxPrice 12\.00 USD \(12000000 in the registrar's unit\)/,
      ],
      [
        10,
        /the price is 24\.00 USD \(24000000 in the registrar's unit\), over maxPrice 12\.00 USD \(12000000 in the registrar's unit\)/,
      ],
      [1_000_000, /has no valid price to compare with maxPrice/],
    ] as const) {
      const offer = () => ({ price: 24_000_000, period });
      const { outputs, stage, issues, log } = await once({
        inputs: { maxPrice: "12000000", waitMinutes: "1" },
        registrar: { domains: [releasedAtCheck(1, { answer: offer })] },
      });
      assert.equal(outputs["outcome"], "tooExpensive");
      assert.match([...log, ...issues.map(({ message }) => message)].join("\n"), why);
      assert.ok(!stage.registrar.requests.some(isPurchase));
    }
  });

  it("accepts only the status ACTIVE as proof of ownership, and warns about others before polling", async () => {
    for (const [listedAs, words] of [
      ["FAILED_SETUP", "the status FAILED_SETUP"],
      ["PENDING_BACKORDER_CAPTURE", "the status PENDING_BACKORDER_CAPTURE"],
      ["PARKED_EXPIRED", "the status PARKED_EXPIRED"],
      ["", "an unknown status"],
      ["##vso[task.complete]", "an unknown status"],
    ] as const) {
      const { outputs, issues, stage } = await once({ registrar: { listedAs } });
      assert.equal(outputs["outcome"], "registered");
      assert.equal(stage.registrar.charges.length, 1);
      const [warning] = issues.filter(({ type }) => type === "warning");
      assert.ok(
        warning?.message.startsWith(`The account lists ${domain} with ${words}, which does not prove`),
        warning?.message,
      );
    }
  });

  it("leaves the outcome unknown when the account lists the domain with a status other than ACTIVE", async () => {
    for (const [ownedAs, outcome] of [
      ["ACTIVE", "registered"],
      ["PENDING_SETUP", "unknown"],
      ["FAILED_REGISTRATION", "unknown"],
    ] as const) {
      const { outputs } = await once({
        registrar: { ownedAs },
        arrange: ({ afterEffect }) => afterEffect.push({ reply: { status: 500 }, times: 1 }),
      });
      assert.equal(outputs["outcome"], outcome, ownedAs);
    }
  });

  it("leaves the outcome unknown when a 200 response is not an order", async () => {
    const bodies = [
      { code: "UNAVAILABLE_DOMAIN", message: "no", name: "ApiError" },
      ...[[], false, null, "ok", 7],
      { available: true, domain, definitive: true, price, currency: "USD", period: 1 },
    ];
    for (const body of bodies) {
      const { outputs, stage } = await once({
        arrange: ({ faults }) => faults.push({ when: isPurchase, reply: json(body) }),
      });
      assert.equal(outputs["outcome"], "unknown", JSON.stringify(body));
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 1);
    }
  });

  it("accepts an object without an error, or an empty body, as an order, and prints only known members", async () => {
    for (const [reply, printed] of [
      [json({}), "is registered."],
      [{ status: 200 }, "is registered."],
      [json({ orderId: 7, total: 12, currency: "USD" }), "is registered (order 7, total 0.000012 USD)."],
      [json({ orderId: "$(id)", total: 12, currency: "`id`" }), "is registered."],
      [json({ orderId: 7, total: 12, currency: "`id`" }), "is registered (order 7, total 0.000012)."],
    ] as [Reply, string][]) {
      const { outputs, log } = await once({
        arrange: ({ afterEffect }) => afterEffect.push({ reply, times: 1 }),
      });
      assert.equal(outputs["outcome"], "registered");
      assert.ok(
        log.some((line) => line.endsWith(printed)),
        log.join("\n"),
      );
    }
  });

  it("does not take an error in a 200 response of validate for valid", async () => {
    const error = { ...apiError("INVALID_BODY", 200), status: 200 };
    const { log, outputs } = await once({
      arrange: ({ faults }) => faults.push({ when: ({ path }) => path.endsWith("/validate"), reply: error }),
    });
    assert.equal(outputs["outcome"], "registered");
    assert.match(
      log.join("\n"),
      /could not validate the request\. .*returned 200 with an error \(INVALID_BODY\)/,
    );
  });

  for (const [what, afterwards] of [
    ["closes each connection after its response", "close"],
    ["sends each response twice", "repeat"],
  ] as const)
    it(`buys over a separate connection even if the registrar ${what}`, async () => {
      const { outputs, stage } = await once({
        arrange: ({ faults }) =>
          faults.push({
            when: isAvailability,
            reply: (_, healthy) => ({ ...healthy(), headers: { connection: "keep-alive" }, afterwards }),
          }),
      });
      assert.equal(outputs["outcome"], "registered");
      assert.deepEqual(
        stage.registrar.requests.filter(isPurchase).map(({ nthOnConnection }) => nthOnConnection),
        [0],
      );
    });
});
