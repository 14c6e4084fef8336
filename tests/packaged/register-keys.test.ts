import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { useGodaddyV3 } from "./godaddy-v3-stage";
import { usePorkbun } from "./porkbun-stage";
import { domain } from "./register-stage";
import { issuesOf, type KeyedService, type KeyedStage, linesOf } from "./registrars-stage";

/** Sets a stage with a registrar for as long as `act` takes. */
type SetStage = (
  changes: { maxCents?: number },
  act: (stage: KeyedStage<KeyedService>) => Promise<void>,
) => Promise<void>;

const registrars: [string, () => SetStage][] = [
  ["Porkbun", usePorkbun],
  ["GoDaddy v3", useGodaddyV3],
];

const keysOf = (stage: KeyedStage<KeyedService>) =>
  stage.purchases().map(({ headers }) => headers["idempotency-key"]);

/** The account cannot be asked what it holds, so that only the key tells how a purchase ended. */
const hideAccount = ({ service }: KeyedStage<KeyedService>) =>
  void service.faults.push({
    when: ({ path }) => /\/domain\/get\/|\/domain-names\//.test(path),
    reply: { status: 403 },
  });

/** Asserts that all purchases had one key and one text, and that one of them was charged. */
function assertChargedOnceByOneKey(stage: KeyedStage<KeyedService>): void {
  assert.equal(stage.service.charges.length, 1);
  assert.equal(new Set(keysOf(stage)).size, 1);
  assert.equal(new Set(stage.purchases().map(({ body }) => body)).size, 1);
  assert.deepEqual(stage.outcomes(), ["registered"]);
}

