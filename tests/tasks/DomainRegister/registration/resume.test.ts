import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import type { KeyedPurchases, PurchaseResponse, PurchaseText } from "../../../../shared/registrar/registrar";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import type { Wanted } from "../../../../tasks/DomainRegister/registration/state";
import type { RegistrationRequest } from "../../../../tasks/DomainRegister/request/request";
import { memoryAgent } from "../../../memory-agent";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { domain, goodRequest, wanted } from "../samples";
import { bought, now } from "./buyer-stage";
import { contextWith, keyed, keyedAttempt, receiptIn } from "./context-stage";

/** A purchase of an earlier run that nobody knows the outcome of. */
const open: Attempt = { ...keyedAttempt, outcome: "sending" };

describe("purchase of an earlier run", () => {
  const folder = temporaryFolder();
  const file = () => receiptIn(folder());

  /** Registers with a receipt of earlier attempts, at a registrar where the domain is available. */
  async function run(
    attempts: Attempt[],
    replay: PurchaseResponse,
    changes: {
      wanted?: Partial<Wanted>;
      request?: RegistrationRequest;
      text?: KeyedPurchases["parse"];
      passing?: (milliseconds: number) => void;
    } = {},
  ) {
    const { wanted: changedWanted = {}, request = goodRequest(), text, passing } = changes;
    if (attempts.length > 0) file().write({ domain, environment: "production", attempts });
    const sent: string[] = [];
    const agent = memoryAgent();
    const clock = testClock({
      startsAt: now,
      passes(milliseconds) {
        passing?.(milliseconds);
        return true;
      },
    });
    const { end } = await register(
      contextWith(file(), {
        request,
        agent,
        clock,
        wanted: changedWanted,
        registrar: {
          traits: keyed.traits,
          purchase: async ({ key }) => {
            sent.push(`buy ${key}`);
            return bought;
          },
          keyed: {
            ...keyed.keyed,
            replay: async ({ key, body }) => {
              sent.push(`again ${key} ${body}`);
              return replay;
            },
            ...(text && { parse: text }),
          },
        },
      }),
    );
    const outcomes = () =>
      file()
        .read()
        ?.attempts.map(({ outcome }) => outcome);
    return { end, sent, agent, outcomes };
  }

  it("is sent again by its key before anything else, and ends the step if it took effect", async () => {
    const { end, sent, outcomes, agent } = await run([open], bought);
    assert.deepEqual(
      [end, sent],
      [{ outcome: "registered", order: { orderId: 7 } }, ["again old-key old body"]],
    );
    assert.deepEqual(outcomes(), ["registered"]);
    assert.match(
      agent.printed.join("\n"),
      /An earlier run sent a purchase at .*Asking the registrar how it ended/,
    );
  });

  it("is settled for good: the next run buys nothing", async () => {
    await run([open], bought);
    const { end, sent } = await run([], bought);
    assert.deepEqual([end.outcome, sent], ["alreadyOwned", []]);
  });

  it("that bought nothing makes way for a new one, with a new key", async () => {
    const { end, sent, outcomes } = await run([open], { kind: "refused", message: "409", status: 409 });
    assert.deepEqual([end.outcome, sent], ["registered", ["again old-key old body", "buy new-key"]]);
    assert.deepEqual(outcomes(), ["notBought", "registered"]);
  });

  it("whose outcome stays unknown stops the step, and keeps its key for the next run", async () => {
    const { end, sent, outcomes } = await run([open], { kind: "unknown", message: "503" });
    assert.equal(end.outcome, "unknown");
    assert.ok(sent.every((text) => text === "again old-key old body"));
    assert.deepEqual(outcomes(), ["unknown"]);
    assert.deepEqual(file().read()?.attempts[0]?.repeatable, open.repeatable);
  });

  it("is settled although a crashed agent left its lock", async () => {
    file().acquireLock();
    assert.equal((await run([open], bought)).end.outcome, "registered");
    assert.ok(file().isLocked(), "the lock is not ours");
    file().write({ domain, environment: "production", attempts: [open] });
    const { end } = await run([], { kind: "refused", message: "409", status: 409 });
    assert.equal(end.outcome, "unknown", "the holder of the lock may be buying");
  });

  it("waits for the agent that holds the lock and may still decide not to send it", async () => {
    file().acquireLock();
    const sending = { ...open, sentAt: new Date(now - 5000).toISOString() };
    const pauses: number[] = [];
    const passing = (milliseconds: number) => pauses.push(milliseconds);
    const { end, sent, agent } = await run([sending], bought, { passing });
    assert.deepEqual([end.outcome, sent, pauses[0]], ["registered", ["again old-key old body"], 55_000]);
    const [waited, asked] = ["Another agent holds the purchase lock", "Asking the registrar"].map((text) =>
      agent.printed.findIndex((line) => line.includes(text)),
    );
    assert.ok(
      waited !== undefined && asked !== undefined && waited >= 0 && waited < asked,
      `${agent.printed}`,
    );
  });

  it("is not sent again if the agent that holds the lock recorded in the meantime that it sent nothing", async () => {
    file().acquireLock();
    const sending = { ...open, sentAt: new Date(now - 5000).toISOString() };
    const { sent, end } = await run([sending], bought, {
      passing: () =>
        file().write({
          ...{ domain, environment: "production" },
          attempts: [{ ...sending, outcome: "notBought" }],
        }),
    });
    assert.deepEqual([end.outcome, sent], ["unknown", []], "the lock stays");
  });

  it("is not sent again for another period, other agreements or other fees than are wanted now", async () => {
    const whole = goodRequest();
    const { consent } = whole.content;
    for (const content of [
      { ...whole.content, period: 7 },
      { ...whole.content, consent: { ...consent, agreementKeys: ["OTHER"] } },
    ])
      assert.deepEqual((await run([open], bought, { request: { ...whole, content } })).sent, []);
    const later = { ...whole.content, consent: { ...consent, agreedAt: "2026-11-20T02:59:59.000Z" } };
    assert.equal((await run([open], bought, { request: { ...whole, content: later } })).sent.length, 1);
  });

  const never: [string, Partial<Attempt>, Partial<Wanted>][] = [
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
      const parse = () => text && { ...keyed.keyed.parse(), ...text };
      const { end, sent } = await run([open], bought, { text: parse });
      assert.deepEqual([end.outcome, sent], ["unknown", []]);
    });

  it("is not sent again from a receipt that somebody has edited, whose path the step names", async () => {
    file().write({ domain, environment: "production", attempts: [open] });
    writeFileSync(file().path, readFileSync(file().path, "utf8").replace("old body", "new body"));
    const { end, sent } = await run([], bought);
    const message = `Cannot use the receipt ${file().path}: it is not as the task wrote it.`;
    assert.deepEqual([end, sent], [{ outcome: "unknown", message }, []]);
  });

  it("is not sent again beside another one that is open too", async () => {
    const other = { ...open, service: "https://other.example/" };
    for (const attempts of [
      [open, other],
      [other, open],
    ])
      assert.deepEqual((await run(attempts, bought)).sent, []);
  });
});
