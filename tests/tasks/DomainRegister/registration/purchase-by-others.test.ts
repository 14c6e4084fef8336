import assert from "node:assert/strict";
import { boughtNothing } from "../../../sentences";
import { domain } from "../samples";
import { account, bought, notSent, service, unavailable, unknown, useBuyerStage } from "./buyer-stage";

const sent = {
  sentAt: "then",
  registrar: "godaddy",
  account,
  request: {},
  accountBefore: [],
  accountSince: [],
  availability: [],
  answers: [],
};
const attempt = { ...sent, service };

describe("purchase beside other processes", () => {
  const { stage } = useBuyerStage();

  it("does not buy after another process's purchase with an unknown outcome", async () => {
    for (const outcome of ["sending", "unknown"] as const) {
      const { buyer, file, writeAttempt } = stage({ purchase: notSent });
      writeAttempt({ ...attempt, outcome });
      const response = await buyer.buy([]);
      const words = /Another agent sent a purchase at then/;
      assert.ok(response.kind === "unknown" && words.test(response.message));
      assert.equal(file.isLocked(), false);
    }
  });

  for (const [credential, how] of [
    [account, ""],
    ["another account", " with another credential"],
  ] as const)
    it(`never calls another process's purchase its own, which was made by ${credential}`, async () => {
      const { buyer, file, writeAttempt } = stage({ purchase: notSent });
      writeAttempt({ ...attempt, account: credential, outcome: "registered" });
      assert.deepEqual(await buyer.buy([]), {
        kind: "alreadyOwned",
        message: `Another run bought ${domain} at then${how} (${file.path}). ${boughtNothing}.`,
      });
      assert.equal(file.isLocked(), false);
    });

  it("finds a domain in the account that it sent no purchase for, and does not call it its own", async () => {
    const { buyer, file } = stage({ ownership: async () => ({ kind: "owned" }) });
    file.acquireLock();
    assert.equal((await buyer.buy([])).kind, "unknown");
    const message = `The account now holds ${domain}, but this run did not buy it.`;
    assert.deepEqual(await buyer.reconcile(), { kind: "alreadyOwned", message });
  });

  const elsewhere = { ...attempt, service: "https://trial.example/" };

  it("buys nothing that another registrar has granted to an agent with the same folder since this run began", async () => {
    const { buyer, file, writeAttempt } = stage({ purchase: notSent });
    writeAttempt({ ...elsewhere, outcome: "registered" });
    assert.deepEqual(await buyer.buy([]), {
      kind: "alreadyOwned",
      message: `Another run bought ${domain} at then from trial.example (${file.path}). ${boughtNothing}.`,
    });
    assert.equal(file.isLocked(), false);
  });

  it("ignores but keeps what another registrar granted before, and stops for an unknown outcome there", async () => {
    stage().writeAttempt({ ...elsewhere, outcome: "registered" });
    const { buyer, outcomes, file, writeAttempt } = stage();
    assert.deepEqual(await buyer.buy([]), bought);
    assert.deepEqual(outcomes(), ["registered", "registered"]);
    const services = file.read()?.attempts.map((attempt) => attempt.service);
    assert.deepEqual(services, [elsewhere.service, service]);
    writeAttempt({ ...elsewhere, outcome: "unknown" });
    const other = stage({ purchase: notSent });
    assert.equal((await other.buyer.buy([])).kind, "unknown");
  });

  it("does not touch another process's lock and receipt, even after purchases of its own", async () => {
    const mine = stage({ purchase: async () => unavailable, ownership: async () => ({ kind: "owned" }) });
    await mine.buyer.buy([]);
    const other = stage({
      purchase: async () => {
        assert.equal((await mine.buyer.buy([])).kind, "unknown");
        assert.equal((await mine.buyer.reconcile()).kind, "alreadyOwned");
        assert.deepEqual([other.outcomes(), other.file.isLocked()], [["notBought", "sending"], true]);
        return bought;
      },
    });
    await other.buyer.buy([]);
    assert.deepEqual(other.outcomes(), ["notBought", "registered"]);
  });

  it("sends nothing while another process holds the purchase lock, and names the lock's file", async () => {
    const { buyer, file } = stage({ purchase: notSent });
    file.acquireLock();
    const exists = "A purchase lock exists: another agent is buying, or crashed while buying.";
    const message = `${exists} If none is running, delete ${file.lockPath}.`;
    assert.deepEqual(await buyer.buy([]), { kind: "unknown", message });
    assert.ok(file.isLocked());
  });

  it("goes on with a warning when the purchase lock cannot be released", async () => {
    const responses = [unavailable, bought];
    const purchase = async () => responses.shift() ?? unknown;
    const releaseLock = () => {
      throw new Error("EPERM");
    };
    const { buyer, agent, file, outcomes } = stage({ purchase, receipts: { releaseLock } });
    assert.equal((await buyer.buy([])).kind, "unavailable");
    assert.equal((await buyer.buy([])).kind, "bought");
    assert.deepEqual(outcomes(), ["notBought", "registered"]);
    const warning = `The purchase lock could not be released (EPERM). When this step has ended, delete ${file.lockPath}.`;
    assert.deepEqual(agent.warnings, [warning, warning]);
  });
});
