import assert from "node:assert/strict";
import { basename } from "node:path";
import { domain, reportOf, useRegister } from "./register-stage";

/** Makes writing into a folder with this prefix fail, as on a full disk. */
const fullDisk = (prefix: string) => `const fs = require("node:fs");
  const mkdtempSync = fs.mkdtempSync;
  fs.mkdtempSync = (path, ...rest) => {
    if (path.endsWith("${prefix}-")) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    return mkdtempSync(path, ...rest);
  };`;

describe("the report of the packaged DomainRegister", () => {
  const { once } = useRegister();

  it("says what the step did and where, as data for the tab and in a page whose only script has its hash", async () => {
    const variables = { "System.StageDisplayName": "Buy", "System.TeamProject": "Night Shift" };
    const step = await once({ step: { variables } });
    const report = reportOf(step);
    assert.deepEqual(
      report.changes.map(({ available, count }) => [available, count]),
      [
        [false, 2],
        [true, 2],
      ],
    );
    assert.deepEqual([report.project, report.stage, report.to - report.from], ["Night Shift", "Buy", 60]);
    const price = { amount: "11.69", raw: "11690000", currency: "USD" };
    const bought = {
      at: report.to,
      request: "purchase",
      price,
      period: 1,
      response: "bought",
      order: "1001",
    };
    assert.deepEqual(report.attempts, [bought]);
    assert.deepEqual(
      step.uploads.map((path) => basename(path)),
      [`${domain}.production.receipt.json`, "domain-register-report.html"],
    );
    const [, html = ""] = [...step.filesLeft].find(([name]) => name.endsWith(".html")) ?? [];
    const [, held = ""] = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(held), report);
    assert.match(html, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; base-uri/);
  });

  it("costs one warning, and neither outcome nor receipt, when there is no room for it", async () => {
    const { result, outputs, issues, uploads, receipt } = await once({
      step: { sabotage: fullDisk("report") },
    });
    assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "registered"]);
    assert.deepEqual(issues, [
      { type: "warning", message: "Could not write the tab of the run's page: ENOSPC: no space left" },
    ]);
    assert.equal(Object(receipt).attempts[0].outcome, "registered");
    assert.ok(uploads.some((path) => basename(path) === `${domain}.production.receipt.json`));
  });
});
