import assert from "node:assert/strict";
import { releasedAtCheck, useRegister } from "./register-stage";

describe("packaged DomainRegister, polling", () => {
  const { once } = useRegister();

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
