import assert from "node:assert/strict";
import { join } from "node:path";
import type { StepResult } from "../sandbox/agent";
import { boughtNothing, notKnown } from "../sentences";
import {
  domain,
  isOwnership,
  isPurchase,
  type RegisterStage,
  type RegisterStageOptions,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

/** The account cannot prove a purchase. */
const unprovable = { ownership: "forbidden", forgetsSales: true } as const;

/** No file whose name matches can be opened to write, as in a folder that became read-only after `writes` files. */
const readOnly = (pattern: string, writes = 0) => `const fs = require("node:fs");
  const { openSync } = fs;
  let left = ${writes};
  fs.openSync = (path, flags, ...rest) => {
    if (flags === "wx" && /${pattern}/.test(path) && left-- <= 0)
      throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    return openSync(path, flags, ...rest);
  };`;
const receiptFiles = "receipt\\.json";

/** What is wrong in the run after the purchase. */
const troubles: Record<string, (stage: RegisterStage) => RegisterStageOptions> = {
  "the folder is read-only": () => ({ step: { sabotage: readOnly(receiptFiles) } }),
  "inputs are wrong": () => ({ inputs: { maxPrice: "cheap", pollSeconds: "0" } }),
  "the step is canceled": (stage) => {
    let asked = false;
    stage.registrar.faults.push({
      when: (request) => {
        asked ||= isOwnership(request);
        return asked;
      },
      reply: { ending: "hang" },
    });
    return { step: { cancelWhen: () => asked } };
  },
};

describe("packaged DomainRegister after a purchase whose outcome is unknown", () => {
  const agent = useAgent();

  const assertDoubt = (step: StepResult, { receiptFolder }: RegisterStage) => {
    const path = join(receiptFolder, `${domain}.production.receipt.json`);
    const message = step.issues.find(({ type }) => type === "error")?.message ?? "";
    assert.deepEqual([step.result, step.outputs["outcome"]], ["Failed", "unknown"], message);
    assert.match(message, new RegExp(`^${notKnown(domain)}`));
    assert.match(message, /A purchase was sent at 2026-11-20T03:0/);
    assert.match(message, /check the account .*: domains, orders and charges/);
    assert.ok(message.includes(path), message);
    const said = step.stdout + JSON.stringify(step.summaries);
    assert.doesNotMatch(
      said,
      /nothing was (bought|sent)|(another|permanent) folder|folder that the agent can/i,
    );
    assert.match(step.summaries["Domain Register"] ?? "", /\| Outcome \| unknown \|/);
  };

  for (const [what, prepare] of Object.entries(troubles))
    it(`says so before all else, also when ${what}`, async () => {
      await withRegistrar(agent(), { registrar: unprovable }, async (stage) => {
        stage.registrar.afterEffect.push({ reply: { ending: "reset" }, times: 1 });
        await stage.run();
        assertDoubt(await stage.run(prepare(stage)), stage);
        assert.equal(stage.registrar.charges.length, 1);
      });
    });

  it("says so if the folder became read-only at a purchase that succeeded", async () => {
    await withRegistrar(agent(), { registrar: unprovable }, async (stage) => {
      // The probe, the lock and the intent are written. The response is not.
      const first = await stage.run({ step: { sabotage: readOnly(receiptFiles, 3) } });
      assert.deepEqual([first.result, first.outputs["outcome"]], ["Succeeded", "registered"]);
      assert.match(JSON.stringify(first.issues), /The receipt could not be written .*Keep this record/);
      assertDoubt(await stage.run({ step: { sabotage: readOnly(receiptFiles) } }), stage);
      assert.equal(stage.registrar.charges.length, 1);
    });
  });

  it("sends nothing if the folder is read-only, and says what to do without a receipt", async () => {
    await withRegistrar(agent(), {}, async (stage) => {
      const { result, outputs, issues } = await stage.run({ step: { sabotage: readOnly(receiptFiles) } });
      assert.deepEqual([result, outputs["outcome"]], ["Failed", undefined]);
      assert.match(
        issues[0]?.message ?? "",
        new RegExp(
          String.raw`^receiptFolder: receipts cannot be written to .* \(EROFS.* ${boughtNothing}\. Make it writable, or set`,
        ),
      );
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 0);
    });
  });
});
