import assert from "node:assert/strict";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import { minorUnits } from "../../../../shared/registrar/money";
import type { Ownership, Terms } from "../../../../shared/registrar/registrar";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import type { SettledPurchase } from "../../../../tasks/DomainRegister/registration/state";
import type { RegistrationRequest } from "../../../../tasks/DomainRegister/request/request";
import { statusProblem } from "../../../shared/http/status-problem";
import { domain, rules } from "../samples";
import { bought, diskIsFull, now, unknown } from "./buyer-stage";
import { keyedAttempt } from "./context-stage";
import { usePreflight } from "./preflight-stage";

const registered: Attempt = { ...keyedAttempt, outcome: "registered" };
const unprovable = { kind: "unprovable", message: "403." } as const;
const sentAndUnknown = `A purchase was sent at ${keyedAttempt.sentAt}, and its outcome is unknown.`;

describe("preflight", () => {
  const { file, run } = usePreflight();

  it("ends at once if the account holds the domain", async () => {
    const { end } = await run({ ownership: { kind: "owned" } });
    const message = `The account already holds ${domain}. This run bought nothing.`;
    assert.deepEqual(end, { outcome: "alreadyOwned", message });
  });

  const told: [what: string, Ownership, printed: string[], warnings: string[]][] = [
    ["nothing if the account does not hold the domain", { kind: "notOwned" }, [], []],
    [
      "so if nobody can tell",
      unprovable,
      [
        `Could not check whether the account holds ${domain}, so only receipts prevent a second purchase. 403.`,
      ],
      [],
    ],
    ...["PARKED", undefined].map((status): [string, Ownership, string[], string[]] => [
      `that the status ${status} proves nothing`,
      { kind: "listed", status },
      [],
      [
        `The account lists ${domain} with ${status ? `the status ${status}` : "an unknown status"}, which does not prove ` +
          "that it holds the domain. Check the account: an order may have failed or may still be open.",
      ],
    ]),
  ];
  for (const [what, ownership, printed, warnings] of told)
    it(`says ${what}, and goes on`, async () => {
      const said = await run({ ownership });
      assert.deepEqual([said.end, said.printed, said.warnings], [undefined, printed, warnings]);
    });

  // Ordered again before it was active: FOSSBilling/FOSSBilling#1493. The statuses are those of GoDaddy's description.
  it("orders nothing while the account shows an open order, which nothing but the account remembers", async () => {
    const pending =
      "SETUP SETUP_REVIEW EPP_CREATE RETRY_EPP_CREATE FRAUD_VERIFICATION FRAUD_VERIFIED VERIFICATION_FRAUD " +
      "PURCHASE_PREMIUM DOCUMENT_VALIDATION ESCALATION_REGISTRY SUCCESS_PRE_REGISTRATION SUBMIT_HOLD_LANDRUSH";
    // A person has to accept a claim to the name first: Automattic/delphin#1086.
    const awaiting = "AWAITING_PAYMENT AWAITING_CLAIM_ACK AWAITING_DOCUMENT_UPLOAD RESERVED_PREMIUM".split(
      " ",
    );
    const statuses = [...pending.split(" ").map((status) => `PENDING_${status}`), ...awaiting];
    const at = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
    const open = (changes: object) =>
      run({ ownership: { kind: "listed", status: "PENDING_SETUP", ...changes } });
    for (const changes of [
      {},
      { createdAt: at(2) },
      { status: "PENDING_REGISTRATION", createdAt: at(23) },
      ...statuses.map((status) => ({ status })),
    ]) {
      const { end } = await open(changes);
      assert.ok(end?.outcome === "alreadyOwned" && end.isDoubtful);
      assert.match(
        end.message,
        /^The account already has an open order for \S+ \([A-Z_]+\)\. This run bought nothing\./,
      );
    }
    for (const changes of [
      { createdAt: at(25) },
      // Only its name servers are there: rmbolger/Posh-ACME#254.
      ...[
        "PENDING_SETUP_FAILED",
        "PENDING_FAILED_EPP_CREATE",
        "PENDING_FAILED_SUBMIT_FIREHOSE",
        "PENDING_EXPIRATION",
        "PENDING_DNS_ACTIVE",
        "PENDING_BACKORDER_CAPTURE",
        "AWAITING_TRANSFER_IN_ACK",
      ].map((status) => ({ status })),
    ])
      assert.equal((await open(changes)).end, undefined, JSON.stringify(changes));
  });

  it("knows that the credential is accepted once the registrar has answered anything", async () => {
    const terms = async (): Promise<Terms> => ({ kind: "sold", years: undefined });
    const isAccepted = async (changes: Parameters<typeof run>[0]) => (await run(changes)).isAccepted;
    assert.ok(await isAccepted({}));
    assert.ok(await isAccepted({ ownership: { kind: "listed", status: "PARKED" } }));
    assert.ok(!(await isAccepted({ ownership: unprovable })));
    assert.ok(await isAccepted({ ownership: unprovable, terms }));
  });

  it("reads the receipt before the credential and the folder can fail", async () => {
    const refused = new HttpError("registrar: GET /", statusProblem(401), 1, "");
    const registrar = { ownership: () => Promise.reject(refused) };
    const receipts = { probe: diskIsFull };
    const { end } = await run({ attempts: [registered], registrar, receipts });
    assert.equal(end?.outcome, "alreadyOwned");
    const unusable = { ...receipts, read: () => assert.fail("unusable") };
    await assert.rejects(run({ registrar, receipts: unusable }), /unusable/);
    const open = await run({ attempts: [keyedAttempt], resumed: unknown, receipts });
    assert.equal(open.end?.outcome, "unknown");
  });

  it("finds out whether receipts can be written, unless it is a dry run", async () => {
    let probes = 0;
    const receipts = { probe: () => void probes++ };
    await run({ receipts, dryRun: true });
    assert.equal(probes, 0);
    await run({ receipts });
    assert.equal(probes, 1);
  });

  it("ends if another agent holds the purchase lock, or crashed with it", async () => {
    file().acquireLock();
    const { end, lock } = await run({});
    const message = `A purchase lock exists: another agent is buying, or crashed while buying. If none is running, delete ${lock}.`;
    assert.deepEqual(end, { outcome: "unknown", message });
  });

  it("warns of a purchase elsewhere, which does not count", async () => {
    const attempts = [{ ...registered, service: "https://trial.example/" }];
    const { end, warnings, path } = await run({ attempts });
    assert.equal(end, undefined);
    assert.deepEqual(warnings, [
      `According to the receipt ${path}, ${domain} was bought at ${keyedAttempt.sentAt} from trial.example, ` +
        "not from registrar.example. That purchase does not count here. If it was no trial, cancel this step.",
    ]);
  });

  it("stops at a purchase whose outcome stays unknown, which another run may find out", async () => {
    const { end } = await run({ attempts: [keyedAttempt], resumed: unknown });
    assert.deepEqual(end, { outcome: "unknown", message: sentAndUnknown });
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
      const unsettled = sentAndUnknown.replace(keyedAttempt.sentAt, attempt.sentAt ?? keyedAttempt.sentAt);
      const message = `${unsettled} The registrar was not asked how it ended: ${why}.`;
      assert.deepEqual(end, { outcome: "unknown", message });
    });

  it("warns if credit or spending limit are below the cap, and buys nothing with that", async () => {
    const limit = { ...rules.limit, maxPrice: 1200n, currency: "USD", unit: minorUnits };
    const warningsWith = async (funds: { credit: number; limit: number | undefined }, maxPrice?: bigint) =>
      (await run({ limit: { ...limit, maxPrice }, registrar: { funds: async () => funds } })).warnings;
    const rest = "before the release: a purchase that costs more will be refused.";
    assert.deepEqual(await warningsWith({ credit: 1200, limit: undefined }, 1200n), []);
    assert.deepEqual(await warningsWith({ credit: 0, limit: 1199 }, 1200n), [
      `The account's credit is 0.00 USD, less than maxPrice 12.00 USD. Add credit ${rest}`,
      `The account's API spending limit is 11.99 USD, less than maxPrice 12.00 USD. Raise the limit ${rest}`,
    ]);
    const anyPrice = await warningsWith({ credit: 0, limit: 1 });
    assert.deepEqual(anyPrice, [`The account's credit is 0.00 USD. Add credit ${rest}`]);
  });

  it("goes on after a purchase that bought nothing, and says so", async () => {
    const resumed: SettledPurchase = { kind: "notTaken", message: "expired.", retryAfterSeconds: undefined };
    const { end, printed } = await run({ attempts: [keyedAttempt], resumed });
    assert.deepEqual([end, printed.at(-1)], [undefined, "That purchase bought nothing: expired."]);
  });

  it("asks how a purchase ended that a clock less than an hour ahead has sent, and no other of the future", async () => {
    const endAfter = async (minutes: number, changes: Parameters<typeof run>[0]) => {
      const sentAt = new Date(now + minutes * 60_000).toISOString();
      return (await run({ attempts: [{ ...keyedAttempt, sentAt }], ...changes })).end;
    };
    const resumed = await endAfter(59, { resumed: bought });
    assert.deepEqual(resumed, { outcome: "registered", order: { orderId: 7 } });
    const later = `its outcome is unknown. The registrar was not asked how it ended: the receipt dates the purchase in the future.`;
    for (const [minutes, wallAhead] of [
      [60, 0],
      [600, 0],
      [0, -3_600_000],
    ] as const) {
      const end = await endAfter(minutes, { wallAhead });
      assert.ok(end?.outcome === "unknown" && end.message.endsWith(later), `${minutes} ${wallAhead}`);
    }
  });
});

