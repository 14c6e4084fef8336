import assert from "node:assert/strict";
import { isAvailability, now, registerOnce, releasedAtCheck } from "./register-stage";
import { useAgent } from "./use-agent";

const day = 24 * 3600 * 1000;

describe("packaged DomainRegister at the pace of the record", () => {
  const agent = useAgent();

  it("ends early in redemption, after one check and one look, and says when to come back", async () => {
    const { stage, ...done } = await registerOnce(agent(), {
      record: () => ({
        status: ["redemption period", "pending delete"],
        expiresAt: now - 30 * day,
        changedAt: now - 20 * day,
      }),
      registrar: { domains: [releasedAtCheck(99)] },
      inputs: { pace: "record" },
    });
    assert.deepEqual([done.result, done.exitCode, done.outputs["outcome"]], ["Succeeded", 0, "tooEarly"]);
    const checks = stage.registrar.requests.filter(isAvailability).length;
    assert.deepEqual([checks, stage.rdap.asked()], [1, { list: 0, records: 1 }]);
    assert.deepEqual(
      [done.outputs["stage"], done.outputs["releaseEarliest"]],
      ["redemptionGracePeriod", "2026-11-25"],
    );
    const advice =
      /Until 2026-11-24, a daily run is enough \(cron "0 6 \* \* \*"\)\. From then on, run it every hour/;
    assert.match(done.log.at(-1) ?? "", advice);
    const summary = done.summaries["Domain Register"] ?? "";
    assert.match(summary, /^\| Outcome \| tooEarly \|$/m);
    assert.match(summary.replaceAll("\\", ""), advice);
    assert.ok((done.testimony?.seconds ?? 99) < 5, "it takes longer than a few seconds");
  });
});
