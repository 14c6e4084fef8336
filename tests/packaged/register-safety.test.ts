import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { json, type Reply } from "../sandbox/loopback";
import { domain, isAvailability, isPurchase, useRegister, withRegistrar } from "./register-stage";

describe("packaged DomainRegister, when money is at stake", () => {
  const { agent } = useRegister();

  it("does not try again when the outcome could not be proven, until a person has removed the receipt", async () => {
    const unprovable = { ownership: "forbidden" as const, forgetsSales: true };
    const reset = ({ afterEffect }: { afterEffect: { reply: Reply; times: number }[] }) =>
      void afterEffect.push({ reply: { ending: "reset" }, times: 1 });
    await withRegistrar(agent(), { registrar: unprovable, arrange: reset }, async (stage) => {
      const first = await stage.run();
      assert.deepEqual([first.result, first.outputs["outcome"]], ["Failed", "unknown"]);
      const again = await stage.run();
      assert.deepEqual([again.result, again.outputs["outcome"]], ["Failed", "unknown"]);
      assert.match(
        again.issues[0]?.message ?? "",
        /An earlier run sent a purchase at 2026-11-20T03:01:00\.000Z, and its outcome is unknown/,
      );
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 1);
      for (const name of readdirSync(stage.receiptFolder)) rmSync(join(stage.receiptFolder, name));
      const cleared = await stage.run();
      assert.equal(cleared.outputs["outcome"], "registered");
    });
  });

  it("does not buy while another agent that shares the folder is buying, or crashed while buying", async () => {
    await withRegistrar(agent(), {}, async (stage) => {
      writeFileSync(join(stage.receiptFolder, `${domain}.production.receipt.json.buying`), "1\n");
      const { outputs, issues } = await stage.run();
      assert.equal(outputs["outcome"], "unknown");
      assert.match(
        issues[0]?.message ?? "",
        /A purchase lock exists: another agent is buying, or crashed while buying\. If none is running, delete .*\.buying\./,
      );
      assert.ok(!stage.registrar.requests.some(isAvailability), "it is found out at once");
      assert.deepEqual(stage.registrar.charges, []);
    });
  });

  it("lets only one of two simultaneous agents that share the folder buy", async () => {
    await withRegistrar(
      agent(),
      { registrar: { forgetsSales: true, ownership: "forbidden" } },
      async (stage) => {
        const results = await Promise.all([stage.run(), stage.run(), stage.run()]);
        assert.equal(stage.registrar.charges.length, 1);
        assert.ok(results.some(({ outputs }) => outputs["outcome"] === "registered"));
      },
    );
  });

  it("waits for a purchase that is sent when the step is cancelled, and reports it", async () => {
    for (const [reply, outcome, kept] of [
      [{ ending: "hang" }, "unknown", "unknown"],
      [json({ orderId: 7 }), "registered", "registered"],
    ] as const) {
      await withRegistrar(agent(), {}, async (stage) => {
        stage.registrar.afterEffect.push({ reply, times: 1 });
        const { outputs, result } = await stage.run({
          step: { cancelWhen: (output) => output.includes("Buying.") },
        });
        assert.equal(outputs["outcome"], outcome);
        assert.equal(result, outcome === "registered" ? "Succeeded" : "Failed");
        assert.equal(Object(stage.receipt()).attempts[0].outcome, kept);
      });
    }
  });

  it("leaves a receipt that stops the next run when it is killed during a purchase", async () => {
    await withRegistrar(
      agent(),
      { registrar: { ownership: "forbidden", forgetsSales: true } },
      async (stage) => {
        stage.registrar.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
        const killed = await stage.run({ step: { killWhen: () => stage.registrar.charges.length > 0 } });
        assert.equal(killed.result, "Failed");
        assert.equal(Object(stage.receipt()).attempts[0].outcome, "sending");
        const next = await stage.run();
        assert.deepEqual([next.result, next.outputs["outcome"]], ["Failed", "unknown"]);
        assert.match(
          next.issues[0]?.message ?? "",
          /An earlier run sent a purchase at .* and its outcome is unknown/,
        );
        assert.equal(stage.registrar.charges.length, 1);
      },
    );
  });

  it("finds out before the wait that receipts cannot be kept", async () => {
    await withRegistrar(agent(), {}, async (stage) => {
      const file = join(stage.receiptFolder, "a-file");
      writeFileSync(file, "");
      const { issues } = await stage.run({ inputs: { receiptFolder: join(file, "below") } });
      assert.match(
        issues.at(-1)?.message ?? "",
        /^receiptFolder: receipts cannot be written to .*Nothing was bought\. Name a folder that the agent can write to\.\n/,
      );
      assert.ok(!stage.registrar.requests.some(isAvailability));
      rmSync(file);
    });
  });
});
