import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foreignToken, rotatedToken } from "../sandbox/godaddy-v3";
import { json } from "../sandbox/loopback";
import { foreignPorkbunKey, rotatedPorkbunKey } from "../sandbox/porkbun";
import { releasedAt as releasedAtV3, useGodaddyV3 } from "./godaddy-v3-stage";
import { releasedAt, usePorkbun } from "./porkbun-stage";
import { domain } from "./register-stage";
import { issuesOf, type KeyedService, type KeyedStage, linesOf } from "./registrars-stage";

const secretsOf = ({ key, secret }: { key: string; secret: string }) => ({ KEY: key, SECRET: secret });

/** Sets a stage with a registrar for as long as `act` takes. */
type SetStage = (changes: object, act: (stage: KeyedStage<KeyedService>) => Promise<void>) => Promise<void>;
const registrars: [string, () => SetStage, Record<"foreign" | "rotated", Record<string, string>>][] = [
  ["Porkbun", usePorkbun, { foreign: secretsOf(foreignPorkbunKey), rotated: secretsOf(rotatedPorkbunKey) }],
  ["GoDaddy v3", useGodaddyV3, { foreign: { TOKEN: foreignToken }, rotated: { TOKEN: rotatedToken } }],
];

/** Kills a run while its purchase is charged, so that nobody knows of it. */
async function buyAndDie(stage: KeyedStage<KeyedService>): Promise<void> {
  stage.service.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
  await stage.run({ step: { killWhen: () => stage.service.charges.length > 0 } });
}

/** The account needs a while to show what it bought. */
const hideAccount = ({ service }: KeyedStage<KeyedService>) =>
  void service.faults.push({
    when: ({ path }) => /\/domain\/get\/|\/domain-names\//.test(path),
    reply: { ...json({ status: "ERROR", code: "DOMAIN_NOT_FOUND", name: "NOT_FOUND" }), status: 404 },
  });

for (const [name, use, secrets] of registrars)
  describe(`packaged DomainRegister at ${name}, after a purchase whose response was lost`, () => {
    const withStage = use();

    for (const who of ["foreign", "rotated"] as const)
      it(`neither asks nor buys with a ${who} credential, keeps the receipt, and says what to do`, async () => {
        await withStage({}, async (stage) => {
          hideAccount(stage);
          await buyAndDie(stage);
          const other = await stage.run({ step: { secrets: secrets[who] } });
          assert.deepEqual([other.result, other.outputs["outcome"]], ["Failed", "unknown"]);
          assert.deepEqual([stage.purchases().length, stage.outcomes()], [1, ["sending"]]);
          assert.match(
            issuesOf(other),
            /it was sent with another credential, .* If the credential was replaced, check the account\.\nRun this step again before 2026-11-21 02:01:\d\d UTC, with the same receipt, credential, .*\nIf that is not possible or settles nothing, check the account that the purchase was sent from: domains, orders and charges\./,
          );
          assert.match(other.summaries["Domain Register"] ?? "", /\*\*Next:\*\* Run this step again before /);
          assert.equal((await stage.run()).outputs["outcome"], "registered");
        });
      });

    const edits: [string, (text: string) => string][] = [
      ["a higher price", (text) => text.replace(/"price": \d+/, '"price": 100')],
      ["another domain", (text) => text.replaceAll(domain, "other-to-buy.org")],
      [
        "ten years",
        (text) =>
          text.replace(/\\"period\\":1\b/, '\\"period\\":10').replace(/"period": 1\b/, '"period": 10'),
      ],
      ["no purchase at all", (text) => text.replace('"sending"', '"notBought"')],
      ["half of it", (text) => text.slice(0, text.length / 2)],
    ];
    for (const [what, edit] of edits)
      it(`sends nothing from a receipt that somebody has edited to ${what}, and names its path`, async () => {
        await withStage({}, async (stage) => {
          stage.losePurchase({ ending: "hang" });
          await stage.run({ step: { killWhen: () => stage.purchases().length > 0 } });
          const [file = assert.fail("no receipt")] = readdirSync(stage.receiptFolder).filter((one) =>
            one.endsWith(".json"),
          );
          const path = join(stage.receiptFolder, file);
          const before = readFileSync(path, "utf8");
          assert.notEqual(edit(before), before);
          writeFileSync(path, edit(before));
          const next = await stage.run();
          assert.deepEqual([next.result, next.outputs["outcome"]], ["Failed", "unknown"]);
          assert.match(issuesOf(next), /Cannot use the receipt .*\.receipt\.json: it is /);
          assert.deepEqual([stage.purchases().length, stage.service.charges], [1, []]);
          writeFileSync(path, before);
        });
      });

    for (const pause of [undefined, "77"])
      it(`sends the same purchase once more after 429${pause === undefined ? "" : " and its pause"}, whether it was charged or not`, async () => {
        for (const isCharged of [true, false])
          await withStage({}, async (stage) => {
            const tooMany = { status: 429, headers: pause === undefined ? {} : { "retry-after": pause } };
            if (isCharged) stage.service.afterEffect.push({ reply: tooMany, times: 1 });
            else stage.losePurchase(tooMany);
            const done = await stage.run();
            assert.equal(done.outputs["outcome"], "registered");
            assert.match(
              linesOf(done).join("\n"),
              /Purchase not confirmed: .*429 .*The purchase took effect\./s,
            );
            assert.deepEqual(
              [stage.purchases().length, new Set(stage.purchases().map(({ body }) => body)).size],
              [2, 1],
            );
            assert.deepEqual([stage.service.charges.length, stage.outcomes()], [1, ["registered"]]);
          });
      });
  });

