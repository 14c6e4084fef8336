import assert from "node:assert/strict";
import { isAvailability, now, registerOnce, releasedAtCheck } from "./register-stage";
import { useAgent } from "./use-agent";

const day = 24 * 3600 * 1000;

describe("packaged DomainRegister before a wait", () => {
  const agent = useAgent();

  it("ends after one check if the record proves a later release, and says when to come back", async () => {
    const { stage, ...done } = await registerOnce(agent(), {
      record: () => ({
        status: ["client transfer prohibited"],
        registeredAt: now - 400 * day,
        expiresAt: now - 30 * day,
        changedAt: now - 20 * day,
      }),
      registrar: { domains: [releasedAtCheck(99)] },
    });
    assert.deepEqual([done.result, done.exitCode, done.outputs["outcome"]], ["Succeeded", 0, "tooEarly"]);
    const checks = stage.registrar.requests.filter(isAvailability).length;
    assert.deepEqual([checks, stage.rdap.asked()], [1, { list: 0, records: 1 }]);
    assert.deepEqual([done.outputs["stage"], done.outputs["releaseEarliest"]], ["registered", "2026-11-25"]);
    const advice = /Until 2026-11-24, a daily run of `action: register` is enough \(cron "0 6 \* \* \*"\)/;
    assert.match(done.log.at(-1) ?? "", advice);
    const summary = done.summaries["Domain Register"] ?? "";
    assert.match(summary, /^\| Outcome \| tooEarly \|$/m);
    assert.match(summary.replaceAll("\\", ""), advice);
    assert.ok((done.testimony?.seconds ?? 99) < 5, "it takes longer than a few seconds");
  });

  for (const status of ["pending-delete", "PENDING_DELETE", { value: "pendingDelete" }, "to be deleted", 5])
    it(`polls if the record has a status of another spelling, or one that it cannot read: ${JSON.stringify(status)}`, async () => {
      const { stage, ...done } = await registerOnce(agent(), {
        record: () => ({
          status: ["client transfer prohibited", status],
          registeredAt: now - 400 * day,
          expiresAt: now + 300 * day,
        }),
        inputs: { waitMinutes: "2" },
      });
      assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "registered"]);
    });
});
