import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Receipt, receiptFile } from "../../../tasks/DomainRegister/receipt";

const receipt: Receipt = {
  domain: "example.org",
  environment: "production",
  service: "https://registrar.example/",
  attempts: [
    { sentAt: "2026-11-20T03:00:00.000Z", outcome: "sending", request: {}, availability: [], answers: [] },
  ],
};

describe("receipt file", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "receipts-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const file = () => receiptFile(join(folder, "kept"), "example.org", "production");

  it("is named by domain and environment, made with its folder, and read back", () => {
    assert.equal(file().exists(), false);
    assert.equal(file().read(), undefined);
    file().write(receipt);
    assert.equal(file().path, join(folder, "kept", "example.org.production.receipt.json"));
    assert.deepEqual(file().read(), receipt);
    assert.ok(file().exists());
  });

  it("may be read by its owner only, and leaves no draft behind", () => {
    file().write(receipt);
    assert.equal(statSync(file().path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(folder, "kept")), ["example.org.production.receipt.json"]);
  });

  it("is not taken for nothing when it cannot be understood", () => {
    file().write(receipt);
    for (const text of [
      "",
      "{",
      "{}",
      '{"domain":5}',
      JSON.stringify({ ...receipt, attempts: [{ outcome: "fine" }] }),
    ]) {
      writeFileSync(file().path, text);
      assert.throws(
        () => file().read(),
        /cannot be understood\. Find out whether example\.org was bought, then remove it/,
      );
    }
  });

  it("gives the right to buy to one of all that share the folder, until that one gives it back", () => {
    assert.equal(file().claim(), true);
    assert.equal(file().claim(), false);
    assert.ok(existsSync(file().claimPath));
    file().release();
    assert.equal(file().claim(), true);
  });

  it("leaves the file as it was, and no draft, when it cannot be replaced", () => {
    file().write(receipt);
    const draft = `${file().path}.${process.pid}.tmp`;
    mkdirSync(draft);
    assert.throws(() => file().write({ ...receipt, attempts: [] }), /EISDIR/);
    assert.deepEqual(file().read(), receipt);
  });

  it("says before it matters that receipts cannot be kept", () => {
    file().probe();
    assert.deepEqual(readdirSync(join(folder, "kept")), []);
    const tooLong = receiptFile(folder, "a".repeat(250), "production");
    assert.throws(
      () => tooLong.probe(),
      /^Error: receiptFolder: receipts cannot be kept in .* \(ENAMETOOLONG.*Nothing was bought\.$/,
    );
    assert.throws(() => tooLong.claim(), /ENAMETOOLONG/);
  });

  it("says so when the folder cannot be used", () => {
    writeFileSync(join(folder, "kept"), "a file");
    assert.throws(() => file().write(receipt), /EEXIST|ENOTDIR/);
    assert.throws(() => file().claim());
    assert.throws(() => file().read(), /ENOTDIR/);
  });
});
