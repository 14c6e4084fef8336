import assert from "node:assert/strict";
import { join } from "node:path";
import type { StepResult } from "../sandbox/agent";
import {
  apiError,
  domain,
  exampleRequest,
  isAvailability,
  isPurchase,
  isValidate,
  now,
  price,
  releasedAtCheck,
  useRegister,
  withRegistrar,
} from "./register-stage";

/** The lines of a log about the registration, without the URLs, which differ each time. */
const told = ({ log }: StepResult) =>
  log.map((line) => line.replace(/http:\/\/127\.0\.0\.1:\d+\//g, "SERVICE/"));

describe("packaged DomainRegister, register", () => {
  const { agent, once } = useRegister();

  it("waits for the release, needs two FULL responses, buys once and says what it did", async () => {
    const done = await once();
    assert.deepEqual([done.result, done.exitCode], ["Succeeded", 0]);
    assert.deepEqual(told(done), [
      `${domain}: register at SERVICE/production (production).`,
      "The registrar finds the request valid.",
      "The registrar names a price 11690000 USD for 1 year; maxPrice 11690000.",
      "Not available (definitive).",
      "Available (definitive). Asking a second time.",
      "Available a second time (definitive). Buying.",
      "4 checks made.",
      `${domain} is registered (order 1001, total 11690000 USD).`,
    ]);
    const receiptFile = join(done.stage.receiptFolder, `${domain}.production.receipt.json`);
    assert.deepEqual(done.outputs, {
      outcome: "registered",
      available: "true",
      definitive: "true",
      price: "11690000",
      currency: "USD",
      period: "1",
      checks: "4",
      receiptFile,
    });
    assert.deepEqual(done.uploads, [receiptFile]);
    assert.equal(done.stage.registrar.charges.length, 1);
    const checks = done.stage.registrar.requests.filter(isAvailability);
    assert.ok(checks.every(({ query }) => query.get("checkType") === "FULL"));
  });

  it("keeps a receipt with the decisive responses and the order, without the contacts", async () => {
    const { receipt } = await once();
    const [attempt] = Object(receipt).attempts;
    assert.equal(attempt.outcome, "registered");
    assert.equal(attempt.request.consent.agreedAt, "2026-11-20T03:01:00Z");
    assert.deepEqual(
      attempt.availability.map(({ available }: { available: boolean }) => available),
      [true, true],
    );
    assert.equal(attempt.answers[0].order.orderId, 1001);
  });

  it("sends the confirming check at once, and other checks after the pause", async () => {
    const { receipt } = await once({
      inputs: { pollSeconds: "90" },
      registrar: {
        domains: [releasedAtCheck(4)],
      },
    });
    const [attempt] = Object(receipt).attempts;
    // Three pauses of 90 s, and none before the confirming check.
    assert.equal(attempt.sentAt, new Date(now + 3 * 90_000).toISOString());
  });

  it("confirms and buys at once, even if the budget for other requests is used up", async () => {
    const { receipt, outputs } = await once({
      inputs: { requestsPerMinute: "3" },
      registrar: { domains: [releasedAtCheck(1)] },
    });
    assert.equal(outputs["outcome"], "registered");
    const [attempt] = Object(receipt).attempts;
    const [first, second] = attempt.availability;
    assert.equal(second.at, first.at);
    assert.equal(attempt.sentAt, second.at);
  });

  it("succeeds without buying when the account holds the domain already, as after a retried step", async () => {
    await withRegistrar(agent(), {}, async (stage) => {
      await stage.run();
      const again = await stage.run();
      assert.deepEqual([again.result, again.outputs["outcome"]], ["Succeeded", "alreadyOwned"]);
      assert.equal(stage.registrar.charges.length, 1);
    });
  });

  it("knows from its receipt what it bought when the account cannot be asked", async () => {
    for (const ownership of ["forbidden", "missing"] as const) {
      await withRegistrar(agent(), { registrar: { ownership, forgetsSales: true } }, async (stage) => {
        assert.equal((await stage.run()).outputs["outcome"], "registered");
        const again = await stage.run();
        assert.equal(again.outputs["outcome"], "alreadyOwned");
        assert.match(again.log.at(-1) ?? "", /An earlier run bought .* Remove the receipt to buy it anew\./);
        assert.equal(stage.registrar.charges.length, 1);
      });
    }
  });

  it("starts over when the domain turns out to be unavailable: a false positive is not bought", async () => {
    const { result, stage, log, receipt } = await once({
      registrar: { domains: [releasedAtCheck(5, { falsePositives: 2 })] },
    });
    assert.equal(result, "Succeeded");
    assert.ok(log.includes("Available (not definitive). Asking a second time."));
    assert.match(
      log.join("\n"),
      /Not confirmed as bought: .* answered 422 .*UNAVAILABLE_DOMAIN.* Polling goes on in 30 s, from the beginning\./,
    );
    const kinds = stage.registrar.history.map(({ kind }) => kind);
    const bought = ["available", "available", "purchase"];
    assert.deepEqual(kinds, [...bought, "notAvailable", "notAvailable", ...bought]);
    assert.deepEqual(
      Object(receipt).attempts.map(({ outcome }: { outcome: string }) => outcome),
      ["notBought", "registered"],
    );
  });

  it("counts uncertain responses unless `requireDefinitive` is true", async () => {
    const { stage, log } = await once({
      inputs: { requireDefinitive: "true" },
      registrar: { domains: [releasedAtCheck(4, { falsePositives: 3 })] },
    });
    assert.equal(stage.registrar.history.filter(({ kind }) => kind === "purchase").length, 1);
    assert.ok(log.includes("Available, but not definitive: that does not count here."));
  });

  it("never buys above maxPrice or in another currency, says so, and ends as tooExpensive", async () => {
    for (const inputs of [{ maxPrice: String(price - 1) }, { currency: "EUR" }, { maxPrice: "12" }] as Record<
      string,
      string
    >[]) {
      const { result, outputs, stage, log } = await once({ inputs: { ...inputs, waitMinutes: "3" } });
      assert.deepEqual(
        [result, outputs["outcome"], stage.registrar.charges],
        ["SucceededWithIssues", "tooExpensive", []],
      );
      assert.equal(
        log.filter((line) => /^Available, but the price .* Polling goes on\.$/.test(line)).length,
        1,
      );
      assert.equal(
        log.some((line) => line.includes("a thousandfold apart")),
        inputs["maxPrice"] === "12",
      );
    }
  });

  it("waits until the price falls below the cap", async () => {
    const { outputs, stage } = await once({
      registrar: {
        domains: [releasedAtCheck(1, { answer: (checks) => (checks < 6 ? { price: price * 2 } : {}) })],
      },
    });
    assert.deepEqual([outputs["outcome"], stage.registrar.charges.length], ["registered", 1]);
  });

  it('buys at any price only when maxPrice is "any"', async () => {
    const { outputs } = await once({
      inputs: { maxPrice: "any" },
      registrar: { domains: [releasedAtCheck(1, { price: 10 ** 12 })] },
    });
    assert.equal(outputs["outcome"], "registered");
    const test = await once({ inputs: { maxPrice: "", environment: "test" } });
    assert.deepEqual(
      [test.outputs["outcome"], test.stage.registrar.charges[0]?.environment],
      ["registered", "test"],
    );
  });

  it("does everything but the purchase in a dry run, and shows what it would have sent", async () => {
    const { outputs, stage, log, receipt } = await once({ inputs: { dryRun: "true", maxPrice: "" } });
    assert.deepEqual(
      [outputs["outcome"], outputs["receiptFile"], stage.registrar.charges],
      ["dryRun", undefined, []],
    );
    assert.ok(!stage.registrar.requests.some(isPurchase));
    assert.ok(log.includes('    "agreedAt": "2026-11-20T03:01:00Z"'), log.join("\n"));
    assert.equal(receipt, undefined);
  });

  it("ends the wait by onNotAvailable, and checks only once with waitMinutes 0", async () => {
    const results = { succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" };
    for (const [onNotAvailable, expected] of Object.entries(results)) {
      const { result, outputs } = await once({
        inputs: { onNotAvailable, waitMinutes: "1" },
        registrar: { domains: [releasedAtCheck(99)] },
      });
      assert.deepEqual([result, outputs["outcome"], outputs["checks"]], [expected, "notAvailable", "3"]);
    }
    const zero = await once({ inputs: { waitMinutes: "0" }, registrar: { domains: [releasedAtCheck(1)] } });
    assert.deepEqual([zero.outputs["outcome"], zero.outputs["checks"]], ["registered", "2"]);
  });

  it("shows from time to time that it is polling, not at every poll", async () => {
    const { log, outputs } = await once({
      inputs: { waitMinutes: "50" },
      registrar: { domains: [releasedAtCheck(999)] },
    });
    assert.equal(outputs["checks"], "101");
    const beats = log.filter((line) => line.startsWith("Not available yet: "));
    assert.ok(beats.length >= 8 && beats.length <= 10, log.join("\n"));
    assert.match(beats[0] ?? "", /^Not available yet: 11 checks made, next check in 30 s, 45 min left\.$/);
    assert.ok(log.length < 30);
  });

  it("stays within requestsPerMinute, however short the pause", async () => {
    const { log, outputs } = await once({
      inputs: { pollSeconds: "0.5", requestsPerMinute: "12", waitMinutes: "5" },
      registrar: { domains: [releasedAtCheck(999)] },
    });
    assert.match(
      log.join("\n"),
      /pollSeconds: 0\.5 is more often than requestsPerMinute 12 allows; checks are 6 s apart/,
    );
    assert.ok(Number(outputs["checks"]) <= 51, outputs["checks"]);
  });

  it("does not wait for validate, and stops when the request is invalid", async () => {
    const hanging = await once({
      arrange: ({ faults }) => faults.push({ when: isValidate, reply: { ending: "hang" } }),
      registrar: { domains: [releasedAtCheck(1)] },
    });
    assert.equal(hanging.outputs["outcome"], "registered");
    const invalid = await once({
      arrange: ({ faults }) =>
        faults.push({
          when: isValidate,
          reply: apiError("INVALID_BODY", 422, { fields: [{ path: "contactAdmin.phone", message: "bad" }] }),
        }),
      registrar: { domains: [releasedAtCheck(99)] },
    });
    assert.deepEqual(
      [invalid.result, invalid.exitCode, invalid.outputs["outcome"]],
      ["Failed", 0, "refused"],
    );
    assert.match(
      invalid.issues[0]?.message ?? "",
      /refuses to register .*contactAdmin\.phone: bad.*adding name servers has helped/,
    );
    assert.ok(!invalid.stage.registrar.requests.some(isPurchase));
  });

  it("goes on when validate finds the domain unavailable, or fails (decision 16)", async () => {
    for (const reply of [apiError("UNAVAILABLE_DOMAIN", 422), { status: 503 }]) {
      const { outputs, log } = await once({
        arrange: ({ faults }) => faults.push({ when: isValidate, reply }),
      });
      assert.equal(outputs["outcome"], "registered");
      const doubt = log.some((line) =>
        line.startsWith("##[warning]The registrar could not validate the request."),
      );
      assert.equal(doubt, reply.status === 503);
    }
  });

  it("stops when the purchase is refused, and says what to do, such as adding name servers", async () => {
    for (const status of [400, 401, 402, 403, 422]) {
      const { result, outputs, issues, stage, receipt } = await once({
        arrange: ({ faults }) => faults.push({ when: isPurchase, reply: apiError("NO", status) }),
        request: { ...Object(exampleRequest), nameServers: [] },
      });
      assert.deepEqual([result, outputs["outcome"]], ["Failed", "refused"]);
      assert.equal(issues.length, 1);
      assert.equal(
        /adding name servers has helped/.test(issues[0]?.message ?? ""),
        [400, 422].includes(status),
      );
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 1);
      assert.equal(Object(receipt).attempts[0].outcome, "notBought");
    }
  });

  it("needs two new responses to buy after 429", async () => {
    const { outputs, stage, receipt } = await once({
      arrange: ({ faults }) =>
        faults.push({ when: isPurchase, times: 1, reply: apiError("TOO_MANY", 429, { retryAfterSec: 77 }) }),
    });
    assert.equal(outputs["outcome"], "registered");
    assert.equal(stage.registrar.history.filter(({ kind }) => kind === "available").length, 4);
    const [, second] = Object(receipt).attempts;
    assert.ok(Date.parse(second.sentAt) >= now + 60_000 + 77_000);
  });
});
