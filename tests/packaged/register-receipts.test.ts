import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type Receipt, renderReceipt } from "../../tasks/DomainRegister/registration/receipt";
import {
  domain,
  isAvailability,
  isPurchase,
  type RegisterStage,
  receiptUploads,
  registerOnce,
  withRegistrar,
} from "./register-stage";
import { useAgent } from "./use-agent";

const name = `${domain}.production.receipt.json`;
const here = "http://127.0.0.1:1/";
const attempt = {
  ...{ sentAt: "2026-11-01T00:00:00.000Z", registrar: "godaddy", account: "a", service: here },
  ...{ request: {}, availability: [], answers: [] },
};

describe("packaged DomainRegister, with the receipt of an earlier step", () => {
  const agent = useAgent();

  /** Writes a receipt into the stage's folder. */
  const leave = (stage: RegisterStage, changes: Partial<Receipt>) =>
    writeFileSync(
      join(stage.receiptFolder, name),
      renderReceipt({
        domain,
        environment: "production",
        attempts: [{ ...attempt, outcome: "registered" }],
        ...changes,
      }),
    );
  const misplaced: [string, (stage: RegisterStage, secret: string) => void, RegExp][] = [
    [
      "has been edited",
      (stage) => {
        leave(stage, { attempts: [{ ...attempt, outcome: "unknown" }] });
        const path = join(stage.receiptFolder, name);
        writeFileSync(path, readFileSync(path, "utf8").replace("unknown", "notBought"));
      },
      /it is not as the task wrote it/,
    ],
    ["is a folder", (stage) => mkdirSync(join(stage.receiptFolder, name)), /it is not a regular file/],
    [
      "is a link",
      (stage, secret) => symlinkSync(secret, join(stage.receiptFolder, name)),
      /it is a symbolic link/,
    ],
    [
      "is a link to nowhere",
      (stage) => symlinkSync(join(stage.receiptFolder, "nowhere"), join(stage.receiptFolder, name)),
      /it is a symbolic link/,
    ],
  ];
  for (const [what, place, why] of misplaced)
    it(`buys nothing if it ${what}, and neither uploads nor publishes it`, async () => {
      await withRegistrar(agent(), {}, async (stage) => {
        const secret = join(agent().sourcesFolder, "..", "elsewhere.json");
        writeFileSync(secret, renderReceipt({ domain, environment: "production", attempts: [] }));
        place(stage, secret);
        const step = await stage.run();
        const { result, outputs, issues } = step;
        assert.deepEqual([result, outputs["outcome"], receiptUploads(step)], ["Failed", "unknown", []]);
        assert.match(issues[0]?.message ?? "", why);
        assert.match(
          issues[0]?.message ?? "",
          /It is not known whether example-to-buy\.org was bought\. .*If it was bought, nothing is left to do\. If not, delete /s,
        );
        assert.ok(!stage.registrar.requests.some(isPurchase));
        assert.ok(!existsSync(join(stage.receiptFolder, "nowhere")));
        rmSync(join(stage.receiptFolder, name), { recursive: true });
      });
    });
});

describe("packaged DomainRegister, when receipts cannot be kept", () => {
  const agent = useAgent();

  it("ends at once below /proc, where no folder can be created", async () => {
    const { result, issues, stage } = await registerOnce(agent(), { inputs: { receiptFolder: "/proc/x/y" } });
    assert.equal(result, "Failed");
    assert.match(
      issues.at(-1)?.message ?? "",
      /^receiptFolder: receipts cannot be written to \/proc\/x\/y \(ENOENT/,
    );
    assert.ok(!stage.registrar.requests.some(isAvailability));
  });

  /** Simulates a disk that becomes full when a file with this ending is opened. */
  const fullFrom = (ending: string) => `const fs = require("node:fs");
    const { openSync, writeFileSync } = fs;
    let full = false;
    fs.openSync = (path, ...more) => { full ||= String(path).endsWith("${ending}"); return openSync(path, ...more); };
    fs.writeFileSync = (file, ...more) => {
      if (full && typeof file === "number") throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
      return writeFileSync(file, ...more);
    };`;
  for (const [what, ending] of [
    ["before the wait", ".probe"],
    ["when it takes the lock", ".buying"],
    ["when it writes its intent", ".tmp"],
  ] as const)
    it(`leaves no probe, lock or draft behind if the disk is full ${what}, and buys nothing`, async () => {
      await withRegistrar(agent(), { step: { sabotage: fullFrom(ending) } }, async (stage) => {
        const { result, issues } = await stage.run();
        assert.equal(result, "Failed");
        assert.match(issues.at(-1)?.message ?? "", /ENOSPC.*|Nothing was bought/);
        assert.deepEqual(readdirSync(stage.receiptFolder), []);
        assert.deepEqual(stage.registrar.charges, []);
      });
    });

  it("warns if the job empties the folder", async () => {
    const folder = join(agent().sourcesFolder, "receipts");
    const { outputs, issues } = await registerOnce(agent(), { inputs: { receiptFolder: folder } });
    assert.equal(outputs["outcome"], "registered");
    assert.match(
      issues[0]?.message ?? "",
      /^receiptFolder: .* is in the checkout, which the next clean checkout empties\./,
    );
    assert.ok(readFileSync(join(folder, name), "utf8").includes("registered"));
    rmSync(folder, { recursive: true });
  });
});
