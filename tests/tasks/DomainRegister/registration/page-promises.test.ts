import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { keyOf } from "../../../campaign/register-receipt";
import type { RequestKind, TestedRegistrar } from "../../../campaign/register-service";
import type { Reply } from "../../../sandbox/loopback";
import { anyPage, anyPortal } from "../../../shared/registrar/any-page";
import { temporaryFolder } from "../../../temporary-folder";
import { receiptsIn, registerAt, startSeller } from "./service-stage";

/** Something between that responds to some requests of a kind in the registrar's place, perhaps after it has passed them on. */
interface Interception {
  kind: RequestKind;
  /** The request of the kind that it begins with, and how many it strikes. */
  first: number;
  times: number;
  passesOn: boolean;
  page: Reply;
}

const anyInterception = fc.record<Interception>({
  kind: fc.constantFrom<RequestKind>("purchase", "purchase", "check", "quote", "follow", "owned", "other"),
  first: fc.integer({ min: 1, max: 3 }),
  times: fc.constantFrom(1, 2, 30),
  passesOn: fc.boolean(),
  page: fc.oneof(anyPage, anyPortal),
});

/** Strikes requests, and notes the purchases that the registrar itself responded to. */
function intercept(service: TestedRegistrar, interceptions: readonly Interception[]) {
  const counts = new Map<RequestKind, number>();
  const answered: string[] = [];
  service.server.faults.push({
    when: () => true,
    reply(request, healthy) {
      const kind = service.kindOf(request);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      const struck = interceptions.find(
        (one) => one.kind === kind && count >= one.first && count < one.first + one.times,
      );
      const key = request.headers["idempotency-key"];
      if (struck === undefined && kind === "purchase") answered.push(String(key));
      if (struck === undefined) return healthy();
      if (struck.passesOn) healthy();
      return struck.page;
    },
  });
  return { answered, stop: () => void service.server.faults.splice(0) };
}

for (const name of ["godaddy", "godaddyV3", "porkbun"] as const)
  describe(`random pages in place of any response of ${name}`, function () {
    this.timeout(60_000);
    const folder = temporaryFolder();

    it("never lead to a second charge, nor to a receipt that denies a purchase without the registrar's word", () =>
      fc.assert(
        fc.asyncProperty(fc.array(anyInterception, { minLength: 1, maxLength: 4 }), async (interceptions) => {
          const service = await startSeller(name);
          const receipts = mkdtempSync(join(folder(), "receipts-"));
          try {
            const { answered, stop } = intercept(service, interceptions);
            const ends = [
              await registerAt(service, "first", receipts),
              await registerAt(service, "first", receipts),
            ];
            stop();
            ends.push(await registerAt(service, "first", receipts));
            assert.ok(service.charges.length <= 1, "charged twice");
            const isCalledOurs = ends.some(({ outcome }) => ["registered", "alreadyOwned"].includes(outcome));
            assert.ok(!isCalledOurs || service.charges.length === 1, "called ours what was not bought");
            assert.ok(
              !ends.some(({ outcome }) => outcome === "refused" || outcome === "undone"),
              "took a page for a no",
            );
            const attempts = receiptsIn(receipts).read()?.attempts ?? [];
            for (const attempt of attempts.filter(({ outcome }) => outcome === "notBought")) {
              const key = name === "godaddy" ? "undefined" : keyOf(attempt);
              assert.ok(answered.includes(key), "denied without the registrar's word");
            }
            const isHeld = attempts.some(({ outcome }) => outcome !== "notBought");
            assert.equal(service.charges.length === 0 || isHeld, true, "denied what was bought");
          } finally {
            await service.server.close();
          }
        }),
        { numRuns: 15 },
      ));
  });
