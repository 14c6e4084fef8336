import assert from "node:assert/strict";
import { basename } from "node:path";
import type { DomainReport } from "../../shared/report/schema";
import { domain, reportOf, useRegister, withRegistrar } from "./register-stage";

/** Makes writing into a folder with this prefix fail, as on a full disk. */
const fullDisk = (prefix: string) => `const fs = require("node:fs");
  const mkdtempSync = fs.mkdtempSync;
  fs.mkdtempSync = (path, ...rest) => {
    if (path.endsWith("${prefix}-")) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    return mkdtempSync(path, ...rest);
  };`;

describe("the report of the packaged DomainRegister", () => {
  const { agent, once } = useRegister();
  const shown = ({ changes }: DomainReport) =>
    changes.map(({ available, count, problem }) => [problem === undefined ? available : problem, count]);

  it("of a purchase shows the checks, the price below the cap, and the order", async () => {
    const step = await once({
      step: { variables: { "System.StageDisplayName": "Buy", "System.TeamProject": "Night Shift" } },
    });
    const { outcome, sentence, changes, attempts, priceCap, nextSteps, ...more } = reportOf(step);
    assert.equal(outcome, "registered");
    assert.match(sentence, /^example-to-buy\.org is registered \(order \d+, total 11\.69 USD\)\.$/);
    assert.deepEqual(shown({ changes, ...more, outcome, sentence, attempts, nextSteps }), [
      [false, 2],
      [true, 2],
    ]);
    const money = { amount: "11.69", raw: "11690000", currency: "USD" };
    assert.deepEqual([changes[1]?.price, changes[1]?.objection, priceCap], [money, undefined, money]);
    assert.deepEqual(
      attempts.map((attempt) => attempt.outcome),
      ["bought"],
    );
    assert.match(attempts[0]?.sentence ?? "", /^Order \d+\.$/);
    assert.match(nextSteps.join(), /^Nothing is left to do\./);
    assert.deepEqual([more.project, more.stage, more.environment], ["Night Shift", "Buy", "production"]);
    assert.deepEqual([more.checkCount, more.to - more.from], [4, 60]);
    assert.ok(step.summaries["Domain Register"]?.includes(nextSteps[0] ?? "?"));
  });

  it("of a purchase in flight when the step is cancelled says what became of it, after the receipt", async () => {
    await withRegistrar(agent(), {}, async (stage) => {
      stage.registrar.afterEffect.push({ reply: { ending: "hang" }, times: 1 });
      const step = await stage.run({ step: { cancelWhen: (output) => output.includes("Buying.") } });
      assert.equal(Object(stage.receipt()).attempts[0].outcome, "unknown");
      assert.equal(reportOf(step).outcome, "unknown");
      const commands = step.stdout.split("\n").filter((line) => /^##vso\[task\.(upload|add)/.test(line));
      assert.match(commands.join("\n"), /receipt\.json\n.*domain-register\.json\n.*domain-register-report/);
    });
  });

  it("is not made for a step that never began, whose inputs are wrong", async () => {
    const { attachments, uploads } = await once({ inputs: { maxPrice: "cheap" } });
    assert.deepEqual([attachments, uploads], [[], []]);
  });

  for (const [prefix, what] of [
    ["report", "report for the run's page"],
    ["page", "report for download"],
  ] as const)
    it(`costs one warning, and neither outcome nor receipt, when there is no room for it: ${what}`, async () => {
      const { result, outputs, issues, uploads, receipt } = await once({
        step: { sabotage: fullDisk(prefix) },
      });
      assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "registered"]);
      assert.deepEqual(issues, [
        { type: "warning", message: `Could not write the ${what}: ENOSPC: no space left` },
      ]);
      assert.equal(Object(receipt).attempts[0].outcome, "registered");
      assert.ok(uploads.some((path) => basename(path) === `${domain}.production.receipt.json`));
    });

  it("is offered as a page that holds it, whose only script has its hash", async () => {
    const step = await once({});
    const names = step.uploads.map((path) => basename(path));
    assert.deepEqual(names, [`${domain}.production.receipt.json`, "domain-register-report.html"]);
    const [, html = ""] = [...step.filesLeft].find(([name]) => name.endsWith(".html")) ?? [];
    const [, held = ""] = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(held), reportOf(step));
    assert.match(html, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; base-uri/);
  });
});
