import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs, { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import sinon from "sinon";
import { readTextFile } from "../../../shared/json/text-file";
import { anyText } from "../../hostile-text";
import { temporaryFolder } from "../../temporary-folder";

describe("readTextFile", () => {
  const folder = temporaryFolder();
  afterEach(() => sinon.restore());

  const named = (path: string, checkout = "") => readTextFile("configFile", join(folder(), path), checkout);
  function read(content: string | Buffer): string {
    writeFileSync(join(folder(), "config.json"), content);
    return named("config.json");
  }

  it("returns any UTF-8 text unchanged, without the byte-order mark", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (any, marked) => {
        const text = `{${any}`;
        assert.equal(read(`${marked ? "\uFEFF" : ""}${text}`), text);
      }),
    );
    assert.equal(read(""), "");
    assert.equal(read("Größe \uFFFD 🌙"), "Größe \uFFFD 🌙");
  });

  it("rejects bytes that are not UTF-8, and says in which line and how to save the file", () => {
    const latin1 = (text: string) => Buffer.from(text, "latin1");
    const advice = "in your editor; in Windows PowerShell, use | Out-File -Encoding utf8 instead of >";
    for (const [content, line] of [
      [latin1('{\n"a": "\xFF",\n"b": "\xFF"}'), 2],
      [Buffer.concat([Buffer.from("Größe\uFFFD\r\n\r\n\r"), latin1("J\xFCrgen")]), 4],
      [Buffer.from("ü").subarray(0, 1), 1],
      [Buffer.concat([Buffer.from("\n"), Buffer.from("\uFFFD").subarray(0, 2)]), 2],
      [Buffer.from([0x7b, 0xed, 0xa0, 0x80]), 1],
      [Buffer.from('\uFEFF{"a": 1}', "utf16le"), 1],
      [Buffer.from('\uFEFF{"a": 1}', "utf16le").swap16(), 1],
    ] as const)
      assert.throws(() => read(content), {
        message: `configFile: ${join(folder(), "config.json")}, line ${line}: not UTF-8. Save it as UTF-8 ${advice}`,
      });
  });

  it("says that a file does not exist, is a folder or is too large", () => {
    assert.throws(
      () => named("none.json"),
      /^.*configFile: .*none\.json does not exist\. Check the path and its capital letters, and that/,
    );
    // On Linux agents, people name a file as on Windows: azure-pipelines-tasks #7097, Azure/webapps-deploy #366.
    read("{}");
    for (const near of ["Config.json", "confg.json"])
      assert.throws(() => named(near), /does not exist\..* `config\.json`\?$/, near);
    assert.throws(() => named(""), /is a folder/);
    assert.throws(() => named("\0"), /cannot be read/);
    assert.throws(() => read(Buffer.alloc(1024 * 1024 + 1, " ")), /is larger than 1048576 bytes/);
    assert.equal(read("1".padEnd(1024 * 1024)).length, 1024 * 1024);
  });

  it("rejects devices, pipes, sockets, and links to them, without opening any", async () => {
    execFileSync("mkfifo", [join(folder(), "pipe")]);
    symlinkSync(join(folder(), "pipe"), join(folder(), "link to pipe"));
    symlinkSync("/dev/zero", join(folder(), "zeros"));
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(folder(), "socket"), resolve));
    const opening = sinon.spy(fs, "openSync");
    for (const name of ["pipe", "link to pipe", "zeros", "socket"])
      assert.throws(() => named(name), /is not a regular file but a device, pipe or socket$/, name);
    assert.equal(opening.callCount, 0);
    server.close();
  });

  it("neither waits for nor reads what replaced a file after it was checked", () => {
    const pipe = join(folder(), "late pipe");
    execFileSync("mkfifo", [pipe]);
    writeFileSync(join(folder(), "file"), "");
    sinon.stub(fs, "statSync").returns(fs.lstatSync(join(folder(), "file")));
    assert.throws(() => named("late pipe"), /is not a regular file/);
  });

  it("reads no more than allowed of a file that is longer than it reports", () => {
    // A file in /proc reports that it is empty. This one is long.
    writeFileSync(join(folder(), "file"), "");
    const small = fs.lstatSync(join(folder(), "file"));
    for (const look of ["statSync", "fstatSync"] as const) sinon.stub(fs, look).returns(small);
    assert.throws(() => readTextFile("configFile", "/dev/zero", ""), /is larger than 1048576 bytes/);
  });

  it("follows links within the checkout, and none that lead out of it", () => {
    for (const name of ["checkout", "checkout/sub", "checkout-other"]) mkdirSync(join(folder(), name));
    const checkout = join(folder(), "checkout");
    writeFileSync(join(checkout, "real.json"), "within");
    writeFileSync(join(folder(), "outside.json"), "outside");
    writeFileSync(join(folder(), "checkout-other", "a.json"), "other");
    symlinkSync("../real.json", join(checkout, "sub", "in.json"));
    symlinkSync(join(folder(), "outside.json"), join(checkout, "out.json"));
    symlinkSync("..", join(checkout, "sub", "up"));
    symlinkSync("../../checkout-other", join(checkout, "sub", "other"));
    symlinkSync("checkout", join(folder(), "alias"));
    for (const name of ["real.json", "sub/in.json", "sub/up/real.json"]) {
      assert.equal(named(`checkout/${name}`, checkout), "within");
      assert.equal(named(`checkout/${name}`, join(folder(), "alias")), "within");
      assert.equal(named(`alias/${name}`, join(folder(), "alias")), "within");
    }
    for (const name of ["checkout/out.json", "checkout/sub/other/a.json", "alias/out.json"])
      for (const known of [checkout, join(folder(), "alias")]) {
        if (name.startsWith("alias") && known === checkout) continue;
        assert.throws(() => named(name, known), {
          message: `configFile: ${join(folder(), name)} is a link that leads out of the checkout. Replace it with the file itself`,
        });
      }
    // Files outside that a pipeline names on purpose, such as a secure file, and a person's own link.
    assert.equal(named("outside.json", checkout), "outside");
    assert.equal(named("checkout/out.json"), "outside");
  });

  it("says that a file may not be read", () => {
    for (const code of ["EACCES", "EPERM"]) {
      writeFileSync(join(folder(), "config.json"), "");
      sinon.stub(fs, "openSync").throws(Object.assign(new Error(), { code }));
      assert.throws(() => named("config.json"), /config\.json cannot be read: permission denied$/);
      sinon.restore();
    }
  });
});
