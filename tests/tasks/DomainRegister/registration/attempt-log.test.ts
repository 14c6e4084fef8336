import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { createAttemptLog } from "../../../../tasks/DomainRegister/registration/attempt-log";
import type { Attempt } from "../../../../tasks/DomainRegister/registration/receipt";
import { temporaryFolder } from "../../../temporary-folder";
import { domain } from "../samples";
import { bought, diskIsFull, now, unknown } from "./buyer-stage";
import { contextWith, keyedAttempt, receiptIn } from "./context-stage";

const attempt = (key: string): Attempt => ({
  ...{ ...keyedAttempt, sentAt: new Date(now).toISOString(), outcome: "sending" },
  repeatable: { key, body: "{}" },
});
type AttemptLog = ReturnType<typeof createAttemptLog>;
const notTaken = { kind: "notTaken", message: "expired", retryAfterSeconds: undefined } as const;

describe("attempt log of agents that share a receipt", () => {
  const folder = temporaryFolder();

  /** Two agents: the first has sent a purchase and does not know how it ended; the second asks as well. */
  function twoAgents() {
    const file = receiptIn(folder());
    const [first, second] = [createAttemptLog(contextWith(file)), createAttemptLog(contextWith(file))];
    first.writeIntent(first.open() ?? assert.fail(), attempt("key-1"));
    first.record(unknown, "unknown");
    const [open] = file.read()?.attempts ?? [];
    second.resume([], open ?? assert.fail());
    const outcomes = () =>
      Object.fromEntries((file.read()?.attempts ?? []).map((one) => [one.repeatable?.key, one.outcome]));
    return { file, first, second, outcomes };
  }

  /** The first learns nothing, and then that nothing was bought. */
  function denying(first: AttemptLog, judge: () => void) {
    first.record(unknown, "unknown");
    judge();
    first.record(notTaken, "notBought");
    judge();
  }

  it("keeps the intent of another agent that buys since", () => {
    const { first, second, outcomes } = twoAgents();
    second.record(notTaken, "notBought");
    second.writeIntent(second.open() ?? assert.fail(), attempt("key-2"));
    denying(first, () => assert.deepEqual(outcomes(), { "key-1": "notBought", "key-2": "sending" }));
    second.record(bought, "registered");
    assert.deepEqual(outcomes(), { "key-1": "notBought", "key-2": "registered" });
  });

  it("never takes back a proof that the domain was bought", () => {
    const { first, second, outcomes } = twoAgents();
    second.record(bought, "registered");
    denying(first, () => assert.deepEqual(outcomes(), { "key-1": "registered" }));
  });

  /** A log that has sent a purchase, whose response it could not write to a full disk. */
  function logOfAFullDisk() {
    const file = receiptIn(folder());
    const disk = { isFull: false };
    const write: typeof file.write = (receipt) => (disk.isFull ? diskIsFull() : file.write(receipt));
    const log = createAttemptLog(contextWith({ ...file, write }));
    log.writeIntent(log.open() ?? assert.fail(), attempt("key-1"));
    disk.isFull = true;
    log.record(notTaken, "notBought");
    assert.equal(file.isLocked(), false);
    return { file, log, disk };
  }

  it("releases the lock although a response cannot be written: the intent stops others, and the log still knows it", () => {
    const { file, log, disk } = logOfAFullDisk();
    const outcomes = (attempts: readonly Attempt[] = []) => attempts.map(({ outcome }) => outcome);
    assert.deepEqual(outcomes(file.read()?.attempts), ["sending"]);
    assert.deepEqual(outcomes(log.open()), ["notBought"]);
    log.flush();
    assert.deepEqual(outcomes(file.read()?.attempts), ["sending"]);
    disk.isFull = false;
    log.flush();
    assert.deepEqual(outcomes(file.read()?.attempts), ["notBought"]);
  });

  it("buys nothing more if the receipt cannot be read then: another agent may have bought since", () => {
    const { file, log } = logOfAFullDisk();
    writeFileSync(file.path, "{");
    assert.throws(() => log.open(), /Cannot use the receipt/);
    assert.equal(file.isLocked(), false);
  });

  it("believes a proof that comes after a denial", () => {
    const { first, second, outcomes } = twoAgents();
    second.record(notTaken, "notBought");
    first.record(bought, "registered");
    assert.deepEqual(outcomes(), { "key-1": "registered" });
  });

  it("keeps that an order was charged above the cap, whoever learns it", () => {
    const { file, first, second } = twoAgents();
    const charged = () => file.read()?.attempts.map(({ overcharge }) => overcharge?.charged);
    second.record({ kind: "bought", order: { total: 100 } }, "registered");
    assert.deepEqual(charged(), [undefined]);
    first.record({ kind: "bought", order: { orderId: 7, total: 101, currency: "USD" } }, "registered");
    assert.deepEqual(charged(), ["0.000101 USD"]);
    second.record({ kind: "owned" }, "registered");
    first.record(unknown, "unknown");
    assert.deepEqual(charged(), ["0.000101 USD"]);
  });

  it("has every response of both agents once", () => {
    const { file, first, second } = twoAgents();
    second.record(unknown, "unknown");
    first.record(unknown, "unknown");
    second.record(notTaken, "notBought");
    assert.equal(file.read()?.attempts[0]?.answers.length, 4);
  });

  it("writes its attempt again if a person has deleted the receipt, or spoiled it", () => {
    const { file, first, outcomes } = twoAgents();
    file.write({ domain, environment: "production", attempts: [attempt("key-9")] });
    first.record(unknown, "unknown");
    assert.deepEqual(outcomes(), { "key-9": "sending", "key-1": "unknown" });
    for (const spoil of [() => rmSync(file.path), () => writeFileSync(file.path, "{")]) {
      spoil();
      first.record(unknown, "unknown");
      assert.deepEqual(outcomes(), { "key-1": "unknown" });
    }
  });

  it("reads the receipt anew once its attempt is settled, and takes no spoiled one", () => {
    const { file, first } = twoAgents();
    first.record(notTaken, "notBought");
    writeFileSync(file.path, "{");
    assert.throws(() => first.open(), /Cannot use the receipt/);
    assert.equal(file.isLocked(), false);
  });

  it("tells an attempt from another one by its key, its time and its registrar", () => {
    const { file, first, outcomes } = twoAgents();
    const other = { ...attempt("key-1"), service: "https://other.example/" };
    const later = { ...attempt("key-1"), sentAt: "2026-11-21T00:00:00.000Z" };
    file.write({ domain, environment: "production", attempts: [other, later] });
    first.record(bought, "registered");
    assert.deepEqual(
      file.read()?.attempts.map(({ outcome }) => outcome),
      ["sending", "sending", "registered"],
    );
    assert.deepEqual(outcomes(), { "key-1": "registered" });
  });
});
