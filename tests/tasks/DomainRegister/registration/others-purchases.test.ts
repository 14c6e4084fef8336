import assert from "node:assert/strict";
import { join } from "node:path";
import type { End } from "../../../../tasks/DomainRegister/registration/state";
import type { CredentialName, TestedRegistrar } from "../../../campaign/register-service";
import type { ReceivedRequest, Reply } from "../../../sandbox/loopback";
import { boughtNothing } from "../../../sentences";
import { temporaryFolder } from "../../../temporary-folder";
import { signal } from "./register-stage";
import { registerAt, startSeller } from "./service-stage";

/**
 * Once, on a busy machine, a random story ended with "registered what another account bought". The task was at fault: a
 * step whose confirming response was still on its way found in the shared receipt that another agent had bought
 * meanwhile, and reported that as its own purchase. Here, every response is held back until what it has to wait for has
 * happened, so no order of events depends on how fast the machine is.
 */
for (const name of ["godaddy", "godaddyV3", "porkbun"] as const)
  describe(`purchases of others at ${name}`, () => {
    const folder = temporaryFolder();
    let service: TestedRegistrar;
    beforeEach(async () => {
      service = await startSeller(name);
    });
    afterEach(async () => {
      await service.server.close();
      assert.deepEqual(service.violations, []);
      assert.ok(service.charges.length <= 1, "charged twice");
    });

    /** Runs a step to its end. Steps that name the same folder share a receipt. */
    const run = (credential: CredentialName, receiptFolder: "ours" | "theirs") =>
      registerAt(service, credential, join(folder(), receiptFolder));

    /** Replaces the reply to the first request of ours of which this holds. */
    function replyOnce(
      isIt: (request: ReceivedRequest) => boolean,
      reply: (healthy: () => Reply) => Reply,
    ): void {
      const when = (request: ReceivedRequest) => isBy("first", request) && isIt(request);
      service.server.faults.push({ times: 1, when, reply: (_, healthy) => reply(healthy) });
    }
    const isBy = (credential: CredentialName, request: ReceivedRequest) =>
      service.credentialOf(request) === credential;
    const isPurchase = (request: ReceivedRequest) => service.kindOf(request) === "purchase";
    /** The request whose response a purchase follows at once. */
    const isLastWord = (request: ReceivedRequest) => {
      const ofKind = (kind: string) =>
        service.server.requests.filter((sent) => isBy("first", sent) && service.kindOf(sent) === kind);
      return (
        service.kindOf(request) === (name === "godaddyV3" ? "quote" : "check") && ofKind("check").length === 2
      );
    };
    const purchasesOf = (credential: CredentialName) =>
      service.server.requests.filter((sent) => isPurchase(sent) && isBy(credential, sent)).length;

    for (const other of ["foreign", "rotated"] as const) {
      const whose = other === "foreign" ? "another account" : "another key of the account";

      it(`that ${whose} made while our confirmation was on its way are not ours`, async () => {
        let theirs: Promise<End> | undefined;
        replyOnce(isLastWord, (healthy) => {
          const reply = healthy();
          theirs = run(other, "ours");
          return heldUntil(theirs, reply);
        });
        const ours = await run("first", "ours");
        assert.equal((await theirs)?.outcome, "registered");
        assert.ok(ours.outcome === "alreadyOwned", ours.outcome);
        const message = new RegExp(
          String.raw`^Another run bought .* with another credential .*${boughtNothing}\.$`,
        );
        assert.match(ours.message, message);
        assert.deepEqual([purchasesOf("first"), purchasesOf(other)], [0, 1]);
      });

      it(`that ${whose} has on its way, behind the purchase lock, are not ours`, async () => {
        const [arrived, ended] = [signal(), signal()];
        let theirs: Promise<End> | undefined;
        replyOnce(isLastWord, (healthy) => {
          const reply = healthy();
          theirs = run(other, "ours");
          return heldUntil(arrived.given, reply);
        });
        service.server.faults.push({
          times: 1,
          when: (request) => isPurchase(request) && isBy(other, request),
          reply(_, healthy) {
            const reply = healthy();
            arrived.give();
            return heldUntil(ended.given, reply);
          },
        });
        const ours = await run("first", "ours");
        ended.give();
        assert.equal((await theirs)?.outcome, "registered");
        // Only the own account can show that the domain is there. Whoever bought it, this step sent nothing.
        assert.equal(ours.outcome, other === "rotated" ? "alreadyOwned" : "unknown");
        assert.equal(purchasesOf("first"), 0);
      });
    }

    /** Ours does not reach the registrar's books. Its failure arrives when the other purchase has been made. */
    const loseOurs = (other: CredentialName) =>
      replyOnce(isPurchase, () => heldUntil(run(other, "theirs"), { status: 503, body: "{}" }));
    it("that a stranger made while ours was lost never settle ours, neither then nor in the next run", async () => {
      loseOurs("foreign");
      assert.equal((await run("first", "ours")).outcome, "unknown");
      assert.equal((await run("first", "ours")).outcome, "unknown");
    });

    it("that a person made in our account while ours was lost make it registered, with no order of theirs", async () => {
      // No API tells whose order put the domain into the account, and ours may have done it.
      loseOurs("rotated");
      assert.deepEqual(await run("first", "ours"), { outcome: "registered", order: {} });
    });

    it("that a person made in our account after ours had failed as unknown are the account's, not the run's", async () => {
      const lost = { times: Number.POSITIVE_INFINITY, when: isPurchase, reply: { status: 503, body: "{}" } };
      service.server.faults.push(lost);
      assert.equal((await run("first", "ours")).outcome, "unknown");
      lost.times = 0;
      const sent = purchasesOf("first");
      assert.equal((await run("rotated", "theirs")).outcome, "registered");
      assert.equal((await run("first", "ours")).outcome, "alreadyOwned");
      assert.equal(purchasesOf("first"), sent);
    });
  });

/** A reply whose body follows its headers when something has happened. */
function heldUntil(event: Promise<unknown>, reply: Reply): Reply {
  async function* body() {
    await event;
    yield Buffer.from(String(reply.body));
  }
  return { ...reply, body: body() };
}
