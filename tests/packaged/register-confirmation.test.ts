import assert from "node:assert/strict";
import { isAvailability, isPurchase, type RegisterStageOptions, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/**
 * Response headers that make time pass under the fake clock. The domain is released at the third check.
 */
type Time = Record<string, string>;
const tooOld = /The confirming response was \d+ s old, which is too old to buy on, so nothing was sent\./;

describe("packaged DomainRegister, when the confirming response is old by the time of the purchase", () => {
  const agent = useAgent();

  /** A run in which check 4, the first confirming one, makes time pass as `atConfirmation` says. */
  async function runWith(atConfirmation: Time, options: RegisterStageOptions = {}) {
    const checkTimes: Record<number, Time> = { 4: atConfirmation, 5: { "x-sandbox-disk-seconds": "0" } };
    let checks = 0;
    const { outputs, log, stage, receipt } = await registerOnce(agent(), {
      ...options,
      arrange: ({ faults }) =>
        faults.push({
          when: isAvailability,
          reply(_, healthy) {
            const reply = healthy();
            return { ...reply, headers: { ...reply.headers, ...checkTimes[++checks] } };
          },
        }),
    });
    const attempts: unknown[] = Object(receipt).attempts;
    return {
      outcome: outputs["outcome"],
      checks,
      wasTooOld: tooOld.test(log.join("\n")),
      purchases: stage.registrar.requests.filter(isPurchase).length,
      attempts: attempts.map((attempt) => Reflect.get(Object(attempt), "outcome")),
    };
  }

  const again = {
    outcome: "registered",
    checks: 6,
    wasTooOld: true,
    purchases: 1,
    attempts: ["notBought", "registered"],
  };
  const atOnce = {
    outcome: "registered",
    checks: 4,
    wasTooOld: false,
    purchases: 1,
    attempts: ["registered"],
  };

  it("starts over when writing the receipt took long, or the process was stopped meanwhile", async () => {
    assert.deepEqual(await runWith({ "x-sandbox-disk-seconds": "5" }), again);
    assert.deepEqual(await runWith({ "x-sandbox-disk-seconds": "60" }), again);
  });

  it("starts over when the machine slept, which only its date shows", async () => {
    assert.deepEqual(await runWith({ "x-sandbox-jump-seconds": "3600" }), again);
  });

  it("buys at once after a slow disk of a few seconds, or a date that was set back", async () => {
    assert.deepEqual(await runWith({ "x-sandbox-disk-seconds": "1" }), atOnce);
    assert.deepEqual(await runWith({ "x-sandbox-jump-seconds": "-7200" }), atOnce);
  });

  it("buys on a slow response, as long as nothing else was slow", async () => {
    // For each of up to three pieces; the deadline of a check is 20 s.
    const slow = { "x-sandbox-seconds": "6" };
    assert.deepEqual(await runWith(slow), atOnce);
    assert.deepEqual(await runWith({ ...slow, "x-sandbox-disk-seconds": "2" }), again);
  });

  it('ends as "unanswered", not as "not available", when the wait is over by then', async () => {
    const { outcome, purchases } = await runWith(
      { "x-sandbox-disk-seconds": "60" },
      { inputs: { waitMinutes: "1.5" } },
    );
    assert.deepEqual([outcome, purchases], [undefined, 0]);
  });
});
