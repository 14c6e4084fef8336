import assert from "node:assert/strict";
import type {
  Ownership,
  PurchaseRequest,
  PurchaseResponse,
  Registrar,
  ReplayResponse,
} from "../../../../shared/registrar/registrar";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import { testClock } from "../../../test-clock";
import { bought, now, unknown, useBuyerStage } from "./buyer-stage";
import { keyed } from "./context-stage";

const taken: PurchaseResponse = { kind: "unavailable", message: "taken" };
const accepted: PurchaseResponse = { kind: "accepted", operation: "op-1", retryAfterSeconds: 3 };

describe("purchase with a key", () => {
  const { stage } = useBuyerStage();

  /** A buyer at a registrar with keys, and what it sent. */
  function keyedStage(
    replays: ReplayResponse[],
    {
      follow = assert.fail,
      ...changes
    }: Partial<Registrar> & Pick<NonNullable<Registrar["keyed"]>, "follow"> = {},
    purchase: PurchaseResponse = unknown,
    ownership: Ownership = { kind: "notOwned" },
  ) {
    const sent: string[] = [];
    const send = ({ key, body }: PurchaseRequest) => sent.push(`${key} ${body}`);
    const made = stage({
      clock: testClock({ startsAt: now, passes: (milliseconds) => milliseconds <= 30_000 }),
      purchase: async (request) => {
        send(request);
        return purchase;
      },
      ownership: async () => ownership,
      registrar: {
        traits: keyed.traits,
        purchaseBody: ({ agreedAt }) => `body of ${agreedAt}`,
        keyed: {
          ...keyed.keyed,
          replay: async (request) => {
            send(request);
            return replays.shift() ?? unknown;
          },
          follow,
        },
        ...changes,
      },
    });
    return { ...made, sent };
  }

  it("has its key and its exact text in the receipt before it is sent", async () => {
    let before: Attempt | undefined;
    const purchase = async () => {
      before = file.read()?.attempts[0];
      return bought;
    };
    const { buyer, file } = keyedStage([], { purchase });
    await buyer.buy([]);
    assert.deepEqual([before?.outcome, before?.registrar], ["sending", "porkbun"]);
    const body = "body of 2026-11-20T03:00:00Z";
    assert.deepEqual(before?.repeatable, { key: "key-1", body, price: 100, currency: "USD", period: 1 });
  });

  it("is sent again with the same key and text until its outcome is known", async () => {
    const { buyer, sent, outcomes } = keyedStage([unknown, unknown, bought]);
    await buyer.buy([]);
    assert.deepEqual(outcomes(), ["unknown"]);
    assert.deepEqual(await buyer.reconcile(), bought);
    assert.deepEqual([new Set(sent).size, sent.length], [1, 4]);
    assert.deepEqual(outcomes(), ["registered"]);
  });

  it("is followed to its end when the registrar has accepted it", async () => {
    const asked: string[] = [];
    const answers: PurchaseResponse[] = [unknown, accepted, bought];
    const follow = async (operation: string) => {
      asked.push(operation);
      return answers.shift() ?? unknown;
    };
    const { buyer, sent, outcomes } = keyedStage([], { follow }, accepted);
    assert.equal((await buyer.buy([])).kind, "accepted");
    assert.deepEqual(outcomes(), ["unknown"]);
    assert.deepEqual(await buyer.reconcile(), bought);
    assert.deepEqual([asked, sent.length], [["op-1", "op-1", "op-1"], 1]);
    assert.deepEqual(outcomes(), ["registered"]);
  });

  it("gets another key only when the one before is settled", async () => {
    const { buyer, sent } = keyedStage([], {}, taken);
    await buyer.buy([]);
    await buyer.buy([]);
    const keys = sent.map((text) => text.split(" ")[0]);
    assert.deepEqual(keys, ["key-1", "key-2"]);
  });

  it("of another agent is not sent again: that agent may be at it", async () => {
    const { buyer, file, sent } = keyedStage([], {}, taken, { kind: "owned" });
    await buyer.buy([]);
    file.acquireLock();
    assert.equal((await buyer.buy([])).kind, "unknown");
    assert.equal((await buyer.reconcile()).kind, "alreadyOwned");
    assert.equal(sent.length, 1);
    assert.ok(file.isLocked());
  });
});
