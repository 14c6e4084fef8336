import assert from "node:assert/strict";
import { filledRequest } from "../sandbox/filled-request";
import { json, type Reply } from "../sandbox/loopback";
import {
  apiError,
  domain,
  isOwnership,
  isPurchase,
  linesOf,
  now,
  type RegisterStage,
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
      assert.match(linesOf(soon).join("\n"), /The account does not show this order: it shows CANCELLED\./);
      const step = await run(later(26));
      assert.deepEqual([step.result, step.outputs["outcome"]], ["Failed", "undone"]);
      assert.match(linesOf(step).join("\n"), /the account has shown CANCELLED since 2026-11-20 04:00:00 UTC/);
      assert.equal(registrar.requests.length, length + 2, "the account is asked once in each run");
    }));

  for (const status of ["CANCELLED", "FAILED_REGISTRATION", "CANCELLED_TRANSFER"])
    it(`buys a name that the account lists as ${status}, and never says that this undid it (godaddy/cli#94, #102)`, () =>
      atGodaddy(async ({ registrar, run, receipt }) => {
        registrar.faults.push({ when: isOwnership, reply: json({ domain, status }) });
        assert.equal((await run()).outputs["outcome"], "registered");
        const [attempt] = [receipt()?.["attempts"]].flat();
        assert.match(JSON.stringify(attempt), new RegExp(`"accountBefore":\\[{[^}]*"status":"${status}"`));
        for (const hours of [1, 30, 2000, 20_000]) {
          const step = await run(later(hours));
          assert.deepEqual([step.result, step.outputs["outcome"]], ["SucceededWithIssues", "alreadyOwned"]);
          assert.match(linesOf(step).join("\n"), /which may be the record of something older/);
        }
        assert.equal(registrar.charges.length, 1);
      }));

  /** Buys, then lets the account answer with each of these so many hours later. Returns how the runs ended. */
  const endsAfter = (answers: readonly (readonly [hours: number, Reply])[]) =>
    withRegistrar(agent(), {}, async ({ registrar, run }) => {
      assert.equal((await run()).outputs["outcome"], "registered");
      const ends: unknown[] = [];
      for (const [hours, reply] of answers) {
        registrar.faults.splice(0, registrar.faults.length, { when: isOwnership, reply });
        const { outputs, result } = await run(later(hours));
        ends.push(result === "SucceededWithIssues" ? "doubtful" : outputs["outcome"]);
      }
      assert.equal(registrar.charges.length, 1);
      return ends;
    });
  const listed = (status: string) => json({ domain, status, domainId: 2 });
  const gone = apiError("NOT_FOUND", 404);

  it("says that a name was moved away, of which only a 404 is left (openprovider/Openprovider-WHMCS-domains#32, #389)", async () => {
    const ends = await endsAfter([
      [1, listed("ACTIVE")],
      [2000, gone],
      [2023, gone],
      [2024, gone],
    ]);
    assert.deepEqual(ends, ["alreadyOwned", "doubtful", "doubtful", "noLongerOwned"]);
  });

  it("takes an expired name in its grace period for ours, until it is canceled (namesilo/whmcs#3)", async () => {
    const ends = await endsAfter([
      ...[[8760, listed("PARKED_EXPIRED")] as const, [8800, listed("PARKED_EXPIRED")] as const],
      ...[[9800, listed("CANCELLED_REDEEMABLE")] as const, [9900, listed("CANCELLED_REDEEMABLE")] as const],
    ]);
    assert.deepEqual(ends, ["alreadyOwned", "alreadyOwned", "doubtful", "noLongerOwned"]);
  });

  it("does not doubt an order that the account completes hours later (realtimeregister/whmcs-domains#214)", async () => {
    const ends = await endsAfter([
      [1, gone],
      [3, listed("PENDING_SETUP")],
      [4, listed("ACTIVE")],
    ]);
    assert.deepEqual(ends, ["alreadyOwned", "alreadyOwned", "alreadyOwned"]);
  });

  it("refuses what a mail merge left in a contact (comlounge/camper#176, emeneo/moodle-enrol_apply#14)", () =>
    atGodaddy(async ({ registrar, run }) => {
      for (const nameLast of ["((fullname))", "{lastname}", "TODO", "xxx", "n/a"]) {
        const contactTech = { ...filledRequest.contactTech, nameLast };
        const step = await run({ request: { ...filledRequest, contactTech } });
        assert.equal(step.result, "Failed");
        assert.match(linesOf(step).join("\n"), /contactTech\.nameLast: (contains a token|expected your own)/);
      }
      assert.deepEqual(registrar.requests, []);
    }));

  it("says what a name reads as before it buys it (mypdns/matrix#1301, classilla/tenfourfox#384)", async () => {
    for (const [name, reads] of [
      ["xn--ithub-qmc.com", "github.com"],
      ["xn--80ak6aa92e.com", "apple.com"],
    ] as const) {
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
    }
  });
});
