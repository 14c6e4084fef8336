import assert from "node:assert/strict";
import type { Ownership } from "../../../../shared/registrar/registrar";
import { type Attempt, startOverAdvice } from "../../../../tasks/DomainRegister/registration/receipt";
import { domain } from "../samples";
import { keyedAttempt } from "./context-stage";
import { usePreflight } from "./preflight-stage";

const registered: Attempt = { ...keyedAttempt, outcome: "registered" };
const hours = (count: number) => ({ wallAhead: count * 3_600_000 });
const listed = (status: string, more: object = {}): Ownership => ({ kind: "listed", status, ...more });
const notListed: Ownership = { kind: "notOwned" };
const unprovable: Ownership = { kind: "unprovable", message: "403." };

describe("preflight after an earlier order", () => {
  const { file, run } = usePreflight();
  const said = `An earlier run bought ${domain} at ${keyedAttempt.sentAt}`;

  /** How runs end, one after another, with what the account says so many hours after the first. */
  async function endsOf(order: Attempt, readings: readonly (readonly [hours: number, Ownership])[]) {
    file().write({ domain, environment: "production", attempts: [order] });
    const ends: string[] = [];
    for (const [after, ownership] of readings) {
      const { end, ownershipAsked } = await run({ ownership, ...hours(after) });
      assert.equal(ownershipAsked, 1, "the account is asked once");
      assert.ok(end);
      ends.push(end.outcome === "alreadyOwned" && end.isDoubtful ? "doubtful" : end.outcome);
    }
    return ends;
  }

  const failed = listed("FAILED_REGISTRATION");
  const forDays = (ownership: Ownership) => [0, 1, 30, 60].map((after) => [after, ownership] as const);
  const unclear = ["doubtful", "doubtful"];
  const histories: [what: string, Parameters<typeof endsOf>[1], ends: string[], Partial<Attempt>?][] = [
    ["the account holds it", forDays({ kind: "owned" }), Array(4).fill("alreadyOwned")],
    ["the account cannot say", forDays(unprovable), Array(4).fill("alreadyOwned")],
    // A premium name was pending, and then listed as expired: centralnicgroup-opensource/rtldev-middleware-whmcs#192.
    ...["PENDING_SETUP", "PENDING_PURCHASE_PREMIUM"].map(
      (status): [string, Parameters<typeof endsOf>[1], string[]] => [
        `the order is still open after a day: ${status}`,
        forDays(listed(status)),
        ["alreadyOwned", "alreadyOwned", ...unclear],
      ],
    ),
    ...["AWAITING_PAYMENT", "AWAITING_CLAIM_ACK"].map(
      (status): [string, Parameters<typeof endsOf>[1], string[]] => [
        `the order waits for a person: ${status}`,
        forDays(listed(status)),
        Array(4).fill("doubtful"),
      ],
    ),
    [
      "the status is not known",
      forDays({ kind: "listed", status: undefined }),
      Array(4).fill("alreadyOwned"),
    ],
    ["a transfer failed", forDays(listed("FAILED_TRANSFER_IN")), Array(4).fill("alreadyOwned")],
    ...[
      ...["FAILED_REGISTRATION", "Failed", "CANCELLED", "CANCELED", "REVERTED"],
      ...["PENDING_SETUP_ABANDON", "PENDING_FAILED_EPP_CREATE", "PENDING_FAILED_PURCHASE_PREMIUM"],
      ...["PENDING_FAILED_SUBMIT_FIREHOSE", "EXCLUDED_INVALID_CLAIM_FIREHOSE"],
    ].map((status): [string, Parameters<typeof endsOf>[1], string[]] => [
      `the order is listed as ${status} for a day`,
      forDays(listed(status)),
      [...unclear, "undone", "undone"],
    ]),
    [
      "the account does not list it for a day",
      forDays(notListed),
      ["alreadyOwned", "alreadyOwned", "undone", "undone"],
    ],
    [
      "a failure lasts less than a day",
      [
        [0, failed],
        [23, failed],
        [24, { kind: "owned" }],
      ],
      [...unclear, "alreadyOwned"],
    ],
    [
      "a failure is seen again after the account held it",
      [
        [0, failed],
        [12, { kind: "owned" }],
        [30, failed],
        [60, failed],
      ],
      ["doubtful", "alreadyOwned", "doubtful", "noLongerOwned"],
    ],
    [
      "a run that cannot ask is no proof",
      [
        [0, failed],
        [30, unprovable],
        [31, failed],
      ],
      ["doubtful", "alreadyOwned", "undone"],
    ],
    ["it is seen once, late", [[100, notListed]], ["doubtful"]],
    [
      "the clock goes back",
      [
        [100, failed],
        [1, failed],
        [2, failed],
      ],
      [...unclear, "doubtful"],
    ],
    [
      "it was listed as that before",
      forDays(failed),
      Array(4).fill("doubtful"),
      { accountBefore: [{ at: keyedAttempt.sentAt, kind: "listed", status: "FAILED_REGISTRATION" }] },
    ],
    [
      "an old record goes on to another status",
      forDays(listed("CANCELLED", { id: "1" })),
      Array(4).fill("doubtful"),
      { accountBefore: [{ at: keyedAttempt.sentAt, kind: "listed", status: "PENDING_DELETE", id: "1" }] },
    ],
    [
      "another record has failed since",
      forDays(listed("CANCELLED", { id: "2" })),
      [...unclear, "undone", "undone"],
      { accountBefore: [{ at: keyedAttempt.sentAt, kind: "listed", status: "CANCELLED", id: "1" }] },
    ],
    [
      "nobody knows what was listed before",
      forDays(failed),
      Array(4).fill("doubtful"),
      { accountBefore: [{ at: keyedAttempt.sentAt, kind: "unprovable" }] },
    ],
    [
      "nobody knows what was listed before, but the record is new",
      forDays(listed("FAILED", { createdAt: "2026-11-20T02:00:05.000Z" })),
      [...unclear, "undone", "undone"],
      { accountBefore: [{ at: keyedAttempt.sentAt, kind: "unprovable" }] },
    ],
    [
      "the record is years old",
      forDays(listed("CANCELLED", { createdAt: "2019-04-01T00:00:00.000Z" })),
      Array(4).fill("doubtful"),
    ],
    [
      "the record is of another order",
      forDays(listed("CANCELLED", { orderNumber: "6" })),
      Array(4).fill("doubtful"),
      { answers: [{ kind: "bought", order: { orderId: 7 } }] },
    ],
    [
      "the record is of this order",
      forDays(listed("CANCELLED", { orderNumber: "7" })),
      [...unclear, "undone", "undone"],
      { answers: [{ kind: "bought", order: { orderId: 7 } }], accountBefore: [] },
    ],
    ...[
      ...["CANCELLED_TRANSFER", "TRANSFERRED_OUT", "CANCELLED_REDEEMABLE", "ACTIVE (managed elsewhere)"],
      // The words of GoDaddy's newer API for the same.
      ...["TRANSFERRED", "OWNERSHIP_CHANGED", "DELETED_REDEEMABLE", "REPOSSESSED"],
    ].map((status): [string, Parameters<typeof endsOf>[1], string[]] => [
      `the name is listed as ${status}`,
      forDays(listed(status)),
      [...unclear, "noLongerOwned", "noLongerOwned"],
    ]),
    [
      "moved away, of which only a 404 is left (openprovider/Openprovider-WHMCS-domains#32, #389)",
      [[1, { kind: "owned" }], ...[2000, 2023, 2024].map((after) => [after, notListed] as const)],
      ["alreadyOwned", ...unclear, "noLongerOwned"],
    ],
    [
      "expired in its grace period, and then canceled (namesilo/whmcs#3)",
      [
        ...[8760, 8800].map((after) => [after, listed("PARKED_EXPIRED")] as const),
        ...[9800, 9900].map((after) => [after, listed("CANCELLED_REDEEMABLE")] as const),
      ],
      ["alreadyOwned", "alreadyOwned", "doubtful", "noLongerOwned"],
    ],
    [
      "the account completes the order hours later (realtimeregister/whmcs-domains#214)",
      [
        [1, notListed],
        [3, listed("PENDING_SETUP")],
        [4, { kind: "owned" }],
      ],
      Array(3).fill("alreadyOwned"),
    ],
    [
      "the name may have lapsed",
      [366 * 24, 368 * 24].map((after) => [after, notListed] as const),
      ["doubtful", "noLongerOwned"],
    ],
  ];
  for (const [what, readings, ends, more] of histories)
    it(`ends as ${[...new Set(ends)].join(", then ")}: ${what}`, async () => {
      assert.deepEqual(await endsOf({ ...registered, ...more }, readings), ends);
    });

  it("does not ask the account of another credential", async () => {
    const { end, ownershipAsked } = await run({
      attempts: [registered],
      ownership: failed,
      account: "other",
    });
    assert.deepEqual([end?.outcome, ownershipAsked], ["alreadyOwned", 0]);
  });

  it("says what the account shows, since when, and to keep the receipt", async () => {
    const messageAfter = async (order: Attempt, ownership: Ownership) => {
      await endsOf(order, forDays(ownership).slice(0, 1));
      const [first, last] = [await run({ ownership }), await run({ ownership, ...hours(30) })];
      return [first, last].map(({ end }) => (end && "message" in end ? end.message : ""));
    };
    const { path } = file();
    const since = "since 2026-11-20 03:00:00 UTC";
    assert.deepEqual(await messageAfter(registered, failed), [
      `${said} (${path}). The account does not confirm this order: it shows FAILED_REGISTRATION.`,
      `The registrar has undone the order of ${keyedAttempt.sentAt}: the account has shown FAILED_REGISTRATION ${since}. ` +
        `Nothing is waited for. Check the account's orders and charges, and keep the receipt ${path} while a charge ` +
        `stands. ${startOverAdvice}`,
    ]);
    for (const [ownership, shows, why] of [
      [listed("CANCELLED_TRANSFER"), "CANCELLED_TRANSFER", "The name was moved away."],
      [listed("CANCELLED_REDEEMABLE"), "CANCELLED_REDEEMABLE", "The name has lapsed, or was canceled."],
      [notListed, "404: the account does not list the domain", "The name has lapsed, or was moved away."],
    ] as const) {
      const held = { ...registered, answers: [{ kind: "owned" }], sentAt: "2026-11-01T02:00:00.000Z" };
      const message =
        `An earlier run bought ${domain} at ${held.sentAt}, and the account no longer holds it: it has shown ${shows} ` +
        `${since}. ${why} Nothing is waited for. Check the account, and keep the receipt ${path}. ${startOverAdvice}`;
      assert.equal((await messageAfter(held, ownership))[1], message);
    }
  });

  it("notes each change once, and nothing if the folder is locked or cannot be written to", async () => {
    await endsOf(registered, forDays(failed));
    const noted = () =>
      file()
        .read()
        ?.attempts[0]?.accountSince.map(({ kind, at }) => [kind, at]);
    assert.deepEqual(noted(), [["listed", "2026-11-20T03:00:00.000Z"]]);
    assert.equal(file().isLocked(), false);
    file().acquireLock();
    assert.equal((await run({ ownership: notListed, ...hours(90) })).end?.outcome, "undone");
    file().releaseLock();
    const write = () => assert.fail("the disk is full");
    const { printed } = await run({ ownership: { kind: "owned" }, receipts: { write } });
    assert.match(printed.join(), /The receipt does not note what the account shows: the disk is full/);
    assert.deepEqual([noted()?.length, file().isLocked()], [1, false]);
  });
});
