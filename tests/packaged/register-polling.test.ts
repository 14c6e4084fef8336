import assert from "node:assert/strict";
import { now, releasedAtCheck, useRegister } from "./register-stage";

describe("packaged DomainRegister, polling", () => {
  const { once } = useRegister();

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

  it("counts uncertain responses unless `requireDefinitive` is true", async () => {
    const { stage, log } = await once({
      inputs: { requireDefinitive: "true" },
      registrar: { domains: [releasedAtCheck(4, { falsePositives: 3 })] },
    });
    assert.equal(stage.registrar.history.filter(({ kind }) => kind === "purchase").length, 1);
    assert.ok(log.includes("Available, but not definitive; ignored because requireDefinitive is true."));
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
      /pollSeconds: 0\.5 is shorter than requestsPerMinute 12 allows\. Checks start 6 s apart/,
    );
    assert.ok(Number(outputs["checks"]) <= 51, outputs["checks"]);
  });
});