describe("preflight, by what the registrar says", () => {
  const { run } = usePreflight();

  it("counts the age of a key by the registrar's clock, too, if it was known at the purchase and is known now", async () => {
    const sentThere = Date.UTC(2020, 0, 1);
    const time = new Date(sentThere).toISOString();
    const endAt = async (hours: number | undefined, registrarTime: string | undefined) => {
      const registrarNow = hours === undefined ? undefined : sentThere + hours * 3_600_000;
      const repeatable = { ...keyedAttempt.repeatable, key: "k", body: "old body", registrarTime };
      const attempts = [{ ...keyedAttempt, repeatable }];
      const { end } = await run({ attempts, resumed: bought, registrar: { now: () => registrarNow } });
      return (end?.outcome === "unknown" ? end.message : end?.outcome) ?? "";
    };
    for (const hours of [0, 22.9, undefined]) assert.equal(await endAt(hours, time), "registered");
    assert.equal(await endAt(99, undefined), "registered");
    assert.match(await endAt(23, time), /its key is no longer reliable after 23 hours\.$/);
    assert.match(await endAt(-1, time), /the receipt dates the purchase in the future\.$/);
  });

  it("ends if the registrar does not sell the domain, or not for that period", async () => {
    const endWith = async (sold: Terms, period?: number) => {
      const request: RegistrationRequest = {
        ...{ kind: "account", domain, period, agreementKeys: [], acknowledgedFees: [], agreedAt: undefined },
      };
      return (await run({ terms: async () => sold, request })).end;
    };
    const refused = (message: string) => ({ outcome: "refused", message, status: undefined });
    assert.deepEqual(await endWith({ kind: "notSold", message: "Not .us." }), refused("Not .us."));
    const oneYear: Terms = { kind: "sold", years: 1 };
    const only = "The registrar sells example.org for 1 year only. Set `period` to 1.";
    assert.deepEqual(await endWith(oneYear, 2), refused(only));
    assert.deepEqual([await endWith(oneYear, 1), await endWith(oneYear)], [undefined, undefined]);
  });

  it("warns if the terms cannot be read, even if the credential is refused: the first check shows that", async () => {
    const problems: HttpProblem[] = [
      { kind: "timeout", seconds: 10 },
      statusProblem(503),
      statusProblem(401),
    ];
    const warning = /^Could not check whether the registrar sells example\.org\. registrar: GET/;
    for (const problem of problems) {
      const terms = () => Promise.reject(new HttpError("registrar: GET /", problem, 1, ""));
      const { end, warnings } = await run({ terms });
      assert.equal(end, undefined);
      assert.match(warnings.join(), warning);
    }
  });
});
