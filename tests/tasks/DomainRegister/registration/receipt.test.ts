import assert from "node:assert/strict";
import fs, { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import sinon from "sinon";
import type { Receipt } from "../../../../tasks/DomainRegister/registration/receipt";
import { openReceiptFile, UnusableReceipt } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { sanitize } from "../../../sanitize";
import { boughtNothing } from "../../../sentences";
import { temporaryFolder } from "../../../temporary-folder";
import { keyedAttempt } from "./context-stage";

const receipt: Receipt = {
  domain: "example.org",
  environment: "production",
  attempts: [{ ...keyedAttempt, outcome: "sending", request: {} }],
};

describe("receipt file", () => {
  const folder = temporaryFolder();
  const file = () => openReceiptFile(join(folder(), "kept"), "example.org", "production", sanitize);
  const isAlone = () => assert.deepEqual(readdirSync(join(folder(), "kept")), [basename(file().path)]);
  afterEach(() => sinon.restore());

  it("is named by domain and environment, created with its folder, and read back", () => {
    assert.deepEqual([file().tryRead(), file().read()], [undefined, undefined]);
    file().write(receipt);
    assert.equal(file().path, join(folder(), "kept", "example.org.production.receipt.json"));
    assert.deepEqual(file().read(), receipt);
    assert.ok(file().tryRead());
  });

  it("has a name that Windows does not take for a device, whatever the domain's first part", () => {
    const nameOf = (domain: string) => basename(openReceiptFile(folder(), domain, "test", sanitize).path);
    for (const device of ["con", "prn", "aux", "nul", "com0", "com9", "lpt0", "lpt9"])
      assert.equal(nameOf(`${device}.org`), `_${device}.org.test.receipt.json`);
    for (const plain of ["icon.org", "console.org", "com.org", "com10.org", "x.con.org"])
      assert.equal(nameOf(plain), `${plain}.test.receipt.json`);
  });

  const cannotUse = (why: string) =>
    new UnusableReceipt(`Cannot use the receipt ${file().path}: it is ${why}.`);

  it("is not believed once anything in it has been changed, added or removed", () => {
    file().write(receipt);
    const text = readFileSync(file().path, "utf8");
    for (const [from, to] of [
      ['"sending"', '"notBought"'],
      ["registrar.example", "other.example"],
      ['"answers": []', '"answers": [], "since": 2'],
      ['"request": {}', '"request": {"period": 10}'],
    ] as const) {
      assert.ok(text.includes(from));
      writeFileSync(file().path, text.replace(from, to));
      assert.throws(() => file().read(), cannotUse("not as the task wrote it"));
    }
  });

  it("is not treated as absent when it cannot be read", () => {
    file().write(receipt);
    sinon.stub(fs, "openSync").throws(Object.assign(new Error("EIO: i/o error"), { code: "EIO" }));
    assert.throws(() => file().read(), cannotUse("unreadable (EIO: i/o error)"));
  });

  it("is believed however its JSON is laid out", () => {
    file().write(receipt);
    writeFileSync(file().path, JSON.stringify(JSON.parse(readFileSync(file().path, "utf8"))));
    assert.deepEqual(file().read(), receipt);
  });

  it("is readable by its owner only, and leaves no draft behind", () => {
    file().write(receipt);
    assert.equal(statSync(file().path).mode & 0o777, 0o600);
    isAlone();
  });

  it("is not treated as absent when it cannot be parsed", () => {
    file().write(receipt);
    for (const [text, why] of [
      ["", "incomplete or invalid JSON"],
      ["{", "incomplete or invalid JSON"],
      ["{}", "not a receipt"],
      ['{"domain":5}', "not a receipt"],
      [JSON.stringify({ ...receipt, attempts: [{ outcome: "fine" }] }), "not a receipt"],
    ] as const) {
      writeFileSync(file().path, text);
      assert.throws(() => file().read(), cannotUse(why));
    }
    file().write({ ...receipt, domain: "other.org" });
    assert.throws(() => file().read(), cannotUse("a receipt for another domain or environment"));
  });

  it("gives the purchase lock to only one of all that share the folder, until it is released", () => {
    assert.equal(file().acquireLock(), true);
    assert.equal(file().acquireLock(), false);
    assert.equal(readFileSync(file().lockPath, "utf8"), `${hostname()}\n`, "it says whose it is");
    file().releaseLock();
    assert.equal(file().acquireLock(), true);
  });

  it("releases a lock that a person has removed meanwhile", () => {
    file().acquireLock();
    file().releaseLock();
    assert.doesNotThrow(() => file().releaseLock());
  });

  it("leaves no draft when it cannot replace the file", () => {
    mkdirSync(file().path, { recursive: true });
    assert.throws(() => file().write(receipt), /EISDIR|EPERM/);
    isAlone();
  });

  it("is on the disk before it replaces the old one, and so is the replacement", () => {
    const [open, rename] = [sinon.spy(fs, "openSync"), sinon.spy(fs, "renameSync")];
    const synchronize = sinon.spy(fs, "fsyncSync");
    file().write(receipt);
    const [draft, kept] = open.getCalls();
    const [ofDraft, ofFolder] = synchronize.getCalls();
    assert.equal(kept?.args[0], join(folder(), "kept"));
    assert.deepEqual([ofDraft?.args[0], ofFolder?.args[0]], [draft?.returnValue, kept?.returnValue]);
    assert.ok(ofDraft?.calledBefore(rename.firstCall) && ofFolder?.calledAfter(rename.firstCall));
  });

  describe("on Windows, where a virus scanner can hold a file", () => {
    const held = [
      ["a draft", "openSync", () => file().write(receipt)],
      ["a receipt that is replaced", "renameSync", () => file().write(receipt)],
      ["a receipt that is read", "openSync", () => file().read()],
      ["the right that is given back", "rmSync", () => file().releaseLock()],
      ["what a probe has left", "rmSync", () => file().probe()],
    ] as const;
    /** Makes a call of the file system fail a number of times. Returns the pauses between tries. */
    function holdFor(times: number, method: (typeof held)[number][1], code: string): () => number[] {
      const original = sinon.stub(fs, method);
      original.callThrough();
      for (let call = 0; call < times; call++)
        original.onCall(call).throws(Object.assign(new Error(`${code}: held`), { code }));
      const sleep = sinon.stub(Atomics, "wait").returns("timed-out");
      return () => sleep.getCalls().map(({ args }) => Number(args[3]));
    }

    for (const [what, method, act] of held)
      it(`waits as long as a cancelled step can: ${what}`, () => {
        file().write(receipt);
        for (const code of ["EPERM", "EACCES", "EBUSY"]) {
          const pauses = holdFor(6, method, code);
          act();
          assert.deepEqual(pauses(), [10, 20, 40, 80, 160, 320]);
          sinon.restore();
        }
        assert.deepEqual(file().read(), receipt);
      });

    it("gives up then, with the old receipt unchanged and no draft", () => {
      file().write(receipt);
      holdFor(7, "renameSync", "EPERM");
      assert.throws(() => file().write({ ...receipt, attempts: [] }), /EPERM: held/);
      sinon.restore();
      assert.deepEqual(file().read(), receipt);
      isAlone();
    });

    it("does not wait if waiting does not help", () => {
      file().write(receipt);
      const pauses = holdFor(1, "renameSync", "ENOSPC");
      assert.throws(() => file().write(receipt), /ENOSPC/);
      assert.deepEqual(pauses(), []);
    });
  });

  it("is closed after each use", () => {
    const nextDescriptor = () => {
      const descriptor = fs.openSync(folder(), "r");
      fs.closeSync(descriptor);
      return descriptor;
    };
    const before = nextDescriptor();
    file().write(receipt);
    file().acquireLock();
    assert.equal(nextDescriptor(), before);
  });

  it("reports before the wait that receipts cannot be kept", () => {
    file().probe();
    assert.deepEqual(readdirSync(join(folder(), "kept")), []);
    const tooLong = openReceiptFile(folder(), "a".repeat(250), "production", sanitize);
    assert.throws(
      () => tooLong.probe(),
      new RegExp(
        String.raw`^Error: receiptFolder: receipts cannot be written to .* \(ENAMETOOLONG.*${boughtNothing}\. Make it writable`,
      ),
    );
    assert.throws(() => tooLong.acquireLock(), /ENAMETOOLONG/);
  });

  it("suggests no other folder while there is a receipt in this one", () => {
    file().write(receipt);
    sinon.stub(fs, "fsyncSync").throws(new Error("the disk is full"));
    const advice = `${boughtNothing}. Make it writable: it contains the receipt ${file().path}.`;
    assert.throws(
      () => file().probe(),
      (error: Error) => error.message.endsWith(advice),
    );
  });

  it("reports a folder that cannot be used", () => {
    writeFileSync(join(folder(), "kept"), "a file");
    assert.throws(() => file().write(receipt), /EEXIST|ENOTDIR/);
    assert.throws(() => file().acquireLock(), /ENOTDIR/);
    assert.throws(() => file().read(), /ENOTDIR/);
  });
});
