import assert from "node:assert/strict";
import { filledRequest } from "../sandbox/filled-request";
import { json } from "../sandbox/loopback";
import {
  domain,
  isOwnership,
  isPurchase,
  linesOf,
  now,
  type RegisterStage,
  releasedAtCheck,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

/** What people have reported in public of accounts long before and after an order, and of what they order. */
describe("packaged DomainRegister, with what users have reported of accounts and requests", () => {
  const agent = useAgent();
  const atGodaddy = (act: (stage: RegisterStage) => Promise<void>) => withRegistrar(agent(), {}, act);
  const later = (hours: number) => ({ step: { clockStartsAt: now + hours * 3_600_000 } });

  it("says that the registrar undid an order once the account shows it for a day (Automattic/wp-calypso#48021)", () =>
    atGodaddy(async ({ registrar, run }) => {
      assert.equal((await run()).outputs["outcome"], "registered");
      registrar.faults.push({ when: isOwnership, reply: json({ domain, status: "CANCELLED" }) });
      const { length } = registrar.requests;
      const soon = await run(later(1));
      assert.deepEqual([soon.result, soon.outputs["outcome"]], ["SucceededWithIssues", "alreadyOwned"]);
      assert.match(linesOf(soon).join("\n"), /The account does not confirm this order: it shows CANCELLED\./);
      const step = await run(later(26));
      assert.deepEqual([step.result, step.outputs["outcome"]], ["Failed", "undone"]);
      assert.match(linesOf(step).join("\n"), /the account has shown CANCELLED since 2026-11-20 04:00:00 UTC/);
      assert.equal(registrar.requests.length, length + 2, "the account is asked once in each run");
    }));

  it("does not order again what the account completes later, where no receipt lasts (godaddy/cli#235)", async () => {
    const registrar = { domains: [releasedAtCheck(1)], ownedAs: "PENDING_SETUP", forgetsSales: true };
    await withRegistrar(agent(), { registrar, inputs: { receiptFolder: "" } }, async (stage) => {
      const [first, second] = [await stage.run(), await stage.run()];
      assert.deepEqual(
        [first, second].map(({ outputs }) => outputs["outcome"]),
        ["registered", "alreadyOwned"],
      );
      assert.equal(second.result, "SucceededWithIssues");
      assert.equal(stage.registrar.charges.length, 1);
    });
  });

  it("buys a name that the account lists as canceled, and never says that this undid it (godaddy/cli#94, #102)", () =>
    atGodaddy(async ({ registrar, run, receipt }) => {
      registrar.faults.push({ when: isOwnership, reply: json({ domain, status: "CANCELLED" }) });
      assert.equal((await run()).outputs["outcome"], "registered");
      const [attempt] = [receipt()?.["attempts"]].flat();
      assert.match(JSON.stringify(attempt), /"accountBefore":\[{[^}]*"status":"CANCELLED"/);
      for (const hours of [1, 30]) {
        const step = await run(later(hours));
        assert.deepEqual([step.result, step.outputs["outcome"]], ["SucceededWithIssues", "alreadyOwned"]);
        assert.match(linesOf(step).join("\n"), /which may be the record of something older/);
      }
      assert.equal(registrar.charges.length, 1);
    }));

  it("says what a name reads as before it buys it (mypdns/matrix#1301, classilla/tenfourfox#384)", async () => {
    const [name, reads] = ["xn--80ak6aa92e.com", "apple.com"];
    const registrar = { domains: [{ name, released: () => true, price: 11_690_000 }] };
    const request = { ...filledRequest, domain: name };
    await withRegistrar(agent(), { registrar, inputs: { domain: name }, request }, async (stage) => {
      const step = await stage.run();
      assert.equal(step.outputs["outcome"], "registered", linesOf(step).join("\n"));
      const [warning] = step.issues;
      assert.match(
        warning?.message ?? "",
        new RegExp(`^domain: ${name} is ".*" in its own letters, .*reads as ${reads}`),
      );
      assert.equal(stage.registrar.requests.filter(isPurchase).length, 1);
    });
  });
});
