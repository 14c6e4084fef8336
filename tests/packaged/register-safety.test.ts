import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { makeAuthority } from "../sandbox/identity";
import { json, type Reply } from "../sandbox/loopback";
import type { SandboxRegistrar } from "../sandbox/registrar";
import { notKnown } from "../sentences";
import {
  domain,
  isAvailability,
  isPurchase,
  receiptUploads,
  releasedAtCheck,
  useRegister,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

/** The account cannot prove a purchase. */
const unprovable = { ownership: "forbidden", forgetsSales: true } as const;

/** The outcomes of the attempts in the receipt. */
const outcomesOf = (receipt: unknown) =>
  Object(receipt).attempts.map(({ outcome }: { outcome: string }) => outcome);

describe("packaged DomainRegister, when money is at stake", () => {
  const agent = useAgent();

  it("does not try again when the outcome could not be proven, until a person has removed the receipt", async () => {
    await withRegistrar(agent(), { registrar: unprovable }, async (stage) => {
      stage.registrar.afterEffect.push({ reply: { ending: "reset" }, times: 1 });
      const first = await stage.run();
      assert.deepEqual([first.result, first.outputs["outcome"]], ["Failed", "unknown"]);
      const again = await stage.run();
      assert.deepEqual([again.result, again.outputs["outcome"]], ["Failed", "unknown"]);
      assert.match(
        again.issues[0]?.message ?? "",
        /A purchase was sent at 2026-11-20T03:01:00\.000Z, and its outcome is unknown/,
      );
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 1);
      for (const name of readdirSync(stage.receiptFolder)) rmSync(join(stage.receiptFolder, name));
      const cleared = await stage.run();
      assert.equal(cleared.outputs["outcome"], "registered");
    });
  });

  it("buys nothing if somebody has edited the receipt, and neither uploads nor publishes it", async () => {
    await withRegistrar(agent(), { registrar: unprovable }, async (stage) => {
      await stage.run();
      const path = join(stage.receiptFolder, `${domain}.production.receipt.json`);
      writeFileSync(path, readFileSync(path, "utf8").replace("registered", "notBought"));
      const step = await stage.run();
      assert.deepEqual([step.outputs["outcome"], receiptUploads(step)], ["unknown", []]);
      assert.match(
        step.issues[0]?.message ?? "",
        new RegExp(
          String.raw`${notKnown(domain)}\. .*it is not as the task wrote it\..*If it was bought, nothing is left to do\. If not, keep the receipt `,
          "s",
        ),
      );
      assert.equal(stage.registrar.charges.length, 1);
    });
  });

  it("lets only one of three simultaneous agents that share the folder buy", async () => {
    await withRegistrar(agent(), { registrar: unprovable }, async (stage) => {
      const results = await Promise.all([stage.run(), stage.run(), stage.run()]);
      assert.equal(stage.registrar.charges.length, 1);
      assert.ok(results.some(({ outputs }) => outputs["outcome"] === "registered"));
    });
  });

  it("waits for a purchase that is sent when the step is cancelled, and reports it", async () => {
    for (const [reply, outcome] of [
      [{ ending: "hang" }, "unknown"],
      [json({ orderId: 7 }), "registered"],
    ] as const) {
      await withRegistrar(agent(), {}, async (stage) => {
        stage.registrar.afterEffect.push({ reply, times: 1 });
        const { outputs, result } = await stage.run({
          step: { cancelWhen: (output) => output.includes("Buying.") },
        });
        assert.equal(outputs["outcome"], outcome);
        assert.equal(result, outcome === "registered" ? "Succeeded" : "Failed");
        assert.deepEqual(outcomesOf(stage.receipt()), [outcome]);
      });
    }
  });

  it("leaves a receipt that stops the next run when it is killed during a purchase", async () => {
    await withRegistrar(agent(), { registrar: unprovable }, async (stage) => {
      stage.registrar.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
      const killed = await stage.run({ step: { killWhen: () => stage.registrar.charges.length > 0 } });
      assert.equal(killed.result, "Failed");
      assert.deepEqual(outcomesOf(stage.receipt()), ["sending"]);
      const next = await stage.run();
      assert.deepEqual([next.result, next.outputs["outcome"]], ["Failed", "unknown"]);
      assert.match(next.issues[0]?.message ?? "", /A purchase was sent at .* and its outcome is unknown/);
      assert.equal(stage.registrar.charges.length, 1);
    });
  });
});

describe("packaged DomainRegister, on the response that confirms", () => {
  const { agent, once } = useRegister();

  /** Replaces the reply to each check. The domain is released at the third, which the fourth confirms. */
  const changeChecks = ({ faults }: SandboxRegistrar, change: (reply: Reply, check: number) => Reply) => {
    let checks = 0;
    faults.push({ when: isAvailability, reply: (_, healthy) => change(healthy(), ++checks) });
  };

  for (const [what, header, value] of [
    ["the receipt took long to write", "x-sandbox-disk-seconds", "5"],
    ["the machine slept, which only its date shows", "x-sandbox-jump-seconds", "3600"],
  ] as const)
    it(`starts over when it is too old to buy on, because ${what}`, async () => {
      const { outputs, log, receipt } = await once({
        arrange: (registrar) =>
          changeChecks(registrar, (reply, check) => ({
            ...reply,
            headers: { ...reply.headers, [header]: check === 4 ? value : "0" },
          })),
      });
      assert.match(log.join("\n"), /The confirming response was \d+ s old, which is too old to buy on/);
      assert.equal(outputs["outcome"], "registered");
      assert.deepEqual(outcomesOf(receipt), ["notBought", "registered"]);
    });

  it("buys over a connection whose TLS handshake ended before that response did", async () => {
    const authority = await makeAuthority("Company");
    const caFile = join(agent().sourcesFolder, "..", "ca.pem");
    writeFileSync(caFile, authority.cert);
    const registrar = { identity: await authority.issue("localhost"), domains: [releasedAtCheck(3)] };
    const step = { variables: { "Agent.CAInfo": caFile } };
    let unusedAtPurchase = -1;
    const { outputs, stage } = await once({
      ...{ registrar, step },
      arrange(service) {
        const isPrepared = () => service.unused.size === 1;
        changeChecks(service, (reply, check) =>
          check === 4 ? { ...reply, body: bodyAfter(reply, isPrepared) } : reply,
        );
        service.faults.push({
          when(request) {
            if (isPurchase(request)) unusedAtPurchase = service.unused.size;
            return false;
          },
          reply: {},
        });
      },
    });
    assert.deepEqual([outputs["outcome"], unusedAtPurchase], ["registered", 0]);
    assert.equal(stage.registrar.requests.filter(isAvailability).length, 4);
  });
});

/** The body of a reply, which ends when something has come about. */
async function* bodyAfter({ body }: Reply, isSo: () => boolean) {
  while (!isSo()) await setImmediate();
  yield Buffer.from(String(body));
}
