import assert from "node:assert/strict";
import { foreignToken } from "../sandbox/godaddy-v3";
import { foreignPorkbunKey } from "../sandbox/porkbun";
import { useGodaddyV3 } from "./godaddy-v3-stage";
import { usePorkbun } from "./porkbun-stage";
import { issuesOf, type KeyedService, type KeyedStage, linesOf } from "./registrars-stage";

/** Sets a stage with a registrar for as long as `act` takes. */
type SetStage = (changes: object, act: (stage: KeyedStage<KeyedService>) => Promise<void>) => Promise<void>;

const registrars: [string, () => SetStage, Record<string, string>][] = [
  ["Porkbun", usePorkbun, { KEY: foreignPorkbunKey.key, SECRET: foreignPorkbunKey.secret }],
  ["GoDaddy v3", useGodaddyV3, { TOKEN: foreignToken }],
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

for (const [name, use, foreign] of registrars)
  describe(`packaged DomainRegister at ${name}, when a purchase has a key`, () => {
    const withStage = use();

    for (const [what, reply] of [
      ["the connection breaks", { ending: "reset" }],
      ["there were too many requests", { status: 429, headers: { "retry-after": "77" } }],
    ] as const)
      it(`finds out by the same key that it bought when ${what} after the purchase`, async () => {
        await withStage({}, async (stage) => {
          stage.service.afterEffect.push({ reply, times: 1 });
          const done = await stage.run();
          assert.deepEqual([done.result, done.outputs["outcome"]], ["Succeeded", "registered"]);
          assert.match(linesOf(done).join("\n"), /Purchase not confirmed: .*nothing is bought twice\./);
          assert.match(linesOf(done).join("\n"), /The purchase took effect\./);
          assert.equal(stage.purchases().length, 2);
          assertChargedOnceByOneKey(stage);
        });
      });

    it("finds out in the next run with the same credential what a killed process bought", async () => {
      await withStage({}, async (stage) => {
        hideAccount(stage);
        stage.service.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
        const killed = await stage.run({ step: { killWhen: () => stage.service.charges.length > 0 } });
        assert.deepEqual([killed.result, stage.outcomes()], ["Failed", ["sending"]]);
        const other = await stage.run({ step: { secrets: foreign } });
        assert.deepEqual([other.outputs["outcome"], stage.purchases().length], ["unknown", 1]);
        assert.match(
          issuesOf(other),
          /it was sent with another credential, .*\nRun this step again before 2026-11-21 02:01:\d\d UTC, with the same receipt/,
        );
        const next = await stage.run();
        assert.deepEqual([next.result, next.outputs["outcome"]], ["Succeeded", "registered"]);
        assert.match(
          linesOf(next).join("\n"),
          /An earlier run sent a purchase at .*\. Asking the registrar how/,
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

    it("buys by the same key in the next run when the registrar never got the request, but not in a dry run", async () => {
      await withStage({}, async (stage) => {
        stage.losePurchase({ ending: "hang" });
        await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
        const dry = await stage.run({ inputs: { dryRun: "true" } });
        assert.deepEqual([dry.outputs["outcome"], stage.outcomes()], ["unknown", ["sending"]]);
        assert.equal((await stage.run()).outputs["outcome"], "registered");
        assert.equal(stage.purchases().length, 2);
        assertChargedOnceByOneKey(stage);
      });
    });

    it("buys nothing that the account holds already, even without a receipt", async () => {
      await withStage({}, async (stage) => {
        await stage.run();
        stage.removeReceipts();
        assert.equal((await stage.run()).outputs["outcome"], "alreadyOwned");
        assert.equal(stage.purchases().length, 1);
      });
    });

    it("buys once by three agents that share the folder of receipts", async () => {
      const service = name === "Porkbun" ? { checkLimit: { limit: 1000, TTL: 10 } } : { forgetsSales: true };
      await withStage({ service: { ...service, ownership: "forbidden" } }, async (stage) => {
        const results = await Promise.all([stage.run(), stage.run(), stage.run()]);
        assert.equal(stage.service.charges.length, 1);
        assert.ok(results.some(({ outputs }) => outputs["outcome"] === "registered"));
        assert.equal(new Set(keysOf(stage)).size, 1);
      });
    });
  });