for (const [name, use] of registrars)
  describe(`packaged DomainRegister at ${name}, when a purchase has a key`, () => {
    const withStage = use();

    for (const [what, reply] of [
      ["the connection breaks", { ending: "reset" }],
      ["the service fails", { status: 500 }],
      ["the response is incomplete", { status: 200, body: '{"status":' }],
      ["the response never comes", { ending: "hang" }],
    ] as const)
      it(`finds out by the same key that it bought when ${what} after the purchase`, async () => {
        await withStage({}, async (stage) => {
          stage.service.afterEffect.push({ reply, times: 1 });
          const done = await stage.run();
          assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "registered"]);
          const lines = linesOf(done).join("\n");
          assert.match(
            lines,
            /Purchase not confirmed: .*Finding out how it ended; nothing is bought twice\./,
          );
          assert.match(lines, /The purchase took effect\./);
          assert.equal(stage.purchases().length, 2);
          assertChargedOnceByOneKey(stage);
        });
      });

    it("buys by the same key when the registrar never got the first request", async () => {
      await withStage({}, async (stage) => {
        stage.losePurchase({ ending: "reset" });
        assert.equal((await stage.run()).outputs["outcome"], "registered");
        assert.equal(stage.purchases().length, 2);
        assertChargedOnceByOneKey(stage);
      });
    });

    it("finds out in the next run what a killed process bought", async () => {
      await withStage({}, async (stage) => {
        hideAccount(stage);
        stage.service.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
        const killed = await stage.run({ step: { killWhen: () => stage.service.charges.length > 0 } });
        assert.deepEqual([killed.result, stage.outcomes()], ["Failed", ["sending"]]);
        const next = await stage.run();
        assert.deepEqual([next.result, next.outputs["outcome"]], ["Succeeded", "registered"]);
        assert.match(
          linesOf(next).join("\n"),
          /An earlier run sent a purchase at .*\. Asking the registrar how it ended\./,
        );
        assertChargedOnceByOneKey(stage);
        assert.equal((await stage.run()).outputs["outcome"], "alreadyOwned");
        assert.equal(stage.purchases().length, 2);
      });
    });

    it("finds out in the next run what a cancelled one bought", async () => {
      await withStage({}, async (stage) => {
        hideAccount(stage);
        stage.service.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
        const cancelled = await stage.run({ step: { cancelWhen: () => stage.service.charges.length > 0 } });
        assert.deepEqual([cancelled.outputs["outcome"], stage.outcomes()], ["unknown", ["unknown"]]);
        assert.match(issuesOf(cancelled), /It is not known whether example-to-buy\.org was bought/);
        assert.equal((await stage.run()).outputs["outcome"], "registered");
        assertChargedOnceByOneKey(stage);
      });
    });

    it("learns from the account what a killed process bought, and asks nothing by the key", async () => {
      await withStage({}, async (stage) => {
        stage.service.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
        await stage.run({ step: { killWhen: () => stage.service.charges.length > 0 } });
        const next = await stage.run();
        assert.deepEqual([next.result, next.outputs["outcome"]], ["Succeeded", "alreadyOwned"]);
        assert.equal(stage.purchases().length, 1);
      });
    });

    it("buys by the same key in the next run when the registrar never got the request", async () => {
      await withStage({}, async (stage) => {
        stage.losePurchase({ ending: "hang" });
        await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
        assert.deepEqual([stage.service.charges, stage.outcomes()], [[], ["sending"]]);
        assert.equal((await stage.run()).outputs["outcome"], "registered");
        assert.equal(stage.purchases().length, 2);
        assertChargedOnceByOneKey(stage);
      });
    });

    it("does not send an earlier purchase again at a price over the cap of today", async () => {
      await withStage({}, async (stage) => {
        stage.losePurchase({ ending: "hang" });
        await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
        const next = await stage.run({ inputs: { maxPrice: "11.00 USD" } });
        assert.deepEqual([next.outputs["outcome"], stage.service.charges], ["unknown", []]);
        assert.equal(stage.purchases().length, 1);
      });
    });

    it("sends nothing once the registrar may have forgotten the key, and says what to do", async () => {
      await withStage({}, async (stage) => {
        stage.losePurchase({ ending: "hang" });
        await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
        const next = await stage.run({ afterMinutes: 23 * 60 });
        assert.deepEqual([next.result, next.outputs["outcome"]], ["Failed", "unknown"]);
        assert.match(
          issuesOf(next),
          /An earlier run sent a purchase at .*, and its outcome is unknown\. .* its key is no longer reliable after 23 hours\.\nBefore anything else, check the account that the purchase was sent from: .*If not, delete /s,
        );
        assert.equal(stage.purchases().length, 1);
      });
    });

    it("buys nothing that the account holds already, even without a receipt", async () => {
      await withStage({}, async (stage) => {
        await stage.run();
        stage.removeReceipts();
        const again = await stage.run();
        assert.deepEqual([again.result, again.outputs["outcome"]], ["Succeeded", "alreadyOwned"]);
        assert.equal(again.log.at(-1), `The account already holds ${domain}; nothing was bought.`);
        assert.equal(stage.purchases().length, 1);
      });
    });

    it("does not buy while another agent has the purchase lock", async () => {
      await withStage({}, async (stage) => {
        mkdirSync(stage.receiptFolder);
        writeFileSync(join(stage.receiptFolder, `${domain}.production.receipt.json.buying`), "other\n");
        const done = await stage.run();
        assert.equal(done.outputs["outcome"], "unknown");
        assert.match(issuesOf(done), /A purchase lock exists: another agent is buying/);
        assert.deepEqual([stage.purchases(), stage.service.history], [[], []], "it is found out at once");
      });
    });

    it("buys nothing in a dry run after a purchase whose outcome is unknown", async () => {
      await withStage({}, async (stage) => {
        stage.losePurchase({ ending: "hang" });
        await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
        const dry = await stage.run({ inputs: { dryRun: "true" } });
        assert.deepEqual([dry.outputs["outcome"], stage.service.charges], ["unknown", []]);
        assert.equal(stage.purchases().length, 1);
      });
    });
  });
