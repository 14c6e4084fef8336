import assert from "node:assert/strict";
import { minorUnits } from "../../../../shared/registrar/money";
import type { Terms } from "../../../../shared/registrar/registrar";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import type { Reconciled } from "../../../../tasks/DomainRegister/registration/state";
import { domain, rules } from "../samples";
import { bought, now, unknown } from "./buyer-stage";
import { keyedAttempt } from "./context-stage";
import { usePreflight } from "./preflight-stage";

describe("preflight", () => {
  const { file, run } = usePreflight();

  it("ends at once if the account holds the domain", async () => {
    const { end } = await run({ ownership: { kind: "owned" } });
    const message = `The account already holds ${domain}. This run bought nothing.`;
    assert.deepEqual(end, { outcome: "alreadyOwned", message });
  });

  it("says nothing if the account does not hold it", async () => {
    assert.deepEqual(await run({}), { ...(await run({})), end: undefined, warnings: [], printed: [] });
  });

  it("says so if nobody can tell whether the account holds it", async () => {
    const { end, printed, warnings } = await run({ ownership: { kind: "unprovable", message: "403." } });
    assert.equal(end, undefined);
    const expected = `Could not check whether the account holds ${domain}, so only receipts prevent a second purchase. 403.`;
    assert.deepEqual([printed, warnings], [[expected], []]);
  });

  it("warns if the account lists the domain with a status that proves nothing", async () => {
    const warningOf = async (status: string | undefined) =>
      (await run({ ownership: { kind: "listed", status } })).warnings.join();
    const rest =
      ", which does not prove that it holds the domain. Check the account: an order may have failed or may still be open.";
    assert.equal(await warningOf("PARKED"), `The account lists ${domain} with the status PARKED${rest}`);
    assert.equal(await warningOf(undefined), `The account lists ${domain} with an unknown status${rest}`);
  });

  it("knows that the credential is accepted once the registrar has answered anything", async () => {
    const unprovable = { kind: "unprovable", message: "403." } as const;
    assert.equal((await run({})).isAccepted, true);
    assert.equal((await run({ ownership: { kind: "listed", status: "PARKED" } })).isAccepted, true);
    assert.equal((await run({ ownership: unprovable })).isAccepted, false);
    const terms = async (): Promise<Terms> => ({ kind: "sold", years: undefined });
    assert.equal((await run({ ownership: unprovable, terms })).isAccepted, true);
  });

  it("reads the receipt before the credential and the folder can fail", async () => {
    const ownership = () => Promise.reject(new Error("401"));
    const receipts = { probe: () => assert.fail("the folder is full") };
    const { end } = await run({
      attempts: [{ ...keyedAttempt, outcome: "registered" }],
      registrar: { ownership },
      receipts,
    });
    assert.equal(end?.outcome, "alreadyOwned");
    const unusable = { ...receipts, read: () => assert.fail("unusable") };
    await assert.rejects(run({ registrar: { ownership }, receipts: unusable }), /unusable/);
    const open = run({ attempts: [keyedAttempt], resumed: unknown, receipts });
    assert.equal((await open).end?.outcome, "unknown");
  });

  it("finds out whether receipts can be written, unless it is a dry run", async () => {
    let probes = 0;
    const receipts = { probe: () => void probes++ };
    await run({ receipts, dryRun: true });
    assert.equal(probes, 0);
    await run({ receipts });
    assert.equal(probes, 1);
  });

  it("ends if an earlier run bought the domain, and says how to buy it again", async () => {
    const { end, path } = await run({ attempts: [{ ...keyedAttempt, outcome: "registered" }] });
    const message = `An earlier run bought ${domain} at ${keyedAttempt.sentAt} (${path}). To buy it again, delete the receipt.`;
    assert.deepEqual(end, { outcome: "alreadyOwned", message });
  });

  it("ends if another agent holds the purchase lock, or crashed with it", async () => {
    file().acquireLock();
    const { end, lock } = await run({});
    const message = `A purchase lock exists: another agent is buying, or crashed while buying. If none is running, delete ${lock}.`;
    assert.deepEqual(end, { outcome: "unknown", message });
  });

  it("warns of a purchase elsewhere, which does not count", async () => {
    const elsewhere: Attempt = { ...keyedAttempt, outcome: "registered", service: "https://trial.example/" };
    const { end, warnings, path } = await run({ attempts: [elsewhere] });
    assert.equal(end, undefined);
    assert.deepEqual(warnings, [
      `According to the receipt ${path}, ${domain} was bought at ${keyedAttempt.sentAt} from trial.example, ` +
        "not from registrar.example. That purchase does not count here. To stop this warning, delete the receipt.",
    ]);
  });

  it("stops at a purchase whose outcome stays unknown, which another run may find out", async () => {
    const message = `A purchase was sent at ${keyedAttempt.sentAt}, and its outcome is unknown.`;
    const { end } = await run({ attempts: [keyedAttempt], resumed: unknown });
    assert.deepEqual(end, { outcome: "unknown", message });
  });

  const notAsked: [string, Partial<Attempt>, string][] = [
    ["it went elsewhere", { service: "https://trial.example/" }, "it went to trial.example"],
    [
      "another account sent it",
      { account: "other" },
      "it was sent with another credential, and only a run with that one can find out. If the credential was " +
        "replaced, check the account",
    ],
    [
      "its key is old",
      { sentAt: "2026-11-19T03:00:00.000Z" },
      "its key is no longer reliable after 23 hours",
    ],
    ["it has no key", { repeatable: undefined }, "the purchase has no key"],
  ];
  for (const [what, attempt, why] of notAsked)
    it(`stops for good at a purchase of unknown outcome if ${what}, and says so`, async () => {
      const { end } = await run({ attempts: [{ ...keyedAttempt, ...attempt }] });
      assert.deepEqual(end, {
        outcome: "unknown",
        message:
          `A purchase was sent at ${attempt.sentAt ?? keyedAttempt.sentAt}, and its outcome is unknown. ` +
          `The registrar was not asked how it ended: ${why}.`,
      });
    });

  it("warns if credit or spending limit are below the cap, and buys nothing with that", async () => {
    const limit = { ...rules.limit, maxPrice: 1200n, currency: "USD", unit: minorUnits };
    const warningsWith = async (funds: { credit: number; limit: number | undefined }) =>
      (await run({ limit, registrar: { funds: async () => funds } })).warnings;
    assert.deepEqual(await warningsWith({ credit: 1200, limit: undefined }), []);
    const [credit, left] = await warningsWith({ credit: 0, limit: 1199 });
    const rest = "before the release: a purchase that costs more will be refused.";
    assert.equal(
      credit,
      `The account's credit is 0.00 USD, less than maxPrice 12.00 USD. Add credit ${rest}`,
    );
    assert.equal(
      left,
      `The account's API spending limit is 11.99 USD, less than maxPrice 12.00 USD. Raise the limit ${rest}`,
    );
    const funds = async () => ({ credit: 0, limit: 1 });
    const anyPrice = await run({ limit: { ...limit, maxPrice: undefined }, registrar: { funds } });
    assert.deepEqual(anyPrice.warnings, [`The account's credit is 0.00 USD. Add credit ${rest}`]);
  });

  it("goes on after a purchase that bought nothing, and says so", async () => {
    const resumed: Reconciled = { kind: "notTaken", message: "expired.", retryAfterSeconds: undefined };
    const { end, printed } = await run({ attempts: [keyedAttempt], resumed });
    assert.equal(end, undefined);
    assert.equal(printed.at(-1), "That purchase bought nothing: expired.");
  });

  it("asks how a purchase ended that a clock less than an hour ahead has sent, and no other of the future", async () => {
    const sentAfter = (minutes: number): Attempt => ({
      ...keyedAttempt,
      sentAt: new Date(now + minutes * 60_000).toISOString(),
    });
    const { end } = await run({ attempts: [sentAfter(59)], resumed: bought });
    assert.deepEqual(end, { outcome: "registered", order: { orderId: 7 } });
    const later = `its outcome is unknown. The registrar was not asked how it ended: the receipt dates the purchase in the future.`;
    for (const [minutes, wallAhead] of [
      [60, 0],
      [600, 0],
      [0, -3_600_000],
    ] as const) {
      const { end } = await run({ attempts: [sentAfter(minutes)], wallAhead });
      assert.ok(end?.outcome === "unknown" && end.message.endsWith(later), `${minutes} ${wallAhead}`);
    }
  });
});
