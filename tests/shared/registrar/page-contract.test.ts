import assert from "node:assert/strict";
import fc from "fast-check";
import { HttpError } from "../../../shared/http/errors";
import { sampled } from "../../sampled";
import { anyPage, anyPortal } from "./any-page";
import { fullCheckOf, never, roomyBudget } from "./client-stage";
import { callsOf, describeRegistrars, kindOf } from "./contract-stage";

describeRegistrars("behind something that responds in its place,", (subject) => {
  const { stage, domain, wish, request } = subject;
  const roomy = () => stage.connect({ budget: roomyBudget });

  /** Holds a rule against random pages, each as the response to every request of one call. */
  const holds = (
    rule: (registrar: ReturnType<typeof roomy>) => Promise<void>,
    pages = anyPage,
    registrarOf = roomy,
  ) =>
    fc.assert(
      fc.asyncProperty(pages, async (page) => {
        stage.instead(page);
        const registrar = registrarOf();
        await rule(registrar);
        registrar.dispose();
      }),
      { numRuns: sampled(30) },
    );

  it("does not know how a purchase ended, whatever the page", () =>
    holds(
      async ({ purchase, keyed }) => {
        const terms = { connectSeconds: 10, isWanted: () => true };
        assert.equal(await kindOf(purchase(request, never, terms)), "unknown");
        if (keyed !== undefined) assert.equal(await kindOf(keyed.replay(request, never)), "unknown");
        const follow = keyed?.follow?.("operation-1", domain, never);
        if (follow !== undefined) assert.equal(await kindOf(follow), "unknown");
      },
      fc.oneof(anyPage, anyPortal),
    ));

  it("learns nothing from the headers of a page: no pause, no limit, no time", () =>
    holds(
      async (registrar) => {
        const calls = Object.entries(callsOf(registrar, subject));
        for (const [called, call] of calls.filter(([name]) => name !== "validate")) {
          await call(never).catch(() => undefined);
          assert.deepEqual([registrar.pauseSeconds(), registrar.now()], [0, undefined], called);
        }
      },
      fc.oneof(anyPage, anyPortal),
      () => stage.connect({ budget: { ...roomyBudget, learn: () => assert.fail("a limit") } }),
    ));

  it("fails a check without a verdict on the credential or the account", () =>
    holds(async ({ availability }) => {
      await assert.rejects(availability(fullCheckOf(domain)), (error) => {
        assert.ok(error instanceof HttpError);
        assert.equal(error.problem.kind, "intermediary");
        assert.match(
          error.message,
          /sent by an intermediary \([\s\S]+\)[\s\S]* not (the registrar's own response|one that the registrar is known for)/,
        );
        assert.doesNotMatch(error.message, /large accounts|not valid|##vso|scope|account\/api/);
        return true;
      });
    }));

  it("neither refuses a quote or a request, nor denies that the account holds the domain", () =>
    holds(async ({ ownership, validate, quote }) => {
      assert.equal(await kindOf(ownership(domain, never)), "unprovable");
      assert.equal(await kindOf(validate(wish, never)), "unclear");
      if (quote !== undefined) assert.equal(await kindOf(quote(wish, never)), "notTaken");
    }));
});
