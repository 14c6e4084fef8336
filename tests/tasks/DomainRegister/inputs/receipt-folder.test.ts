import assert from "node:assert/strict";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInputReader } from "../../../../shared/agent/inputs";
import { readReceiptFolder } from "../../../../tasks/DomainRegister/inputs/receipt-folder";
import { memoryAgent } from "../../../memory-agent";
import { temporaryFolder } from "../../../temporary-folder";
import { receiptIn } from "../registration/context-stage";
import { domain } from "../samples";

function read(receiptFolder: string, variables: Record<string, string> = {}, buying = true) {
  const agent = memoryAgent({ inputs: { receiptFolder }, variables });
  const reader = createInputReader(agent);
  return {
    folder: readReceiptFolder(reader, agent, { domain, environment: "production" }, buying),
    problems: reader.problems,
    warnings: agent.warnings,
  };
}

const job = {
  "System.DefaultWorkingDirectory": "/agent/_work/1/s",
  "Build.SourcesDirectory": "/agent/_work/1/s/app",
  "Agent.TempDirectory": "/agent/_work/_temp",
};

describe("folder of receipts", () => {
  const made = temporaryFolder();

  it("is the named one, without a warning if it lasts", () => {
    const lasting = { folder: "/var/lib/receipts", problems: [], warnings: [] };
    assert.deepEqual(read("/var/lib/receipts", job), lasting);
    assert.deepEqual(read("/agent/_work/1/state", job).warnings, []);
  });

  it("is refused with a suggestion if it is not absolute", () => {
    const refused = (named: string, meant: string) =>
      assert.deepEqual(read(named, job).problems, [
        `receiptFolder: expected an absolute path, got "${named}", which would be in the checkout. Write the full path, such as ${meant}`,
      ]);
    refused("~/receipts", join(homedir(), "receipts"));
    refused("~", homedir());
    for (const named of ["receipts", "./receipts", "../receipts", "~other/receipts"])
      refused(named, "/domain-receipts");
    assert.deepEqual(read("receipts", {}).problems.length, 1, "the same outside a pipeline");
  });

  it("leads to a warning if the job empties it and something is bought", () => {
    for (const [folder, where] of [
      ["/agent/_work/1/s", "the checkout, which the next clean checkout empties"],
      ["/agent/_work/1/s/app/receipts", "the checkout, which the next clean checkout empties"],
      ["/agent/_work/_temp/receipts", "the agent's temporary folder, which is emptied after each job"],
    ] as const) {
      assert.deepEqual(read(folder, job).warnings, [
        `receiptFolder: ${folder} is in ${where}. A later run can then find the purchase only in the registrar's account. Set it to a permanent folder.`,
      ]);
      assert.deepEqual(read(folder, job, false).warnings, []);
    }
  });

  it("is never to be replaced by another one while it has a receipt", () => {
    const receipts = receiptIn(made());
    receipts.write({ domain, environment: "production", attempts: [] });
    assert.deepEqual(read(made(), { ...job, "Agent.TempDirectory": made() }).warnings, [
      `receiptFolder: ${made()} is in the agent's temporary folder, which is emptied after each job. A later run can ` +
        `then find the purchase only in the registrar's account. Keep a copy of ${receipts.path}: it lists earlier purchases.`,
    ]);
  });

  it("is by default the agent's temporary folder, or the system's without an agent", () => {
    assert.equal(read("", job).folder, "/agent/_work/_temp");
    assert.equal(read("").folder, tmpdir());
    assert.match(read("").warnings[0] ?? "", /^receiptFolder: not set, so the receipt is kept in /);
  });
});