describe("packaged DomainRegister at Porkbun, which remembers only the responses that it stored", () => {
  const porkbun = usePorkbun();

  it("takes no refusal, marked as repeated or not, and no 404 of the account for a proof", async () => {
    await porkbun({ service: { ...releasedAt(1), showsOrdersAfterSeconds: 3600 } }, async (stage) => {
      stage.service.lostStores.times = 1;
      stage.service.afterEffect.push({ reply: { status: 500 }, times: 1 });
      const first = await stage.run();
      assert.deepEqual([first.result, first.outputs["outcome"]], ["Failed", "unknown"]);
      assert.ok(stage.purchases().length > 2, "the second refusal is marked as a repeated one");
      assert.deepEqual([stage.service.charges.length, stage.outcomes()], [1, ["unknown"]]);
      assert.equal((await stage.run()).outputs["outcome"], "unknown");
      const late = await stage.run({ afterMinutes: 90 });
      assert.equal(late.outputs["outcome"], "alreadyOwned", "the account shows the order by then");
    });
  });
});

describe("packaged DomainRegister at GoDaddy v3, whose quotes lock the price", () => {
  const v3 = useGodaddyV3();

  it("asks how a purchase ended that is completed with 202, once at least", async () => {
    await v3({ service: { polls: 0 } }, async (stage) => {
      assert.equal((await stage.run()).outputs["outcome"], "registered");
      const asked = stage.service.requests.filter(
        ({ path, method }) => method === "GET" && /\/registrations\//.test(path),
      );
      assert.equal(asked.length, 1);
    });
  });

  const passing = [400, 401, 403, 404, 422];
  for (const status of passing)
    it(`asks again for a quote that is refused once with ${status}`, async () => {
      await v3({ service: releasedAtV3(1) }, async (stage) => {
        stage.service.faults.push({
          // The parallel validation asks for a quote as well. This one follows two available responses.
          when: ({ path }) =>
            path.endsWith("/registration-quotes") &&
            stage.service.history.filter(({ kind }) => kind === "available").length > 1,
          times: 1,
          reply: { status },
        });
        const done = await stage.run({ inputs: { waitMinutes: "5" } });
        assert.equal(done.outputs["outcome"], "registered", issuesOf(done));
      });
    });

  it("asks for a quote whatever the prices of the check are, and buys at the quote's", async () => {
    const year = { term: "YEAR", period: 1, price: { currencyCode: "USD", value: 1199 } };
    for (const prices of [
      null,
      undefined,
      [],
      [{ ...year, term: undefined }],
      [{ ...year, period: 5, price: { currencyCode: "USD", value: 6000 } }],
      [{ ...year, price: null }],
    ])
      await v3({ service: releasedAtV3(1, { answer: () => ({ prices }) }) }, async (stage) => {
        assert.equal((await stage.run()).outputs["outcome"], "registered", JSON.stringify(prices));
      });
  });

  it("makes a new quote after a mismatch, and says so", async () => {
    await v3({ service: releasedAtV3(1) }, async (stage) => {
      stage.losePurchase({ ...json({ name: "quote_mismatch", message: "other fees" }), status: 422 });
      const done = await stage.run();
      assert.equal(done.outputs["outcome"], "registered");
      assert.match(linesOf(done).join("\n"), /quote_mismatch.* The task asks for a new one\./);
      assert.deepEqual(stage.outcomes(), ["notBought", "registered"]);
    });
  });
});
