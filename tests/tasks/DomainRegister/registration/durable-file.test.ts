import assert from "node:assert/strict";
import fs, { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sinon from "sinon";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { root } from "../../../root";
import { runSnippet } from "../../../sandbox/snippet";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";

const receipt = { domain: "example.org", environment: "test", attempts: [] };

/** The calls that can fail once a file is open. */
const failing = ["writeFileSync", "fsyncSync"] as const;

describe("files of a receipt", () => {
  const folder = temporaryFolder();
  const file = () => openReceiptFile(folder(), "example.org", "test", sanitize);
  afterEach(() => sinon.restore());

  const noSpace = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const full = (method: (typeof failing)[number]) => sinon.stub(fs, method).throws(noSpace);

  it("are all removed when the disk is full: draft, lock and probe", () => {
    for (const method of failing)
      for (const act of [() => file().write(receipt), () => file().acquireLock(), () => file().probe()]) {
        full(method);
        assert.throws(act, /ENOSPC/);
        sinon.restore();
        assert.deepEqual(readdirSync(folder()), [], method);
      }
  });

  it("do not affect someone else's lock, even when the disk is full", () => {
    file().acquireLock();
    full("writeFileSync");
    assert.equal(file().acquireLock(), false);
    assert.ok(file().isLocked());
  });

  it("have unique names in every container, though process ids repeat", () => {
    const open = sinon.spy(fs, "openSync");
    for (let times = 0; times < 2; times++) {
      file().probe();
      file().write(receipt);
    }
    const passing = open.getCalls().map(({ args }) => String(args[0]));
    const made = passing.filter((path) => /\.(tmp|probe)$/.test(path));
    assert.equal(new Set(made).size, 4);
    assert.ok(!made.some((path) => path.includes(`.${process.pid}.`)));
  });

  it("are not written through a link: a dangling link counts as someone's lock", () => {
    symlinkSync(join(folder(), "nowhere"), file().lockPath);
    assert.deepEqual([file().isLocked(), file().acquireLock()], [true, false]);
    assert.ok(!readdirSync(folder()).includes("nowhere"));
  });

  it("are not read if they are a link, dangling or not, or a folder", () => {
    const target = join(folder(), "target");
    writeFileSync(target, JSON.stringify(receipt));
    for (const place of [
      () => symlinkSync(target, file().path),
      () => symlinkSync(join(folder(), "nowhere"), file().path),
      () => mkdirSync(file().path),
    ]) {
      place();
      const refused = /Cannot use the receipt .*: it is (a symbolic link|not a regular file)\./;
      assert.throws(() => file().read(), refused);
      assert.equal(file().tryRead(), undefined);
      fs.rmSync(file().path, { recursive: true });
    }
    assert.equal(readFileSync(target, "utf8"), JSON.stringify(receipt));
  });

  it("are not read if they are a pipe, which would block forever", async () => {
    const path = JSON.stringify(join(root, "out/tasks/DomainRegister/registration/receipt-file.js"));
    const work = `const file = require(${path}).openReceiptFile(process.cwd(), "example.org", "test", String);
      require("node:child_process").execFileSync("mkfifo", [file.path]);
      try { file.read(); } catch ({ message }) { console.log(message); }`;
    assert.match((await runSnippet(work, { inPipeline: false })).stdout, /it is not a regular file\./);
  });
});
