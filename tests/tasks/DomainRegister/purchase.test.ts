import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ownership, Registrar } from "../../../shared/registrar";
import type { PurchaseAnswer } from "../../../shared/registrar-answers";
import { createBuyer } from "../../../tasks/DomainRegister/purchase";
import { type ReceiptFile, receiptFile } from "../../../tasks/DomainRegister/receipt";
import { memoryAgent } from "../../memory-agent";
import { type TestClock, testClock } from "../../test-clock";
import { domain, goodRequest } from "./samples";

const now = Date.UTC(2026, 10, 20, 3, 0, 0);
const unavailable: PurchaseAnswer = { kind: "unavailable", message: "422" };
const bought: PurchaseAnswer = { kind: "bought", order: { orderId: 7 } };
const unknown: PurchaseAnswer = { kind: "unknown", message: "reset" };

describe("buyer", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "buyer-"));
  });
  afterEach(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });

  interface Stage {
    purchase?: (body: string, signal: AbortSignal) => Promise<PurchaseAnswer>;
    ownership?: () => Promise<Ownership>;
    receipts?: Partial<ReceiptFile>;
    clock?: TestClock;
    cancelled?: AbortSignal;
  }

  function stage({ purchase, ownership, receipts, clock, cancelled }: Stage = {}) {
    const refuse = () => assert.fail("this is not asked here");
    const registrar: Registrar = {
      availability: refuse,
      validate: refuse,
      purchase: purchase ?? (async () => bought),
      ownership: ownership ?? (async () => ({ kind: "notOwned" })),
      pauseSeconds: () => 0,
      dispose: () => undefined,
    };
    const file = receiptFile(folder, domain, "production");
    const agent = memoryAgent();
    const buyer = createBuyer({
      request: goodRequest(),
      registrar,
      receipts: { ...file, ...receipts },
      environment: "production",
      service: "https://registrar.example/",
      agent,
      clock: clock ?? testClock({ startsAt: now }),
      cancelled: cancelled ?? new AbortController().signal,
    });
    const outcomes = () => file.read()?.attempts.map(({ outcome }) => outcome);
    return { buyer, file, agent, outcomes };
  }

  it("has its intent on the disk, and the right to buy, before the request is sent", async () => {
    const { buyer, file, outcomes } = stage({
      purchase: async () => {
        assert.deepEqual([outcomes(), file.isClaimed()], [["sending"], true]);
        return bought;
      },
    });
    assert.deepEqual(await buyer.buy([{ available: true }]), bought);
    assert.deepEqual([outcomes(), file.isClaimed()], [["registered"], false]);
  });

  it("sends nothing, and keeps no right, when the intent cannot be written", async () => {
    const { buyer, file } = stage({
      purchase: () => assert.fail("it was sent"),
      receipts: {
        write: () => {
          throw new Error("the disk is full");
        },
      },
    });
    await assert.rejects(
      buyer.buy([]),
      /Nothing was bought: the receipt could not be written \(the disk is full\)/,
    );
    assert.deepEqual([file.isClaimed(), file.exists()], [false, false]);
  });

  it("sends nothing, and keeps no right, when the receipt cannot be understood", async () => {
    const { buyer, file } = stage({ purchase: () => assert.fail("it was sent") });
    writeFileSync(file.path, "{");
    await assert.rejects(buyer.buy([]), /cannot be understood/);
    assert.equal(file.isClaimed(), false);
  });

  it("does not buy on top of a purchase that another process was sending, or whose outcome it does not know", async () => {
    for (const outcome of ["sending", "unknown"] as const) {
      const { buyer, file } = stage({ purchase: () => assert.fail("it was sent") });
      file.write({
        domain,
        environment: "production",
        service: "",
        attempts: [{ sentAt: "then", outcome, request: {}, availability: [], answers: [] }],
      });
      const answer = await buyer.buy([]);
      assert.ok(answer.kind === "unknown" && /Another agent sent a purchase at then/.test(answer.message));
      assert.equal(file.isClaimed(), false);
    }
  });

  it("takes a purchase of another process's that succeeded for bought", async () => {
    const first = stage();
    await first.buyer.buy([]);
    const second = stage({ purchase: () => assert.fail("it was sent") });
    assert.equal((await second.buyer.buy([])).kind, "bought");
  });

  it("leaves the right, and the receipt, of another process alone, however often it has bought itself", async () => {
    const mine = stage({ purchase: async () => unavailable, ownership: async () => ({ kind: "owned" }) });
    await mine.buyer.buy([]);
    const other = stage({
      purchase: async () => {
        assert.equal((await mine.buyer.buy([])).kind, "unknown");
        assert.equal(await mine.buyer.reconcile(), true);
        assert.deepEqual([other.outcomes(), other.file.isClaimed()], [["notBought", "sending"], true]);
        return bought;
      },
    });
    await other.buyer.buy([]);
    assert.deepEqual(other.outcomes(), ["notBought", "registered"]);
  });

  it("goes on when a receipt could not be written after a purchase that surely was none, and prints what it would say", async () => {
    let full = false;
    const file = receiptFile(folder, domain, "production");
    const answers = [unavailable, bought];
    const { buyer, agent, outcomes } = stage({
      purchase: async () => {
        full = answers.length === 2;
        return answers.shift() ?? bought;
      },
      receipts: {
        write(receipt) {
          if (full) throw new Error("the disk is full");
          file.write(receipt);
        },
      },
    });
    assert.equal((await buyer.buy([])).kind, "unavailable");
    assert.match(
      agent.warnings[0] ?? "",
      /could not be written \(the disk is full\)\. It would say: .*"kind":"unavailable"/,
    );
    full = false;
    assert.equal((await buyer.buy([])).kind, "bought");
    assert.deepEqual(outcomes(), ["notBought", "registered"]);
  });

  it("takes whatever is thrown after sending for an unknown outcome", async () => {
    const { buyer, outcomes } = stage({ purchase: () => Promise.reject(new TypeError("a bug")) });
    const answer = await buyer.buy([]);
    assert.ok(answer.kind === "unknown" && /sent at 2026-11-20T03:00:00\.000Z: a bug/.test(answer.message));
    assert.deepEqual(outcomes(), ["unknown"]);
  });

  it("waits for a purchase on its way until 8.5 s after the step is cancelled, and no longer", async () => {
    const cancellation = new AbortController();
    const clock = testClock({ startsAt: now });
    const { buyer, outcomes } = stage({
      clock,
      cancelled: cancellation.signal,
      purchase: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
    });
    const buying = buyer.buy([]);
    cancellation.abort();
    clock.advance(8_499);
    await Promise.resolve();
    assert.deepEqual(outcomes(), ["sending"]);
    clock.advance(1);
    const answer = await buying;
    assert.ok(
      answer.kind === "unknown" && /cancelled while the purchase was on its way/.test(answer.message),
    );
    assert.deepEqual(outcomes(), ["unknown"]);
  });

  it("looks into the account for five minutes, with growing pauses, and notes each answer", async () => {
    const clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds <= 30_000 });
    let looks = 0;
    const { buyer, file } = stage({
      clock,
      purchase: async () => unknown,
      ownership: async () => {
        looks++;
        if (looks === 2) throw new Error("401");
        return { kind: "unprovable", message: "403" };
      },
    });
    await buyer.buy([]);
    const reconciling = buyer.reconcile();
    const found = reconciling.finally(() => clock.advance(300_000));
    assert.equal(await Promise.race([found, endOf(clock, 300_000)]), false);
    assert.equal(looks, 5 + Math.ceil((300 - 60) / 30));
    const receipt: unknown = JSON.parse(readFileSync(file.path, "utf8"));
    assert.equal(Object(receipt).attempts[0].answers.length, 1 + looks);
    assert.equal(file.isClaimed(), false);
  });

  /** Never ends by itself; advances the clock over the last, long timer when all shorter ones have passed. */
  async function endOf(clock: TestClock, milliseconds: number): Promise<never> {
    while (clock.now() < now + milliseconds) {
      await new Promise(setImmediate);
      if (clock.pending() === 1) clock.advance(milliseconds);
    }
    return new Promise(() => undefined);
  }

  it("finds the domain in the account", async () => {
    const { buyer, outcomes } = stage({
      purchase: async () => unknown,
      ownership: async () => ({ kind: "owned" }),
    });
    await buyer.buy([]);
    assert.equal(await buyer.reconcile(), true);
    assert.deepEqual(outcomes(), ["registered"]);
  });
});
