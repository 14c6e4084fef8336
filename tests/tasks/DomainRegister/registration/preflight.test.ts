import assert from "node:assert/strict";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import { minorUnits } from "../../../../shared/registrar/money";
import type { Ownership, Registrar, Terms } from "../../../../shared/registrar/registrar";
import { preflight } from "../../../../tasks/DomainRegister/registration/preflight";
import type { PriceLimit } from "../../../../tasks/DomainRegister/registration/price";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import {
  openReceiptFile,
  type ReceiptFile,
} from "../../../../tasks/DomainRegister/registration/receipt-file";
import type { Reconciled } from "../../../../tasks/DomainRegister/registration/state";
import type { RegistrationRequest } from "../../../../tasks/DomainRegister/request/request";
import { memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { domain, rules } from "../samples";
import { bought, now, unknown } from "./buyer-stage";
import { contextWith, keyed, keyedAttempt } from "./context-stage";

describe("preflight", () => {
  const folder = temporaryFolder();
  const file = () => openReceiptFile(folder(), domain, "production", sanitize);
  const refuse = () => assert.fail("nothing is sent here");

  async function run(changes: {
    ownership?: Ownership;
    terms?: () => Promise<Terms>;
    attempts?: Attempt[];
    resumed?: Reconciled;
    dryRun?: boolean;
    limit?: PriceLimit;
    registrar?: Partial<Registrar>;
    receipts?: Partial<ReceiptFile>;
    request?: RegistrationRequest;
    wallAhead?: number;
  }) {
    const { ownership = { kind: "notOwned" }, terms, attempts, resumed, dryRun = false } = changes;
    if (attempts !== undefined) file().write({ domain, environment: "production", attempts });
    const agent = memoryAgent();
    const end = await preflight(
      contextWith(
        { ...file(), ...changes.receipts },
        {
          wanted: { dryRun, ...(changes.limit && { limit: changes.limit }) },
          registrar: {
            ...keyed,
            traits: { ...keyed.traits, currency: "USD" },
            ownership: async () => ownership,
            ...(terms && { terms }),
            ...changes.registrar,
          },
          agent,
          ...(changes.request && { request: changes.request }),
          clock: Object.assign(testClock({ startsAt: now }), { wallAhead: changes.wallAhead ?? 0 }),
          createNarrator: refuse,
          createKey: refuse,
        },
      ),
      { buy: refuse, reconcile: refuse, resume: async () => resumed ?? refuse() },
    );
    return {
      end,
      warnings: agent.warnings,
      printed: agent.printed,
      path: file().path,
      lock: file().lockPath,
    };
  }

  it("ends at once if the account holds the domain", async () => {
    const { end } = await run({ ownership: { kind: "owned" } });
    const message = `The account already holds ${domain}; nothing was bought.`;
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
    const message = `An earlier run sent a purchase at ${keyedAttempt.sentAt}, and its outcome is unknown.`;
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
          `An earlier run sent a purchase at ${attempt.sentAt ?? keyedAttempt.sentAt}, and its outcome is unknown. ` +
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

  const account: RegistrationRequest = {
    ...{ kind: "account", domain, period: undefined, agreementKeys: [], acknowledgedFees: [] },
    agreedAt: undefined,
  };

  it("ends if the registrar does not sell the domain, or not for that period", async () => {
    const notSold = await run({ terms: async () => ({ kind: "notSold", message: "Not .us." }) });
    assert.deepEqual(notSold.end, { outcome: "refused", message: "Not .us.", status: undefined });
    const sold = async (period: number | undefined) =>
      (await run({ terms: async () => ({ kind: "sold", years: 1 }), request: { ...account, period } })).end;
    const message = "The registrar sells example.org for 1 year only. Set `period` to 1.";
    assert.deepEqual(await sold(2), { outcome: "refused", message, status: undefined });
    assert.deepEqual([await sold(1), await sold(undefined)], [undefined, undefined]);
  });

  it("warns if the terms cannot be read, and rejects if the credential is refused", async () => {
    const failing = (problem: HttpProblem) => () =>
      Promise.reject(new HttpError("registrar: GET /", problem, 1, ""));
    const coded = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
    const status = { kind: "status", redirectsTo: undefined, ...coded } as const;
    for (const problem of [{ kind: "timeout", seconds: 10 } as const, { ...status, status: 503 }]) {
      const { end, warnings } = await run({ terms: failing(problem) });
      assert.equal(end, undefined);
      assert.match(
        warnings.join(),
        /^Could not check whether the registrar sells example\.org\. registrar: GET/,
      );
    }
    await assert.rejects(run({ terms: failing({ ...status, status: 401 }) }), HttpError);
  });
});
