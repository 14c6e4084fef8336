import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import type {
  PurchaseResponse,
  PurchaseText,
  Registrar,
  ReplayResponse,
} from "../../../../shared/registrar/registrar";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import type { Settings } from "../../../../tasks/DomainRegister/registration/state";
import { testClock } from "../../../test-clock";
import { domain, goodRequest, wanted } from "../samples";
import { bought, now } from "./buyer-stage";
import { type Changes, keyed, keyedAttempt } from "./context-stage";
import { useRegistration } from "./register-stage";

/** A purchase of an earlier run that nobody knows the outcome of. */
const open: Attempt = { ...keyedAttempt, outcome: "sending" };
const accepted: ReplayResponse = { kind: "accepted", operation: "op-1", retryAfterSeconds: undefined };
/** The end of a purchase that was accepted. */
const follow = async (): Promise<PurchaseResponse> => ({ kind: "refused", message: "FAILED", status: 200 });
const again = "again old-key old body";

describe("purchase of an earlier run", () => {
  const { file, run: register } = useRegistration();
  const write = (...attempts: Attempt[]) => file().write({ domain, environment: "production", attempts });

  /**
   * Registers with a receipt of these attempts, or the receipt as it is, at a registrar that replies to the old key,
   * and finds the text of the old request as `parse` does. Also returns what was sent.
   */
  async function run(
    attempts: Attempt[],
    reply: ReplayResponse,
    {
      parse = keyed.keyed.parse,
      follow = keyed.keyed.follow,
      ...changes
    }: Changes & Partial<Pick<NonNullable<Registrar["keyed"]>, "parse" | "follow">> = {},
  ) {
    if (attempts.length > 0) write(...attempts);
    const sent: string[] = [];
    const registered = await register(
      {
        traits: keyed.traits,
        purchase: async ({ key }) => {
          sent.push(`buy ${key}`);
          return bought;
        },
        keyed: {
          ...keyed.keyed,
          parse,
          follow,
          replay: async ({ key, body }) => {
            sent.push(`again ${key} ${body}`);
            return reply;
          },
        },
      },
      { ...changes, wanted: { waitMinutes: 0, ...changes.wanted } },
    );
    return { ...registered, sent };
  }

  it("is sent again by its key before anything else, and ends the step if it took effect", async () => {
    const { end, sent, outcomes, printed } = await run([open], bought);
    assert.deepEqual(end, { outcome: "registered", order: { orderId: 7 } });
    assert.deepEqual([sent, outcomes()], [[again], ["registered"]]);
    assert.match(printed.join("\n"), /An earlier run sent a purchase at .*Asking the registrar how it ended/);
  });

  it("is settled for good: the next run buys nothing", async () => {
    await run([open], bought);
    const { end, sent } = await run([], bought);
    assert.deepEqual([end.outcome, sent], ["alreadyOwned", []]);
  });

  it("that bought nothing makes way for a new one, with a new key", async () => {
    const { end, sent, outcomes } = await run([open], accepted, { follow });
    assert.deepEqual([end.outcome, sent], ["registered", [again, "buy new-key"]]);
    assert.deepEqual(outcomes(), ["notBought", "registered"]);
  });

  it("whose outcome stays unknown stops the step, and keeps its key for the next run", async () => {
    const { end, sent, outcomes } = await run([open], { kind: "unknown", message: "503" });
    assert.deepEqual([end.outcome, outcomes()], ["unknown", ["unknown"]]);
    assert.ok(sent.every((text) => text === again));
    assert.deepEqual(file().read()?.attempts[0]?.repeatable, open.repeatable);
  });

  it("whose outcome stays unknown says what the registrar says of it", async () => {
    const { end } = await run([open], { kind: "unknown", message: "422", reason: "QUOTE_EXPIRED: Too late" });
    assert.deepEqual(end, {
      outcome: "unknown",
      message:
        `A purchase was sent at ${open.sentAt}, and its outcome is unknown. ` +
        "The registrar's last word is: QUOTE_EXPIRED: Too late.",
    });
  });

  it("is settled although a crashed agent left its lock", async () => {
    file().acquireLock();
    assert.equal((await run([open], bought)).end.outcome, "registered");
    assert.ok(file().isLocked(), "the lock is not ours");
    const { end } = await run([open], accepted, { follow });
    assert.equal(end.outcome, "unknown", "the holder of the lock may be buying");
  });

  const sending = { ...open, sentAt: new Date(now - 5000).toISOString() };
  /** Calls this before each pause, which passes by itself. */
  const clockThat = (act: (milliseconds: number) => void) =>
    testClock({ startsAt: now, passes: (milliseconds) => act(milliseconds) === undefined });

  it("waits for the agent that holds the lock and may still decide not to send it", async () => {
    file().acquireLock();
    const pauses: number[] = [];
    const clock = clockThat((milliseconds) => void pauses.push(milliseconds));
    const { end, sent, printed } = await run([sending], bought, { clock });
    assert.deepEqual([end.outcome, sent, pauses[0]], ["registered", [again], 55_000]);
    assert.match(printed.join(), /Another agent holds the purchase lock.*Asking the registrar/);
  });

  it("is not sent again if the agent that holds the lock recorded in the meantime that it sent nothing", async () => {
    file().acquireLock();
    const clock = clockThat(() => write({ ...sending, outcome: "notBought" }));
    const { sent, end } = await run([sending], bought, { clock });
    assert.deepEqual([end.outcome, sent], ["unknown", []], "the lock stays");
  });

  it("is not sent again for another period or other agreements than are wanted now", async () => {
    const whole = goodRequest();
    const { consent } = whole.content;
    const sentFor = async (content: object) =>
      (await run([open], bought, { request: { ...whole, content: { ...whole.content, ...content } } })).sent;
    assert.deepEqual(await sentFor({ period: 7 }), []);
    assert.deepEqual(await sentFor({ consent: { ...consent, agreementKeys: ["OTHER"] } }), []);
    const later = { ...consent, agreedAt: "2026-11-20T02:59:59.000Z" };
    assert.deepEqual(await sentFor({ consent: later }), [again]);
  });

  const never: [string, Partial<Attempt>, Partial<Settings>][] = [
    ["has no key", { repeatable: undefined }, {}],
    ["went to another registrar", { registrar: "godaddyV3" }, {}],
    ["went to another host", { service: "https://other.example/" }, {}],
    ["went out with another credential", { account: "other" }, {}],
    ["is older than the registrar's memory, but for an hour", { sentAt: "2026-11-19T04:00:00.000Z" }, {}],
    ["has a time that cannot be parsed", { sentAt: "then" }, {}],
    ["costs more than today's cap", {}, { limit: { ...wanted.limit, maxPrice: 99n } }],
    ["is met by a dry run", {}, { dryRun: true }],
  ];
  for (const [what, attempt, changed] of never)
    it(`that ${what} is not sent again, and nothing is bought`, async () => {
      const { end, sent } = await run([{ ...open, ...attempt }], bought, { wanted: changed });
      assert.deepEqual([end.outcome, sent], ["unknown", []]);
    });

  const edited: [string, Partial<PurchaseText> | undefined][] = [
    ["cannot be parsed", undefined],
    ["names another domain", { domain: "other.org" }],
    ["is for another period", { period: 10 }],
    ["names another price than the receipt", { price: 5000 }],
    ["accepts another agreement", { agreements: [{ type: "OTHER", title: "", url: "" }] }],
    ["accepts a fee", { fees: [{ type: "PREMIUM", amount: 1, currency: "USD" }] }],
  ];
  for (const [what, text] of edited)
    it(`whose text ${what} is not sent again, and nothing is bought`, async () => {
      const { end, sent } = await run([open], bought, {
        parse: () => text && { ...keyed.keyed.parse(), ...text },
      });
      assert.deepEqual([end.outcome, sent], ["unknown", []]);
    });

  it("is not sent again from a receipt that somebody has edited, whose path the step names", async () => {
    write(open);
    writeFileSync(file().path, readFileSync(file().path, "utf8").replace("old body", "new body"));
    const { end, sent } = await run([], bought);
    const message = `Cannot use the receipt ${file().path}: it is not as the task wrote it.`;
    assert.deepEqual([end, sent], [{ outcome: "unknown", message }, []]);
  });

  it("is not sent again beside another one that is open too", async () => {
    const other = { ...open, service: "https://other.example/" };
    assert.deepEqual((await run([open, other], bought)).sent, []);
    assert.deepEqual((await run([other, open], bought)).sent, []);
  });
});
